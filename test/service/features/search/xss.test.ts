import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { givenProject } from '../../../support/factory.ts'
import { storeRecordings } from '../../../support/recordings.ts'

const script = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<svg/onload=alert(1)>',
  '<body onload=alert(1)>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<a href="javascript:alert(1)">x</a>',
  '"><script>alert(1)</script>',
  "'><img src=x onerror=alert(1)>",
  '</mark><script>alert(1)</script>',
  '<mark onmouseover=alert(1)>needle</mark>',
  '<mark>fake</mark>',
  '</mark></mark>',
  '<<script>script>alert(1)</script>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<ScRiPt>alert(1)</sCrIpT>',
  '<script\n>alert(1)</script\n>',
  '<script/x>alert(1)</script>',
  '<!--<script>-->alert(1)',
  '<![CDATA[<script>alert(1)</script>]]>',
  '&lt;script&gt;alert(1)',
  '&#60;script&#62;alert(1)',
  '&#x3c;img src=x onerror=alert(1)&#x3e;',
  '\\u003cscript\\u003e',
  '<math><mtext></mtext><mglyph><style><!--</style><img title="--&gt;&lt;img src onerror=alert(1)&gt;">',
  '<details open ontoggle=alert(1)>',
  '<video><source onerror=alert(1)></video>',
  '<input autofocus onfocus=alert(1)>',
  '<select autofocus onfocus=alert(1)>',
  '<marquee onstart=alert(1)>',
  '<object data="javascript:alert(1)">',
  '<embed src="javascript:alert(1)">',
  '<form action="javascript:alert(1)"><button>',
  '<button formaction="javascript:alert(1)">',
  '<link rel=stylesheet href="javascript:alert(1)">',
  '<style>@import "javascript:alert(1)"</style>',
  '<base href="javascript:alert(1)//">',
  '<meta http-equiv=refresh content="0;url=javascript:alert(1)">',
  '<template><script>alert(1)</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<xss style="animation-name:x" onanimationstart=alert(1)>',
  '<img src=`x` onerror=alert(1)>',
  '<img/src="x"/onerror=alert(1)>',
  '<img src=x:x onerror=alert&lpar;1&rpar;>',
  'javascript:alert(1)',
  '\uFF1Cscript\uFF1Ealert(1)',
  '<\u0130mg src=x onerror=alert(1)>',
  '<img \u2028src=x onerror=alert(1)>',
  '\uE000<b>\uE001',
  '\uE001\uE000<i>',
  '\uE000\uE000',
  '<b\u0000>bold</b>',
  '{{constructor.constructor("alert(1)")()}}',
  '${alert(1)}',
  '<%= 7*7 %>',
  '<keygen autofocus onfocus=alert(1)>',
  '<p style="x:expression(alert(1))">',
]

let app: TestApp
let projectId: string
beforeAll(async () => {
  app = await startTestApp()
  projectId = (await givenProject(app)).id
  await storeRecordings(
    app,
    projectId,
    script.flatMap((text, place) => {
      const index = 100 + place
      const stored = text.replaceAll('\0', '')
      return [
        { filename: `needle${index} ${stored}` },
        { text: `${stored} speech${index} ${stored}` },
        { text: 'Said.', result: { summary: `${stored} finding${index}`, [stored]: [stored] } },
      ]
    }),
  )
})
afterAll(() => app.stop())

it.each(script.map((text, place) => [text, 100 + place] as const))(
  'only mark tags come out of %j',
  async (_text, index) => {
    for (const word of ['needle', 'speech', 'finding']) {
      const { body } = await app.call('GET', `/v1/search/content?q=${word}${index}`)
      expect(body.data).toHaveLength(1)
      const { highlight } = body.data[0]
      expect(highlight).toContain(`<mark>${word}${index}</mark>`)
      const text = highlight.replaceAll(/<mark>|<\/mark>/g, '')
      expect(text).not.toMatch(/[<>"'\uE000\uE001]|&(?!amp;|lt;|gt;|quot;|#39;)/)
    }
  },
)

it.each(script)('a query of %j does no harm', async (text) => {
  const q = encodeURIComponent(text.replaceAll('\0', ''))
  const answer = await app.call('GET', `/v1/search/content?q=${q}`)
  expect(answer.status).toBe(200)
  for (const { highlight } of answer.body.data) {
    const rest = highlight.replaceAll(/<mark>|<\/mark>/g, '')
    expect(rest).not.toMatch(/[<>"'\uE000\uE001]/)
  }
})
