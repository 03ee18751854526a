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
  'storage',
  'encryption',
  'privacy',
  'usage',
  'audit',
  'organization',
  'calendars',
] satisfies SettingsSection[]

/**
 * Everything inside Settings, in the order of its navigation. A browser has no Desktop, and an account only
 * somebody who signed in.
 */
export function settingsGroups({ isSignedIn, isAdmin }: { isSignedIn: boolean; isAdmin: boolean }) {
  const { loginItem, shortcut, updates } = bridge()
  const hasDesktop = Boolean(loginItem ?? shortcut ?? updates)
  return groups.map(({ name, places }) => ({
    name,
    places: places.filter(
      ({ name: place }) =>
        (hasDesktop || place !== 'desktop') &&
        (isSignedIn || place !== 'account') &&
        (isAdmin || !ofAdmins.includes(place)),
    ),
  }))
}
