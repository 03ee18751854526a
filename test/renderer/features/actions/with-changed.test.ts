import { expect, test } from 'vitest'
import {
  withChanged,
  type Action,
  type Page,
} from '../../../../renderer/features/actions/queries.ts'

const item = (id: string): Action => ({
  id,
  project_id: 'proj_1',
  content_id: 'cont_1',
  filename: 'a.mp3',
  title: 'a',
  text: 'Send it',
  owner: 'Ada',
  due: 'Friday',
  due_on: '2020-01-03',
  is_done: false,
  is_overdue: true,
  done_at: null,
  quotes: [],
  created_at: '2020-01-01T00:00:00Z',
})
const pageOf = (...ids: string[]): Page => ({
  data: ids.map(item),
  pagination: { has_more: false, next_cursor: null },
  meta: { request_id: 'req_1', timestamp: '2020-01-01T00:00:00Z' },
})

test('a tick changes one item in its place, and what else holds of it is what the service says', () => {
  const pages = [pageOf('act_1', 'act_2'), pageOf('act_3')]
  const ticked = withChanged(pages, 'act_2', { is_done: true })
  // Whether it is overdue is not the page's to say.
  expect(ticked[0]?.data[1]).toEqual({ ...item('act_2'), is_done: true })
  const answer = { is_done: true, is_overdue: false, done_at: '2020-01-04T00:00:00Z' }
  expect(withChanged(ticked, 'act_2', answer)[0]?.data[1]).toEqual({ ...item('act_2'), ...answer })
  expect([ticked[0]?.data[0], ticked[1]]).toEqual([item('act_1'), pages[1]])
})
