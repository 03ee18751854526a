import { initReactI18next } from 'react-i18next'
import { en } from './en/en.ts'
import { i18n } from './i18n.ts'

/** Languages of the page, each under its own name. To add one, add a folder with the same files. */
export const languages = [
  { code: 'en', name: 'English' },
  { code: 'de', name: 'Deutsch' },
] as const
export type Language = (typeof languages)[number]['code']

const storageName = 'earshot.language'

/** Whether the page belongs to a team's server, of which it then says so. */
let isOfTeam = false

/** The language chosen in this browser; null follows the system. */
export const chosenLanguage = (): Language | null => known(localStorage.getItem(storageName))

/** Switches the page to this language; null follows the system again. */
export async function chooseLanguage(language: Language | null): Promise<void> {
  if (language) localStorage.setItem(storageName, language)
  else localStorage.removeItem(storageName)
  await show(language ?? systemLanguage())
}

/**
 * Await this before the first screen. English is bundled; other languages, and the words for a team's server, are
 * fetched on demand.
 */
export async function startLanguage(options: { isOfTeam: boolean }): Promise<void> {
  isOfTeam = options.isOfTeam
  await i18n.use(initReactI18next).init({
    resources: { en },
    lng: 'en',
    fallbackLng: 'en',
    ns: Object.keys(en),
    defaultNS: 'parts',
    // React escapes all output.
    interpolation: { escapeValue: false },
    returnNull: false,
  })
  await show(chosenLanguage() ?? systemLanguage())
}

async function show(language: Language): Promise<void> {
  if (language === 'de' && !i18n.hasResourceBundle('de', 'parts')) {
    const { de } = await import('./de/de.ts')
    for (const [name, texts] of Object.entries(de)) i18n.addResourceBundle('de', name, texts)
  }
  if (isOfTeam) await layTeamTextsOver(language)
  await i18n.changeLanguage(language)
  document.documentElement.lang = language
}

async function layTeamTextsOver(language: Language): Promise<void> {
  const { team } = await (language === 'de' ? import('./de/team.ts') : import('./en/team.ts'))
  for (const [name, texts] of Object.entries(team)) {
    i18n.addResourceBundle(language, name, texts, true, true)
  }
}

function systemLanguage(): Language {
  for (const tag of navigator.languages) {
    const language = known(tag.split('-')[0] ?? '')
    if (language) return language
  }
  return 'en'
}

const known = (code: string | null): Language | null =>
  languages.find((language) => language.code === code)?.code ?? null
