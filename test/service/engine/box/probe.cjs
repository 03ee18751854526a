// Runs in the place of an engine: tries every way out of its box, and says on each channel that an
// engine has which of them it got through. Nothing but "escaped:" means that it is kept in.
const fs = require('node:fs')
const net = require('node:net')
const dgram = require('node:dgram')
const os = require('node:os')
const { spawnSync } = require('node:child_process')
const path = require('node:path')

// The test puts in what lies where, and what to reach.
const { forbidden, port, socket, parent, node } = WAYS // oxlint-disable-line no-undef
const escaped = []
const attempt = (name, work) => {
  try {
    work()
    escaped.push(name)
  } catch {
    // Kept in.
  }
}
const reaches = (name, target) =>
  new Promise((resolve) => {
    const connection = net.connect(target)
    const out = () => resolve(escaped.push(name))
    connection.once('connect', out)
    // Whatever else is wrong, the network was asked: a box has no sockets to ask with.
    connection.once('error', ({ code }) => (code === 'EPERM' ? resolve() : out()))
    connection.setTimeout(1_000, out)
  })

async function tryAll() {
  for (const [name, file] of Object.entries(forbidden)) {
    attempt(`read ${name}`, () => fs.readFileSync(file))
    attempt(`write ${name}`, () => fs.closeSync(fs.openSync(file, 'r+')))
    attempt(`list ${name}`, () => fs.readdirSync(path.dirname(file)))
    attempt(`add beside ${name}`, () => fs.writeFileSync(`${file}.added`, ''))
    attempt(`mode of ${name}`, () => fs.chmodSync(file, 0o600))
    attempt(`times of ${name}`, () => fs.utimesSync(file, 1, 1))
  }
  attempt('variables of the service', () => fs.readFileSync(`/proc/${parent}/environ`))
  attempt('memory of the service', () => fs.openSync(`/proc/${parent}/mem`))
  attempt('signal to the service', () => process.kill(parent, 0))
  attempt('priority of the service', () => os.setPriority(parent, os.getPriority(parent)))
  attempt('temporary files', () => fs.readdirSync('/tmp'))
  attempt('home', () => fs.readdirSync(process.env.HOME || '/root'))
  const reading = `fs.readFileSync(${JSON.stringify(Object.values(forbidden)[0])})`
  if (spawnSync(node, ['-e', reading]).status === 0) escaped.push('by a child of its own')
  await reaches('loopback', { host: '127.0.0.1', port })
  await reaches('loopback by IPv6', { host: '::1', port })
  await reaches('another network', { host: '192.0.2.1', port: 443 })
  await reaches('a socket in the file system', { path: socket })
  await new Promise((resolve) => {
    const datagram = dgram.createSocket('udp4').on('error', resolve)
    datagram.send('x', port, '127.0.0.1', (error) => resolve(error ?? escaped.push('datagram')))
  })
  await new Promise((resolve) => {
    const server = net.createServer().on('error', resolve)
    server.listen(0, '127.0.0.1', () => resolve(escaped.push('listening')))
  })
}

async function tell() {
  await tryAll()
  const said = `escaped:${escaped.join(', ')};`
  // As whisper-cli, and to tell speakers apart; ffmpeg, whose output would be sound, fails.
  fs.writeSync(2, `error: ${said}\n`)
  if (process.argv[1].endsWith('ffmpeg')) process.exit(1)
  // As the search for speech, and as the decoder.
  fs.writeSync(1, `Speech segment 0: start = ${escaped.length}, end = 9999\n`)
  fs.writeSync(1, `${JSON.stringify({ ok: false, code: 'decode_failed', message: said })}\n`)
  if (!process.send) process.exit(0)
  // As the embedder, and as the language model.
  process.send({ failed: 'engine_crashed', message: said })
  process.send({ type: 'load-failed', code: 'engine_crashed', message: said })
}
void tell()
// With a channel it stays until it is ended.
if (process.send) process.on('message', () => {})
