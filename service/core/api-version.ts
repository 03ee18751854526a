/**
 * The supported versions of /v1, oldest first (api-choices.md 16). A breaking change adds a date
 * here and, in http/api-version.ts, a transform of responses to the previous date and that date's
 * Deprecation and Sunset headers. An old version is supported for 12 months. There has been no
 * breaking change yet.
 */
export const apiVersions = ['2026-11-21'] as const

/** The version that new keys, new webhooks and events use. */
export const currentApiVersion: (typeof apiVersions)[number] = '2026-11-21'
