import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { recentItems } from '../features/palette/recent.ts'
import { awaitCommand } from '../ui/commands.ts'

/** Opens the file picker of the current project, the most recent one, or Home. */
export function useImport(): () => void {
  const navigate = useNavigate()
  return useCallback(() => {
    const [last] = recentItems()
    awaitCommand('content.add')
    if (!last) return void navigate({ to: '/' })
    void navigate({ to: '/projects/$projectId', params: { projectId: last.projectId } })
  }, [navigate])
}
