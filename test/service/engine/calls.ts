/** Conversations as a recogniser would hand them over: a sales, a support and a team call. */
import type { WriterSegment } from '../../../service/engine/engine.ts'

/** `Name: words` lines as segments; a line is cut in two where it has a bar. */
export function toSegments(lines: string): WriterSegment[] {
  let seconds = 0
  const segments: WriterSegment[] = []
  for (const line of lines.trim().split('\n')) {
    const [speaker = '', said = ''] = line.trim().split(/: (.*)/u)
    for (const text of said.split('|')) {
      const end = seconds + Math.max(1, text.length / 15)
      segments.push({ id: `seg_${segments.length}`, start: seconds, end, speaker, text })
      seconds = end
    }
  }
  return segments
}

export const salesCall = toSegments(`
Dana: Hi Marcus, thanks for joining today. How are you?
Marcus: I'm good, thanks. Busy week, but good.
Dana: Great. So, last time you mentioned that your support team spends too much time on manual call notes. Is that still the main pain point?
Marcus: Yes, that is still the biggest problem. Our agents spend about two hours a day writing call notes, | and half of them are missing the important details.
Dana: Understood. Earshot records the call, writes the transcript and fills your CRM automatically. Most teams save about ninety minutes per agent per day.
Marcus: That sounds really promising. But I'm worried about the price. Forty dollars per seat is too expensive for a team of sixty agents.
Dana: I hear you. We have a volume discount above fifty seats, which brings it down to twenty eight dollars per seat.
Marcus: Okay, that is much better. My other concern is data privacy. Our legal team will not allow recordings to leave our servers.
Dana: With the on premise version nothing leaves your servers. The transcription runs on your own hardware.
Marcus: Nice. Does it work with Salesforce?
Dana: Yes, there is a Salesforce integration that writes the call notes into the account record.
Marcus: And what about Spanish? About a third of our calls are in Spanish.
Dana: Good question. I'm not sure about the accuracy for Spanish calls. I'll check with our speech team and get back to you by Thursday.
Marcus: Perfect. Can you send me the volume pricing as well?
Dana: Sure, I'll send you the volume pricing and a security whitepaper tomorrow morning.
Marcus: Great. I need to talk to our legal team about the on premise version before the end of the month.
Dana: Let's schedule a technical demo for next Tuesday then.
Marcus: Sounds good. We'll go with the pilot for ten agents first if the demo goes well.
Dana: Excellent. Thanks a lot, Marcus. Talk to you next week.
Marcus: Thank you, bye.`)

export const supportCall = toSegments(`
Agent: Thank you for calling Northwind support, my name is Priya. How can I help you?
Customer: Hi, my router has been dropping the connection every evening since the firmware update. I am really frustrated, this is the third time I am calling.
Agent: I'm sorry to hear that. That sounds annoying. Can you tell me which lights are on at the moment?
Customer: The power light is green, but the internet light is blinking red.
Agent: Okay, thank you. The blinking red light means that the router fails to authenticate after the firmware update. It is a known bug in version four point two.
Customer: So why did nobody tell me this last week? I wasted hours resetting the router.
Agent: You're right, and I apologize. We should have told you. I will open a ticket with the network team and roll back the firmware remotely tonight.
Customer: Will I lose my settings when you roll back the firmware?
Agent: No, your settings stay as they are. The rollback only replaces the firmware itself.
Customer: Alright. And I would like a refund for the days without internet.
Agent: That is fair. I'm going to apply a credit of fifteen dollars to your next bill.
Customer: Thank you. Can you also email me the ticket number?
Agent: Of course. I'll email you the ticket number right away.
Agent: Please restart the router tomorrow morning after the rollback.
Customer: I will do that. Thanks for your help, Priya.
Agent: You're welcome. Have a nice evening.`)

export const teamMeeting = toSegments(`
Lena: Okay everyone, let's get started. First topic is the release date of the mobile app.
Tom: The mobile app is almost ready, but the payment screen still crashes on older Android phones.
Lena: How long will it take to fix the payment screen?
Tom: I think two days. I'll fix the payment crash by Wednesday.
Aisha: The translations are also delayed. The agency has not delivered the German texts yet.
Lena: Aisha, can you call the agency and ask for a firm date?
Aisha: Yes, I will call them this afternoon.
Lena: Good. If the payment crash is fixed and the German texts are in, can we release on Friday?
Tom: Friday is risky because nobody is in the office on the weekend. I would rather release on Monday.
Aisha: I agree with Tom. Monday is safer.
Lena: Okay, then we decided to release the mobile app on Monday.
Tom: Someone should also update the release notes.
Lena: I'll update the release notes. Tom will prepare the rollback plan.
Aisha: What is the budget for the launch campaign?
Lena: I don't know yet. We need to ask finance about the launch campaign budget next week.
Tom: One more thing, the monitoring dashboard is great now. The new alerts saved us a lot of time.
Lena: That's wonderful news. Thanks Tom. Let's keep the weekly sync at ten.
Aisha: Sounds good.`)

export const spanishCall = toSegments(`
Ana: Buenos días, gracias por llamar. La entrega del pedido llegará el jueves por la mañana.
Luis: Perfecto. El pedido anterior llegó con dos cajas dañadas y la factura era incorrecta.
Ana: Lo siento mucho. La factura corregida sale hoy y las cajas dañadas se cambian sin coste.
Luis: Muy bien. ¿Cuándo llega la factura corregida del pedido?
Ana: La factura corregida del pedido llega mañana por correo electrónico.`)
