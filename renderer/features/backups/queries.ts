import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client, createBackup, deleteBackup, listBackups } from 'earshot/client'
import type { Backup, BackupInput } from 'earshot/client'
import { usePages } from '../../api/use-pages.ts'

const key = ['backups'] as const
/** Often while one is made; seldom otherwise, for the daily one and for ages in words. */
const [followMs, lookMs] = [1_000, 60_000]

/** Newest first, the one that is being made included. */
export const useBackups = () =>
  usePages({
    key,
    load: (page, signal) => listBackups({ query: { limit: 50, ...page }, signal }),
    refreshMs: (items) => (items.some(isRunning) ? followMs : lookMs),
  })

export const isRunning = ({ status }: Backup): boolean => status === 'processing'

export const useStartBackup = () => useChange((body: BackupInput) => createBackup({ body }))

/** Deletes one, or cancels the one that is being made. */
export const useDeleteBackup = () =>
  useChange((id: string) => deleteBackup({ path: { backupId: id } }))

function useChange<T = void>(change: (given: T) => Promise<unknown>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}

/** A backup as one file. The browser keeps what is large on the disk. */
export const useDownload = () =>
  useMutation({
    mutationFn: async (id: string) => {
      const body = await client.get<Record<200, Blob>, unknown, true, 'data'>({
        url: '/v1/backups/{backupId}/archive',
        security: [{ scheme: 'bearer', type: 'http' }],
        path: { backupId: id },
        parseAs: 'blob',
        responseStyle: 'data',
        throwOnError: true,
      })
      return { name: `${id}.tar`, body }
    },
  })
