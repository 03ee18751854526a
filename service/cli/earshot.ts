#!/usr/bin/env node
import { runEarshot } from './program.ts'

// Ctrl-C ends what follows or waits, and leaves no half-written line.
const stopping = new AbortController()
process.once('SIGINT', () => {
  stopping.abort()
  // A second one, or work that does not listen, ends as it always does.
  if (!process.argv.includes('follow')) process.exit(130)
})

process.exitCode = await runEarshot(process.argv.slice(2), {
  env: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  signal: stopping.signal,
})
