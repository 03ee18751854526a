/**
 * What a day with Earshot asks of it, by the real programs: a start, an upload, a transcription, an analysis,
 * search, Ask, every export, a stop. egress.ts watches it; alone it needs nothing but this machine.
 */
import { openAsBlob } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createEarshot, type ExportFormat } from '../../service/client/index.ts'
import { shortestClip } from '../support/models.ts'
import { startServiceProcess } from '../support/service-process.ts'

const formats: ExportFormat[] = ['json', 'txt', 'srt', 'vtt', 'md', 'docx']

function require(isSo: boolean, what: string): void {
  if (!isSo) throw new Error(`The main flow failed: ${what}.`)
  process.stdout.write(`  ${what}\n`)
}

const folder = await mkdtemp(path.join(tmpdir(), 'earshot-flow-'))
const service = await startServiceProcess(folder)
try {
  const earshot = createEarshot({ baseUrl: service.baseUrl, apiKey: service.token })
  const { data: project } = await earshot.createProject({ body: { name: 'Speeches' } })
  const file = await openAsBlob(shortestClip)
  const { id } = await earshot.upload(project.id, file, { filename: 'call.mp3' })
  const recording = { projectId: project.id, contentId: id }
  const { text } = await earshot.waitForTranscript(recording)
  require(/your country can do for you/i.test(text), 'uploaded and transcribed')
  const { data: queued } = await earshot.analyzeContent({ path: recording })
  const analysis = await earshot.waitForAnalysis({ ...recording, analysisId: queued.analysis_id })
  require(analysis.status === 'completed', `analysed by ${analysis.model_used}`)
  const { data: found } = await earshot.searchContent({ query: { q: 'country' } })
  require(found.length === 1, 'found')
  const { data: answer } = await earshot.askQuestion({
    path: { projectId: project.id },
    body: { question: 'What should you ask?' },
  })
  require(answer !== null, 'asked')
  for (const format of formats) {
    const { blob } = await earshot.exportTranscript(recording, { format })
    require(blob.size > 50, `exported as ${format}`)
  }
} finally {
  require((await service.stop()) === 0, 'stopped')
  await rm(folder, { recursive: true, force: true })
}
