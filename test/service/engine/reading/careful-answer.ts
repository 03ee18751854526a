export const taskOf = (text: string, owner: string, lines: number[]) => {
  return { text, owner, due: null, condition: null, lines }
}
/** What a capable model answers to the talk of the entrance test. */
export const carefulAnswer = {
  summary: [{ text: 'They planned the spring catalogue.', lines: [1, 12] }],
  decisions: [
    { text: 'All files go to the printer by the twelfth of March.', lines: [12, 13, 14] },
  ],
  action_items: [
    taskOf('Priya writes the garden texts.', 'Priya', [17]),
    taskOf('Erik sends Priya the list of plants.', 'Erik', [20]),
  ],
  open_questions: [{ text: 'Does the budget allow the heavier paper?', lines: [23, 25] }],
  absent: 'TOM',
  statement_1: 'false',
  statement_2: 'true',
  statement_3: 'true',
  statement_4: 'false',
}
