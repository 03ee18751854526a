import { linkOptions } from '@tanstack/react-router'
import {
  Bot,
  Building2,
  CalendarDays,
  CircleUser,
  Cpu,
  FileText,
  Gauge,
  HardDrive,
  Info,
  KeyRound,
  LockKeyhole,
  MonitorCog,
  ScrollText,
  ShieldCheck,
  SpellCheck,
  SunMoon,
  Trash2,
  Users,
  Webhook,
} from 'lucide-react'
import { bridge } from './bridge.ts'
import type { SettingsSection } from './search-params.ts'
import { access, isSignedIn } from './session-store.ts'

const section = <Name extends SettingsSection>(name: Name, Icon: typeof Info) => ({
  name,
  Icon,
  link: linkOptions({ to: '/settings', search: { section: name } }),
})

const groups = [
  {
    name: 'app',
    places: [section('appearance', SunMoon), section('desktop', MonitorCog)],
  },
  {
    name: 'words',
    places: [
      { name: 'models', Icon: Cpu, link: linkOptions({ to: '/models' }) },
      { name: 'prompts', Icon: FileText, link: linkOptions({ to: '/prompts' }) },
      { name: 'vocabulary', Icon: SpellCheck, link: linkOptions({ to: '/vocabulary' }) },
    ],
  },
  {
    name: 'data',
    places: [
      section('storage', HardDrive),
      { name: 'bin', Icon: Trash2, link: linkOptions({ to: '/bin' }) },
      section('encryption', LockKeyhole),
      section('privacy', ShieldCheck),
      section('usage', Gauge),
      section('audit', ScrollText),
    ],
  },
  {
    name: 'people',
    places: [
      section('account', CircleUser),
      section('organization', Building2),
      { name: 'members', Icon: Users, link: linkOptions({ to: '/members' }) },
    ],
  },
  {
    name: 'programs',
    places: [
      { name: 'apiKeys', Icon: KeyRound, link: linkOptions({ to: '/api-keys' }) },
      { name: 'webhooks', Icon: Webhook, link: linkOptions({ to: '/webhooks' }) },
      section('calendars', CalendarDays),
      section('assistants', Bot),
    ],
  },
  { name: 'earshot', places: [section('about', Info)] },
] as const

/** What the service refuses to those who are no admins. */
const ofAdmins: readonly string[] = [
  'privacy',
  'usage',
  'audit',
  'organization',
  'calendars',
] satisfies SettingsSection[]

/**
 * Everything inside Settings, in the order of its navigation, but for what the service would refuse. A browser has
 * no Desktop, and an account only somebody who signed in; encryption is for the machine itself alone.
 */
export const settingsGroups = () =>
  groups.map(({ name, places }) => ({
    name,
    places: places.filter(({ name: place }) => isOpen(place)),
  }))

/** Whether a place is among them: its address may have come from somebody else. */
export function isOpen(place: string): boolean {
  const { loginItem, shortcut, updates } = bridge()
  if (place === 'desktop') return Boolean(loginItem ?? shortcut ?? updates)
  if (place === 'account') return isSignedIn()
  if (place === 'encryption') return !isSignedIn()
  if (place === 'storage') return access().isOperator
  return access().isAdmin || !ofAdmins.includes(place)
}
