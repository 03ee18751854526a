import { createInstance } from 'i18next'

/** The page's texts. Components use `useTranslation`; other code uses `i18n.t`. */
export const i18n = createInstance()
