import { linkOptions } from '@tanstack/react-router'
import { FolderOpen, ListChecks, ListOrdered, Settings } from 'lucide-react'

/** Where people go every day; everything else is inside Settings. */
export const mainPlaces = [
  { name: 'projects', Icon: FolderOpen, link: linkOptions({ to: '/projects' }) },
  { name: 'tasks', Icon: ListChecks, link: linkOptions({ to: '/tasks' }) },
  { name: 'queue', Icon: ListOrdered, link: linkOptions({ to: '/queue' }) },
] as const

export const settingsPlace = {
  name: 'settings',
  Icon: Settings,
  link: linkOptions({ to: '/settings' }),
} as const
