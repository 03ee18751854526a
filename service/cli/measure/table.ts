import type { ModelFigures } from 'earshot/client'
import { command } from '../command.ts'
import type { Columns } from '../tables.ts'

type Items = ModelFigures['action_items']

/** `70/57 %`: of those listed so many are right, of those noted so many are listed. */
const sharesOf = ({ precision, recall }: Items): string =>
  `${toPercent(precision)}/${toPercent(recall)} %`

const toPercent = (share: number | null): string =>
  share === null ? '–' : String(Math.round(share * 100))

export const figureColumns: Columns<ModelFigures> = {
  MODEL: 'model',
  MEETINGS: 'meetings',
  'TASKS RIGHT/FOUND': ({ action_items: items }) => sharesOf(items),
  DECISIONS: ({ decisions }) => sharesOf(decisions),
  QUESTIONS: ({ open_questions: questions }) => sharesOf(questions),
  'ROUGE-1': ({ summary }) => summary.rouge_1.toFixed(3),
  LEXRANK: ({ summary }) => summary.lexrank_rouge_1.toFixed(3),
  'S/HOUR': ({ seconds_per_hour: seconds }) => seconds.toFixed(1),
  MEASURED: 'measured_at',
}

/** earshot models figures */
export const figures = command({
  line: 'figures',
  about: 'list what was measured of each language model, by earshot measure',
  run: async ({ api, out }) => {
    const { data } = await (await api()).listModelFigures()
    const pagination = { has_more: false, next_cursor: null }
    out.list({ data: data.models, pagination }, figureColumns)
  },
})
