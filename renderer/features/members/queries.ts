import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { deleteMember, listMembers, updateMember, type Member } from 'earshot/client'
import { usePages } from '../../api/use-pages.ts'

const key = ['members'] as const

export const useMembers = () =>
  usePages({
    key,
    load: (page, signal) => listMembers({ query: { limit: 50, ...page }, signal }),
  })

/** Members' names by id, to show as authors. */
export function usePeople(): ReadonlyMap<string, string> {
  const { items } = useMembers()
  return useMemo(() => new Map(items?.map(({ id, name, email }) => [id, name ?? email])), [items])
}

export function useChangeRole() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ memberId, role }: { memberId: string; role: Member['role'] }) =>
      (await updateMember({ path: { memberId }, body: { role } })).data,
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}

export function useRemoveMember() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (memberId: string) => (await deleteMember({ path: { memberId } })).data,
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}
