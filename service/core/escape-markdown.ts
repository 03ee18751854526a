/**
 * Escapes Markdown syntax in a line of text, including list, heading and underline markers at its start, and what
 * Obsidian and Logseq read besides: tags, highlights, comments.
 */
export const escapeMarkdown = (text: string): string =>
  text
    .replaceAll(/[\\`*_[\]<>&|~$]/g, '\\$&')
    .replaceAll(/(?<![\p{L}\p{N}])#(?=[\p{L}\p{N}])|=(?==)|%(?=%)/gu, '\\$&')
    .replace(/^[#+=-]/, '\\$&')
    .replace(/^(\d{1,9})([.)])/, '$1\\$2')
