import { linkOptions } from '@tanstack/react-router'
import { FolderOpen, House, ListChecks, ListOrdered, Settings } from 'lucide-react'

/** Where people go every day; everything else is inside Settings. */
export const mainPlaces = [
  { name: 'home', Icon: House, link: linkOptions({ to: '/' }) },
  { name: 'projects', Icon: FolderOpen, link: linkOptions({ to: '/projects' }) },
  { name: 'tasks', Icon: ListChecks, link: linkOptions({ to: '/tasks' }) },
] as const

/** Opened from Home. */
export const queuePlace = {
  name: 'queue',
  Icon: ListOrdered,
  link: linkOptions({ to: '/queue' }),
} as const

export const settingsPlace = {
  name: 'settings',
  Icon: Settings,
  link: linkOptions({ to: '/settings' }),
} as const
