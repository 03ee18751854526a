#!/usr/bin/env node
import { runEarshot } from './program.ts'

const graceMs = 2_000

// Ctrl-C ends what follows or waits; an upload takes back what it had announced.
const stopping = new AbortController()
process.once('SIGINT', () => {
  stopping.abort()
  setTimeout(() => process.exit(130), graceMs).unref()
})

process.exitCode = await runEarshot(process.argv.slice(2), {
  env: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  signal: stopping.signal,
})
