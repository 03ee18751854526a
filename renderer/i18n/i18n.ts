import { createInstance } from 'i18next'

/** The page's texts. Components take `useTranslation`; what is no component takes `i18n.t`. */
export const i18n = createInstance()
