import { oneLine } from '../../../core/one-line.ts'
import { escapeMarkdown } from '../../../core/escape-markdown.ts'
import { toParagraphs } from './paragraphs.ts'
import { isRightToLeft, type Marks, type Source, clockTime } from './transcript-file.ts'

/** Plain text: paragraphs separated by blank lines. */
export function toText(source: Source, { timestamps, speakers }: Marks): string {
  const lines = toParagraphs(source).map(({ time, speaker, language, text, heading }) => {
    // Without it, a time or Latin name would make an Arabic or Hebrew line left-to-right.
    const mark = isRightToLeft(language) ? '\u200f' : ''
    const title = heading === null ? '' : `${mark}== ${heading} ==\n\n`
    const head = [...(timestamps ? [`[${time}]`] : []), ...(speakers ? [`${speaker}:`] : [])]
    return `${title}${mark}${[...head, text].join(' ')}\n`
  })
  return lines.join('\n')
}

/** Markdown (CommonMark), with front matter that describes the recording and the transcript. */
export function toMarkdown(source: Source, marks: Marks): string {
  const blocks = toParagraphs(source).map(({ time, speaker, text, heading }) => {
    const title = heading === null ? '' : `## ${escapeMarkdown(heading)}\n\n`
    const head = [
      ...(marks.speakers && speaker !== '' ? [`**${escapeMarkdown(speaker)}**`] : []),
      ...(marks.timestamps ? [time] : []),
    ].join(' ')
    return `${title}${head === '' ? '' : `${head}  \n`}${escapeMarkdown(text)}\n`
  })
  return [frontMatter(source), `# ${escapeMarkdown(source.title)}\n`, ...blocks].join('\n')
}

const frontMatter = (source: Source): string =>
  `---\n${frontFields(source)
    .map(([name, value]) => `${name}: ${toYaml(value)}\n`)
    .join('')}---\n`

/** What front matter says of a recording and its transcript, in order. */
export function frontFields({ transcript, title, recordedAt, durationSeconds }: Source) {
  const speakers = transcript.speakers.map(({ name, label }) => name ?? label)
  return [
    ['title', title],
    ['date', recordedAt],
    ['duration', durationSeconds === null ? null : clockTime(durationSeconds)],
    ['duration_seconds', durationSeconds && Math.round(durationSeconds * 1000) / 1000],
    ['language', transcript.language],
    ['speakers', speakers.map(oneLine)],
    ['words', transcript.word_count],
    ['model', transcript.model_used],
    ['version', transcript.version],
    ['content_id', transcript.content_id],
  ] as const
}

/** JSON is valid YAML once the characters that YAML does not allow unescaped are escaped. */
export const toYaml = (value: unknown): string =>
  JSON.stringify(value).replaceAll(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
