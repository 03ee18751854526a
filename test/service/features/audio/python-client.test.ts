import { execFile, execFileSync } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { scriptedTranscriber, spoken } from '../../../support/engine.ts'
import { shortestClip } from '../../../support/models.ts'

const python = process.env['EARSHOT_PYTHON'] ?? 'python3'
const hasClient = canRun(python)
if (!hasClient) {
  process.stderr.write(
    'SKIPPED: OpenAI’s client for Python. EARSHOT_PYTHON names a python3 that has openai.\n',
  )
}

function canRun(command: string): boolean {
  try {
    execFileSync(
      command,
      ['-c', 'import importlib.util, sys; sys.exit(importlib.util.find_spec("openai") is None)'],
      { stdio: 'ignore' },
    )
    return true
  } catch {
    return false
  }
}

let app: TestApp
beforeAll(async () => {
  if (hasClient)
    app = await startTestApp({ transcriber: scriptedTranscriber(async () => spoken()) })
})
afterAll(() => app?.stop())

test.skipIf(!hasClient)(
  'OpenAI’s client for Python reads every format and every refusal',
  async () => {
    const script = path.join(import.meta.dirname, 'openai-client.py')
    const args = [script, `${app.baseUrl}/v1`, app.sessionToken, shortestClip]
    const { stdout } = await promisify(execFile)(python, args)
    const text = 'We will send the contract on Friday.'
    const { models, srt, vtt, ...answers } = JSON.parse(stdout)
    expect(answers).toEqual({
      json: text,
      text: `${text}\n`,
      verbose_json: text,
      diarized_json: text,
      language: 'english',
      words: 7,
      segments: 1,
      speakers: ['A'],
      stream: ['transcript.text.delta', 'transcript.text.done'],
      translated: text,
      model: 'earshot',
      no_model: ['NotFoundError', 'not_found', null, 'invalid_request_error'],
      wrong_field: ['BadRequestError', 'validation_error', 'temperature', 'invalid_request_error'],
      wrong_key: ['AuthenticationError', 'authentication_required', null, null],
    })
    expect(models).toContain('whisper-base-q5_1')
    expect(srt).toContain(`00:00:00,500 --> 00:00:03,300\r\n${text}`)
    expect(vtt).toMatch(/^WEBVTT\n/)
  },
)
