import { initReactI18next } from 'react-i18next'
import { de } from '../../renderer/i18n/de/de.ts'
import { en } from '../../renderer/i18n/en/en.ts'
import { i18n } from '../../renderer/i18n/i18n.ts'

/** The page's texts in a test without a browser; called again, they are in the other language. */
export async function speakAs(language: 'en' | 'de'): Promise<void> {
  if (i18n.isInitialized) return void (await i18n.changeLanguage(language))
  await i18n.use(initReactI18next).init({
    resources: { en, de },
    lng: language,
    fallbackLng: 'en',
    ns: Object.keys(en),
    defaultNS: 'parts',
    interpolation: { escapeValue: false },
  })
}
