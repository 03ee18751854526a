/**
 * The versions of /v1 that can be spoken, oldest first (api-choices.md 16). A change that is not
 * compatible adds a date here, and in http/api-version.ts a transform of answers to the date before
 * and that date's Deprecation and Sunset headers; it is kept for 12 months. So far there was none.
 */
export const apiVersions = ['2026-11-21'] as const

/** What new keys, new webhooks and events speak. */
export const currentApiVersion: (typeof apiVersions)[number] = '2026-11-21'
