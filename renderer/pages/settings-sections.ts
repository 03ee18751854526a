import { bridge } from '../bridge.ts'
import type { SettingsSection } from '../search-params.ts'

const everywhere = ['appearance', 'organization', 'usage', 'storage', 'privacy', 'about'] as const

/** The sections there are; that of the desktop only where its shell offers something. */
export function settingsSections(): SettingsSection[] {
  const { loginItem, shortcut, updates } = bridge()
  const [first, ...rest] = everywhere
  return loginItem || shortcut || updates ? [first, 'desktop', ...rest] : [...everywhere]
}
