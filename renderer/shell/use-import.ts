import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { recentItems } from '../features/palette/recent.ts'
import { awaitCommand } from '../ui/commands.ts'

/** Opens the file picker of the current project, or of the most recent one. */
export function useImport(): () => void {
  const navigate = useNavigate()
  return useCallback(() => {
    const [last] = recentItems()
    if (!last) return void navigate({ to: '/projects' })
    awaitCommand('content.add')
    void navigate({ to: '/projects/$projectId', params: { projectId: last.projectId } })
  }, [navigate])
}
