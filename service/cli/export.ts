import type { ExportedFile, ExportFormat } from 'earshot/client'
import { rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Option } from 'commander'
import { command, inProject, toCount, type InProject, type Tools } from './command.ts'
import { findRecording } from './connect.ts'
import { UsageError } from './errors.ts'
import { toSize } from './size.ts'

const formats = ['txt', 'srt', 'vtt', 'md', 'json', 'docx'] as const
type Options = InProject & {
  format?: ExportFormat
  output?: string
  version?: number
  timestamps: boolean
  speakers: boolean
}

/** earshot export … */
export const exportCommand = command<Options>({
  line: 'export <recording>',
  about: 'write a transcript as a file: text, subtitles, Markdown, JSON or Word',
  options: [
    inProject,
    new Option('--format <format>', 'without it, by the ending of --output, else txt').choices(
      formats,
    ),
    ['-o, --output <file>', 'where to; without it, to standard output'],
    new Option('--version <number>', 'a version of its history').argParser(toCount),
    ['--no-timestamps', 'leave times out of txt, md and docx'],
    ['--no-speakers', 'leave names out'],
  ],
  examples: ['export cont_… --format srt', 'export cont_… -o call.docx'],
  run: async (tools, { project, output, format = formatOf(output), ...options }, id = '') => {
    if (format === 'docx' && output === undefined) {
      throw new UsageError('A Word file is not for the screen: name it with --output.')
    }
    const api = await tools.api()
    const { path: recording } = await findRecording(api, id, project)
    await write(tools, await api.exportTranscript(recording, { ...options, format }), output)
  },
})

/** `call.srt` → `srt`; plain text where there is no name to go by. */
function formatOf(output: string | undefined): ExportFormat {
  if (output === undefined) return 'txt'
  const ending = path.extname(output).slice(1).toLowerCase()
  const format = formats.find((name) => name === ending)
  if (format) return format
  throw new UsageError(`Name the format, as "${output}" does not say it: ${formats.join(', ')}.`)
}

async function write({ out }: Tools, { blob, filename }: ExportedFile, output: string | undefined) {
  if (output === undefined) {
    const text = await blob.text()
    out.result({ filename, text }, [text.replace(/\r?\n$/, '')])
    return
  }
  // A file that is there already is replaced by a whole one or not at all.
  const part = `${output}.part`
  try {
    await writeFile(part, blob.stream())
    await rename(part, output)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
  out.result({ file: output, size_bytes: blob.size }, [`${output}: ${toSize(blob.size)}`])
}
