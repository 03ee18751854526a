import type { JsonSchema } from '../../engine/engine.ts'

/**
 * The built-in prompts; the first is the default of a new organization, because its result is the one that the
 * specification shows. Their schemas are for small models
 * too: few fields, and no length limits inside lists, which make the grammar explode. Choice: bounds of lists are what a
 * long meeting holds; small models and the built-in analyser list less by themselves.
 */
export type SystemPrompt = {
  name: string
  description: string
  template: string
  output_schema: JsonSchema
}

const text = (description: string): JsonSchema => ({ type: 'string', description })
const summary = (description: string): JsonSchema => ({ ...text(description), maxLength: 1000 })
const list = (description: string, maxItems = 12): JsonSchema => ({
  type: 'array',
  description,
  items: { type: 'string' },
  maxItems,
})
const choice = (description: string, values: string[]): JsonSchema => ({
  type: 'string',
  description,
  enum: values,
})
const record = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})
const records = (
  description: string,
  properties: Record<string, JsonSchema>,
  maxItems = 8,
): JsonSchema => ({ type: 'array', description, items: record(properties), maxItems })
const sentiment = choice('The overall tone of the conversation', [
  'positive',
  'neutral',
  'negative',
  'mixed',
])

/** Every prompt sets the scene alike, and ends with the transcript: it is data, not instructions. */
const template = (task: string, rules: string[]): string =>
  [
    task,
    '',
    'Recording: {{filename}} ({{duration}}, {{date}}), project {{project_name}}.',
    'Speakers: {{speakers}}. Language: {{language}}.',
    '',
    'Rules:',
    '- Use only what is said in the transcript. Leave a list empty rather than guess.',
    '- Write in short plain sentences.',
    ...rules.map((rule) => `- ${rule}`),
    '',
    'Transcript:',
    '{{transcript}}',
  ].join('\n')

export const systemPrompts: readonly SystemPrompt[] = [
  {
    name: 'Sales call',
    description: 'Where a deal stands: interest, objections, next steps and the chance to close.',
    template: template('You review a sales call for the account team.', [
      'summary: what the customer wants, where the deal stands, what happens next.',
      'deal_probability: from 0 to 1; 0.5 when the call gives no reasons either way.',
      'objections: what the customer doubts, in their words, and how the seller answered.',
      'action_items: what either side promised, with the person and the date where named.',
    ]),
    // Spec: Analysis, the result object seen. Choice: a number in every call, as it is shown there, so that code
    // written against it never meets null; `needs_language_model` names it where nobody weighed the chance.
    output_schema: record({
      summary: summary('What the customer wants, where the deal stands, what happens next'),
      sentiment,
      key_topics: list('The main subjects, a few words each'),
      action_items: list('What either side promised', 20),
      deal_probability: {
        type: 'number',
        description: 'Chance that the deal closes, 0 to 1; 0.5 when the call does not tell',
        minimum: 0,
        maximum: 1,
      },
      objections: records('What the customer doubts', {
        topic: text('What it is about'),
        concern: text('What the customer said'),
        response: text('How the seller answered; empty when they did not'),
      }),
    }),
  },
  {
    name: 'Meeting',
    description: 'What was discussed, decided and left open, and who does what next.',
    template: template('You take the minutes of a meeting for people who were not there.', [
      'summary: three to six sentences: the purpose, what came out of it, what is open, what happens next.',
      'action_items: one per task, with the person and the date where they are named.',
      'discussion: topic by topic, what was said for and against and what came of it, a point each.',
      'decisions: only what was agreed, not what was proposed, with who settled it.',
      'questions: what was asked and not answered.',
      'risks: what somebody fears or warns of.',
      'quotes: sentences worth repeating, word for word.',
    ]),
    output_schema: record({
      summary: summary('Purpose, outcome and what happens next in three to six sentences'),
      sentiment,
      key_topics: list('The main subjects, a few words each'),
      action_items: list('Tasks with person and date where named', 20),
      decisions: list('What was agreed'),
      questions: list('Questions that stayed open'),
      // Why something was said no classifier knows: these need a language model.
      discussion: records(
        'What was said and why, topic by topic in the order of the meeting',
        {
          topic: text('A few words, the same for all points of a topic'),
          point: text('One sentence'),
        },
        24,
      ),
      risks: list('What may go wrong, and why somebody thinks so', 6),
      quotes: list('Sentences worth repeating, word for word', 4),
    }),
  },
  {
    name: 'Support call',
    description: 'The problem, its cause and solution, and whether the customer was helped.',
    template: template('You document a support call for the next person who takes the case.', [
      'issue: the problem as the customer describes it.',
      'resolution: what solved it, or how far it got.',
      'steps_taken: what was tried, in order.',
      'follow_ups: what was promised to the customer, with the date where named.',
    ]),
    output_schema: record({
      summary: summary('The case in two to four sentences'),
      sentiment,
      issue: text('The problem as the customer describes it'),
      resolution: text('What solved it, or how far it got'),
      status: choice('How the call ended', ['resolved', 'escalated', 'open']),
      key_topics: list('Products and subjects concerned, a few words each'),
      steps_taken: list('What was tried, in order'),
      follow_ups: list('What was promised'),
    }),
  },
  {
    name: 'Interview',
    description: 'A job interview: what the candidate brings, with their own examples.',
    template: template('You write notes on a job interview for the hiring team.', [
      'Report what the candidate said. Leave out age, origin, health, family and religion.',
      'strengths and concerns: each with the example or statement that shows it.',
      'questions: what the candidate wanted to know.',
    ]),
    output_schema: record({
      summary: summary('Background, motivation and course of the interview'),
      sentiment,
      key_topics: list('Subjects discussed, a few words each'),
      experience: list('Relevant experience the candidate described'),
      strengths: list('Strengths, each with its example'),
      concerns: list('Gaps or doubts, each with its statement'),
      questions: list('What the candidate asked'),
      action_items: list('Next steps that were agreed'),
    }),
  },
  {
    name: 'Research call',
    description:
      'A user or expert interview: needs, pains, wishes, and the words they were said in.',
    template: template('You write up a research conversation with a user or an expert.', [
      'findings: what was learned, one observation each, without interpretation.',
      'pain_points: what is hard, slow or annoying for the person today.',
      'requests: what the person wishes for.',
      'quotes: memorable sentences, word for word from the transcript.',
    ]),
    output_schema: record({
      summary: summary('Who was spoken to and what was learned'),
      sentiment,
      key_topics: list('Subjects discussed, a few words each'),
      findings: list('Observations, one each'),
      pain_points: list('What is hard for the person today'),
      requests: list('What the person wishes for'),
      quotes: list('Sentences, word for word', 4),
      questions: list('What to ask next time'),
    }),
  },
]

/**
 * What a prompt without a schema of its own asks for. Choice: an answer in text and its main points,
 * so that any instruction can be followed and the result can be listed and searched.
 */
export const defaultOutputSchema: JsonSchema = record({
  summary: summary('The answer to the instructions, in a few sentences'),
  key_points: list('The main points of the answer, one sentence each', 8),
})
