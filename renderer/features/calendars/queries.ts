import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  addCalendar,
  EarshotError,
  getRecordingEvent,
  listCalendars,
  listReminders,
  putRecordingEvent,
  refreshCalendar,
  removeCalendar,
  updateCalendar,
  type AddCalendarData,
  type Calendar,
  type CalendarEvent,
  type UpdateCalendarData,
} from 'earshot/client'
import type { ContentRef } from '../../api/types.ts'

const key = ['calendars'] as const
const [busyMs, quietMs] = [1_500, 30_000]

/** All calendars, of which there are 20 at most; asked for often while one is read for the first time. */
export const useCalendars = () =>
  useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await listCalendars({ query: { limit: 100 }, signal })).data,
    refetchInterval: ({ state }) => (state.data?.some(isNew) ? busyMs : quietMs),
  })

/** Whether it was not read yet. */
export const isNew = ({ read_at: readAt, error }: Calendar): boolean =>
  readAt === null && error === null

/** What is done with calendars; recordings may be called otherwise then. */
export function useCalendarActions() {
  const queries = useQueryClient()
  const onSettled = () => queries.invalidateQueries()
  const add = useMutation({
    mutationFn: async (body: AddCalendarData['body']) => (await addCalendar({ body })).data,
    onSettled,
    // The address is a secret; drop it once the form is gone.
    gcTime: 0,
  })
  const change = useMutation({
    mutationFn: async ({ id, ...body }: UpdateCalendarData['body'] & { id: string }) =>
      (await updateCalendar({ path: { calendarId: id }, body })).data,
    onSettled,
  })
  const refresh = useMutation({
    mutationFn: async (calendarId: string) =>
      (await refreshCalendar({ path: { calendarId } })).data,
    onSettled,
  })
  const remove = useMutation({
    mutationFn: async (calendarId: string) => (await removeCalendar({ path: { calendarId } })).data,
    onSettled,
  })
  return { add, change, refresh, remove }
}

const eventKey = ({ projectId, contentId }: ContentRef) =>
  ['content', projectId, contentId, 'event'] as const

/** The event that a recording is of, and others of that time. */
export const useRecordingEvent = (contentRef: ContentRef) =>
  useQuery({
    queryKey: eventKey(contentRef),
    queryFn: async ({ signal }) => (await getRecordingEvent({ path: contentRef, signal })).data,
  })

/** Says which event a recording is of, or that it is of none; it may be called otherwise then. */
export function useChooseEvent(contentRef: ContentRef) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (event_id: string | null) =>
      (await putRecordingEvent({ path: contentRef, body: { event_id } })).data,
    onSettled: () => queries.invalidateQueries({ queryKey: ['content'] }),
  })
}

const noEvents: readonly CalendarEvent[] = []

/** Meetings that begin now; none if this key may not read calendars. */
export function useReminders(): readonly CalendarEvent[] {
  const { data } = useQuery({
    queryKey: [...key, 'reminders'],
    queryFn: async ({ signal }) => {
      try {
        return (await listReminders({ signal })).data
      } catch (error) {
        if (error instanceof EarshotError && error.status === 403) return noEvents
        throw error
      }
    },
    refetchInterval: quietMs,
    // Meetings begin while nobody looks at the page.
    refetchIntervalInBackground: true,
  })
  return data ?? noEvents
}
