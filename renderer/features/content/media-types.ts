import { mediaTypeOf as typeByEnding } from 'earshot/client'

/** The media type to announce for a file: by its ending where known, else what the browser says. */
export const mediaTypeOf = ({ name, type }: { name: string; type: string }): string =>
  typeByEnding(name) ?? (type.split(';')[0] || 'application/octet-stream')
