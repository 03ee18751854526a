/** Any file name in a header that holds ASCII only (RFC 6266, RFC 8187). */
export function dispositionOf(filename: string, kind: 'inline' | 'attachment'): string {
  const short = [...filename].slice(0, 200).join('')
  const plain = short.replaceAll(/[^\w .()-]/g, '_')
  const encoded = encodeURIComponent(short).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`
}
