import slugify from '@sindresorhus/slugify'

/** A URL-safe slug of at most 60 characters; empty if the name's script has no transliteration. */
export const toSlug = (name: string): string => slugify(name).slice(0, 60).replace(/-+$/, '')
