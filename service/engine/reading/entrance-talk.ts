/**
 * The talk of the entrance test: half sentences, a proposal that is turned down, a task that changes hands and a question
 * that stays open, as in talks that people record. Written for this test.
 */
import type { WriterSegment } from '../engine.ts'

const turns: readonly (readonly [speaker: string, text: string])[] = [
  [
    'Nadia',
    'Okay, I think we’re all here. Tom can’t make it, he’s, uh, at the dentist. So. The spring catalogue.',
  ],
  ['Erik', 'Yeah. The printer called yesterday.'],
  ['Nadia', 'And? What did they say?'],
  [
    'Erik',
    'They want the files by the twelfth of March now. Not the twentieth. They’ve got some, some other big job in that week.',
  ],
  ['Priya', 'Oh. That’s eight days less.'],
  ['Nadia', 'Right. So can we do that? I mean, the photos are in, aren’t they?'],
  [
    'Priya',
    'The photos are in. It’s the texts that are late. The garden section isn’t even started.',
  ],
  ['Erik', 'We could just drop the garden section. Put it online only.'],
  [
    'Nadia',
    'Hm, no. No, the garden section is what people buy in spring, I don’t want to drop it.',
  ],
  ['Priya', 'No, I wouldn’t either.'],
  ['Erik', 'Fine, fine. It was just an idea.'],
  [
    'Nadia',
    'So let’s say the twelfth it is, everything in, garden included. Are we all good with that?',
  ],
  ['Priya', 'Yes. Okay.'],
  ['Erik', 'Yeah, agreed.'],
  ['Nadia', 'Who’s writing the garden texts, then? Erik, you did them last year.'],
  ['Erik', 'I did, but I’m on the trade fair until, what, Thursday week. I can’t really.'],
  ['Priya', 'I’ll take them. I can have a first draft on Monday.'],
  ['Nadia', 'Monday would be great, thanks. You’ve got the list of plants?'],
  ['Priya', 'Erik was going to send me that.'],
  ['Erik', 'Oh, sorry, yes. I’ll send it this afternoon.'],
  [
    'Nadia',
    'Good. Um, then the paper. Last time we had the ninety gram and people complained it was too thin.',
  ],
  ['Erik', 'The hundred and fifteen is fourteen hundred euros more. I asked.'],
  ['Nadia', 'Fourteen hundred. Phew. Does Tom have that in the budget?'],
  ['Priya', 'No idea. He’d have to say.'],
  ['Nadia', 'Okay, then we can’t settle that today. We need Tom for that.'],
  ['Erik', 'We should really get a proper calendar for all this one day.'],
  ['Nadia', 'Ha, yes, one day. Okay, anything else? No? Then thanks, everybody.'],
]

export const entranceTalk: WriterSegment[] = turns.map(([speaker, text], at) => ({
  id: `turn-${at + 1}`,
  start: at * 6,
  end: at * 6 + 5,
  speaker,
  text,
}))

/** The numbers of the turns that carry what the test asks for; `texts` is who writes the garden texts. */
export const entranceTurns = {
  date: [4, 12, 13, 14],
  texts: [15, 16, 17, 18],
  list: [19, 20],
  paper: [21, 22, 23, 24, 25],
}
