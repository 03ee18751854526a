// How long each screen takes to its first picture and to its heading, in a browser that has nothing
// of the page yet: `npx node test/bench/first-paint.ts [times]`.
import { openScriptedPage, recordingPlace, givenCall } from '../e2e/scripted-page.ts'
import { givenProject } from '../support/factory.ts'
import { add, addLimit, median, printRows, quantile } from './report.ts'

const limitMs = 1_000
const times = Number(process.argv[2] ?? 7)
const inMs = (value: number) => `${Math.round(value)} ms`

type Figures = { paintMs: number; headingMs: number }
type Ui = Awaited<ReturnType<typeof openScriptedPage>>

/** Opens a place in a context of its own, which has no cache and no code that ran before. */
async function openCold({ app, context }: Ui, place: string): Promise<Figures> {
  const cold = await context.browser()?.newContext({ viewport: { width: 1280, height: 800 } })
  if (!cold) throw new Error('The browser is gone.')
  await cold.addInitScript((key) => {
    if (!location.protocol.startsWith('http')) return
    sessionStorage.setItem('earshot.session', key)
    localStorage.setItem('earshot.first-run', 'seen')
  }, app.sessionToken)
  const page = await cold.newPage()
  await page.goto(`${app.baseUrl}/app/#${place}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const headingMs = await page.evaluate(() => performance.now())
  // The entry is written after the picture.
  const paint = await page.waitForFunction(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
  )
  const figures = { paintMs: (await paint.jsonValue()) ?? Number.NaN, headingMs }
  await cold.close()
  return figures
}

const ui = await openScriptedPage()
try {
  const { id } = await givenProject(ui.app)
  const places = {
    home: '/',
    projects: '/projects',
    library: `/projects/${id}`,
    'recording page': recordingPlace(id, await givenCall(ui.app, id)),
  }
  for (const [name, place] of Object.entries(places)) {
    const runs: Figures[] = []
    for (let time = 0; time < times; time += 1) runs.push(await openCold(ui, place))
    const paints = runs.map(({ paintMs }) => paintMs)
    addLimit(`${name}: first paint, median`, median(paints), limitMs, inMs)
    add(`${name}: first paint, slowest`, inMs(quantile(paints, 1)))
    add(`${name}: its heading, median`, inMs(median(runs.map(({ headingMs }) => headingMs))))
  }
  printRows()
} finally {
  await ui.stop()
}
