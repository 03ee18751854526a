const javascript = `import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

// whsec_…, as it was shown when the webhook was made
const secret = Buffer.from(process.env.SECRET.replace('whsec_', ''), 'base64')
const seen = new Set() // keep them in your database

function isGenuine(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': given } = headers
  if (!id || !time || !given) return false
  if (!(Math.abs(Date.now() / 1000 - Number(time)) <= 300)) return false
  const hmac = createHmac('sha256', secret).update(\`\${id}.\${time}.\`).update(body)
  const right = Buffer.from('v1,' + hmac.digest('base64'))
  // There are two signatures for 24 hours after the secret was rotated.
  return given.split(' ').some((one) => {
    const other = Buffer.from(one)
    return other.length === right.length && timingSafeEqual(other, right)
  })
}

createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks) // the raw bytes: verify before parsing
  if (!isGenuine(request.headers, body)) return response.writeHead(401).end()
  response.writeHead(204).end() // answer first, work afterwards
  const event = JSON.parse(body)
  if (seen.has(event.id)) return
  seen.add(event.id)
  console.log(event.event, event.id)
}).listen(process.env.PORT) // behind the proxy that speaks HTTPS
`

const python = `import base64, hashlib, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, HTTPServer

# whsec_…, as it was shown when the webhook was made
SECRET = base64.b64decode(os.environ["SECRET"].removeprefix("whsec_"))
seen = set()  # keep them in your database


def is_genuine(headers, body):
    sent = headers.get("webhook-timestamp", "")
    if not sent.isdigit() or abs(time.time() - int(sent)) > 300:
        return False
    text = f"{headers.get('webhook-id', '')}.{sent}.".encode() + body
    right = "v1," + base64.b64encode(hmac.digest(SECRET, text, hashlib.sha256)).decode()
    # There are two signatures for 24 hours after the secret was rotated.
    given = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(one.encode(), right.encode()) for one in given)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        # The raw bytes: verify before parsing.
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        genuine = is_genuine(self.headers, body)
        self.send_response(204 if genuine else 401)
        self.end_headers()  # answer first, work afterwards
        event = json.loads(body) if genuine else None
        if event and event["id"] not in seen:
            seen.add(event["id"])
            print(event["event"], event["id"], flush=True)


# Behind the proxy that speaks HTTPS.
HTTPServer(("127.0.0.1", int(os.environ["PORT"])), Receiver).serve_forever()
`

/** Complete receivers without dependencies; a test runs each one. */
export const receiverSamples = [
  { language: 'JavaScript', text: javascript },
  { language: 'Python', text: python },
] as const
