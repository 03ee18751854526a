import { analyses } from '../i18n/en/analyses.ts'
import { i18n } from '../i18n/i18n.ts'

const isNamed = (key: string): key is keyof typeof analyses.names =>
  Object.hasOwn(analyses.names, key)

/** `deal_probability` → "Deal probability", for fields without a title in the schema. */
export const humanize = (key: string): string => {
  if (isNamed(key)) return i18n.t(`analyses:names.${key}`)
  const words = key
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase()
}
