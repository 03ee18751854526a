import { fastify } from 'fastify'

/** Fastify with nothing in it: answers every GET with the text that was last PUT. */
const app = fastify()
let text = ''
app.addContentTypeParser(
  '*',
  { parseAs: 'string', bodyLimit: 10_000_000 },
  (_request, body, done) => done(null, body),
)
app.put('/', async (request) => {
  text = String(request.body)
  return ''
})
app.get('/', async (_request, reply) => reply.type('application/json; charset=utf-8').send(text))
process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`)
