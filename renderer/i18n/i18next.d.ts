import type { en } from './en/en.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'parts'
    resources: typeof en
  }
}
