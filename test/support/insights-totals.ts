/** The numbers of a period in which nothing was recorded. */
export const noTotals = {
  recordings: 0,
  positive: 0,
  neutral: 0,
  negative: 0,
  action_items: 0,
  objections: 0,
  open_objections: 0,
  questions: 0,
  talk_seconds: 0,
  words: 0,
}
