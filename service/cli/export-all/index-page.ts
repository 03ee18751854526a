import { escapeHtml } from '../../core/escape-html.ts'
import { toClock } from '../../core/clock-time.ts'
import type { ExportedProject, ExportedRecording } from './exported.ts'

const style = `
:root { color-scheme: light dark; --line: color-mix(in srgb, CanvasText 20%, Canvas); }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
h2 { margin-top: 2.5rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: start; vertical-align: top; padding: 0.4rem 1rem 0.4rem 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
th:first-child, td:first-child, td.number { white-space: nowrap; overflow-wrap: normal; }
ul { margin: 0; padding-inline-start: 1.2rem; }
td ul { list-style: none; padding: 0; }
@media (max-width: 40rem) {
  thead { display: none; }
  tr { display: block; padding: 0.6rem 0; border-bottom: 1px solid var(--line); }
  td { display: block; padding: 0; border: 0; }
}
`

/** A page that leads to every file of an export, from the disk alone and without scripts. */
export function toIndexPage(projects: readonly ExportedProject[], now: Date): string {
  const day = now.toISOString().slice(0, 10)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Earshot: everything, ${day}</title>
<style>${style}</style>
</head>
<body>
<h1>Everything from Earshot</h1>
<p>Exported on ${day} (UTC). All projects: ${toLink(['actions.csv'], 'action items')}, ${toLink(['prompts.json'], 'prompts')}.</p>
${projects.map(toSection).join('\n')}
${toGaps(projects)}
</body>
</html>
`
}

/** A link to a file, by the names on the way there. */
const toLink = (names: readonly string[], text: string): string =>
  `<a href="${escapeHtml(
    names
      .flatMap((name) => name.split('/'))
      .map(encodeURIComponent)
      .join('/'),
  )}">${escapeHtml(text)}</a>`

function toSection({ folder, name, files, recordings }: ExportedProject): string {
  const links = files.map((file) => toLink([folder, file], file)).join(', ')
  const rows = recordings.map((recording) => toRow(folder, recording)).join('\n')
  const table = `<div class="scroll"><table>
<thead><tr><th>Day</th><th>Recording</th><th>Length</th><th>Files</th></tr></thead>
<tbody>
${rows}
</tbody>
</table></div>`
  return `<section>
<h2>${escapeHtml(name)}</h2>
<p>${links}</p>
${recordings.length > 0 ? table : '<p>No recordings.</p>'}
</section>`
}

function toRow(project: string, { folder, item, media, files }: ExportedRecording): string {
  const { filename, created_at, duration_seconds } = item
  const name = media === null ? escapeHtml(filename) : toLink([project, folder, media], filename)
  const length = duration_seconds === null ? '' : toClock(duration_seconds)
  const links = files.map((file) => `<li>${toLink([project, folder, file], file)}</li>`).join('')
  return `<tr><td>${created_at.slice(0, 10)}</td><td>${name}</td><td class="number">${length}</td><td><ul>${links}</ul></td></tr>`
}

function toGaps(projects: readonly ExportedProject[]): string {
  const lines = projects.flatMap(({ name, recordings }) =>
    recordings.flatMap(({ item, gaps }) =>
      gaps.map(({ what, reason }) => {
        const text = `${name}, ${item.filename}: ${what}: ${reason}`
        return `<li>${escapeHtml(text)}</li>`
      }),
    ),
  )
  return lines.length === 0
    ? ''
    : `<section>\n<h2>Not complete</h2>\n<ul>\n${lines.join('\n')}\n</ul>\n</section>`
}
