import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { analysisJob } from '../../../../service/features/analyses/analyses.ts'
import { selectRun } from '../../../../service/features/analyses/run-store.ts'
import { openTestDatabase } from '../../../support/database.ts'
import { openDatabaseBefore } from '../../../support/upgrade.ts'

test('analyses, trials and their jobs of before 0025 go on, and no trial is an analysis', async () => {
  const { db, upgrade } = await openDatabaseBefore('0025')
  await sql
    .raw(
      `INSERT INTO analyses (id, content_id, project_id, prompt_id, prompt_name, prompt_version,
        transcript_version, version, status, result, created_at)
        VALUES ('ana_1', 'cont_1', 'proj_1', 'prompt_1', 'Summary', 2, 1, 3, 'completed',
          '{"b": 1, "a": 2}', now());
      INSERT INTO prompt_trials (id, content_id, transcript_version, result_language, status, result,
        confidence_score, created_at)
        VALUES ('trial_1', 'cont_1', 1, 'es', 'completed', '{"z": 1, "y": 2}', 80, now()),
          ('trial_2', 'cont_1', 1, NULL, 'queued', NULL, NULL, now());
      INSERT INTO jobs (name, lane, payload, key, state, max_attempts, created_at) VALUES
        ('prompt.try', 'engine',
          '{"trial_id": "trial_2", "template": "{{transcript}}", "output_schema": "{}"}',
          'trial_2', 'waiting', 3, now()),
        ('prompt.try', 'engine',
          '{"trial_id": "trial_gone", "template": "{{transcript}}", "output_schema": "{}"}',
          'trial_gone', 'waiting', 3, now())`,
    )
    .execute(db.sql)
  await upgrade()
  expect(await selectRun(db.sql, 'trial_1')).toMatchObject({
    is_trial: true,
    project_id: 'proj_1',
    status: 'completed',
    result: { z: 1, y: 2 },
    result_language: 'es',
    confidence_score: 80,
  })
  expect(await selectRun(db.sql, 'ana_1')).toMatchObject({ is_trial: false, version: 3 })
  const analyses = await db.sql.selectFrom('analyses').select(['id', 'result']).execute()
  expect(analyses.map(({ id }) => id)).toEqual(['ana_1'])
  expect(Object.keys(analyses[0]?.result ?? {})).toEqual(['b', 'a'])
  const jobs = await db.sql.selectFrom('jobs').select(['name', 'key', 'payload']).execute()
  const payload = { analysis_id: 'trial_2', template: '{{transcript}}', output_schema: '{}' }
  expect(jobs).toEqual([{ name: analysisJob.name, key: 'cont_1', payload }])
})

test('a run is a trial or has a prompt, never both or neither', async () => {
  const db = await openTestDatabase()
  onTestFinished(() => db.close())
  const insert = (isTrial: boolean, promptId: string | null) =>
    sql`
      INSERT INTO analysis_runs (id, content_id, project_id, is_trial, prompt_id, transcript_version,
        status, created_at)
      VALUES ('x', 'cont_1', 'proj_1', ${isTrial}, ${promptId}, 1, 'queued', now())`.execute(db.sql)
  await expect(insert(true, 'prompt_1')).rejects.toThrow('analysis_runs_of_prompt')
  await expect(insert(false, null)).rejects.toThrow('analysis_runs_of_prompt')
})
