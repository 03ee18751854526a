import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { minute } from '../../../../service/core/time.ts'
import { givenProject } from '../../../support/factory.ts'
import { perChange } from '../../../support/nightly.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.app.stop())

const themes = ['Pricing', 'the pricing model', 'Onboarding', 'Churn', "The board's plan", 'AB-12']
const moods = ['positive', 'neutral', 'negative']

/** The same numbers for the same seed. */
function createDice(seed: number) {
  let state = seed
  return (sides: number) => (state = (state * 48_271) % 2_147_483_647) % sides
}

function randomResult(dice: (sides: number) => number) {
  return {
    key_topics: themes.filter(() => dice(3) === 0),
    sentiment: moods[dice(moods.length)],
    action_items: themes.filter(() => dice(4) === 0).map((name) => ({ task: `Write to ${name}` })),
    objections: themes.filter(() => dice(5) === 0),
    questions: dice(2) === 0 ? [`What about ${themes[dice(themes.length)]}?`] : [],
  }
}

/** What the insights say of the recordings, without what tells of the insights before these. */
async function counted() {
  await stage.generate()
  const { result, content_analyzed } = (await stage.latest()).body.data
  const { comparison: _comparison, digest, ...rest } = result
  const said = digest.filter(({ key }: { key: string }) => key !== 'gone')
  return { content_analyzed, ...rest, digest: said }
}

test.each(Array.from({ length: perChange(2, 40) }, (_, index) => index + 1))(
  'what was kept from before counts as everything read anew does: sequence %i',
  async (seed) => {
    await stage.renew()
    const { app, projectId } = stage
    const dice = createDice(seed * 7_919)
    const other = (await givenProject(app)).id
    const here: string[] = []
    const away: string[] = []
    const binned: string[] = []
    const take = (from: string[]) => from.splice(dice(from.length), 1)[0]
    const call = async (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown) => {
      const { status } = await app.call(method, path, { body })
      expect(status).toBeLessThan(300)
      await app.idle()
    }
    const at = (id: string, project = projectId) => `/v1/projects/${project}/content/${id}`
    const steps: (() => Promise<void>)[] = [
      async () => {
        here.push(await stage.givenCall({ said: 'One.\nTwo.', results: { A: randomResult(dice) } }))
      },
      async () => {
        const id = here[dice(here.length)]
        if (id) await stage.analyzeAgain(id, 'A', { result: randomResult(dice) })
      },
      async () => {
        const id = here[dice(here.length)]
        if (id) await stage.analyzeAgain(id, 'B', { result: randomResult(dice) })
      },
      async () => {
        const id = here[dice(here.length)]
        const name = `Mary ${dice(5)}`
        if (id) await call('PATCH', `${at(id)}/transcript/speakers/speaker_1`, { name })
      },
      async () => {
        const id = take(here)
        if (id) await call('DELETE', at(id))
      },
      async () => {
        const id = take(here)
        if (!id) return
        await call('PATCH', at(id), { project_id: other })
        away.push(id)
      },
      async () => {
        const id = take(away)
        if (!id) return
        await call('PATCH', at(id, other), { project_id: projectId })
        here.push(id)
      },
      async () => {
        const id = take(here)
        if (!id) return
        await call('POST', `${at(id)}/trash`)
        binned.push(id)
      },
      async () => {
        const id = take(binned)
        if (!id) return
        await call('POST', `${at(id)}/restore`)
        here.push(id)
      },
    ]
    for (let round = 0; round < 3; round += 1) {
      for (let count = 0; count < 3; count += 1) await steps[0]?.()
      for (let count = 0; count < 8; count += 1) {
        app.clock.advance(minute)
        await steps[dice(steps.length)]?.()
      }
      app.clock.advance(minute)
      const kept = await counted()
      expect(kept.content_analyzed).toBe(here.length)
      // As rows of the version before are.
      await sql`UPDATE recording_findings SET counted = NULL`.execute(app.deps.db.sql)
      expect(await counted()).toEqual(kept)
      await sql`DELETE FROM recording_findings`.execute(app.deps.db.sql)
      expect(await counted()).toEqual(kept)
    }
  },
)
