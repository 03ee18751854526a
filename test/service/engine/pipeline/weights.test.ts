import { expect, test } from 'vitest'
import { bundledModelsFolder } from '../../../../service/engine/models/catalogue.ts'
import { chooseWeights } from '../../../../service/engine/pipeline/weights.ts'

const deps = { folders: [bundledModelsFolder], modelId: 'whisper-base-q5_1' }

test('without a wish the default hears any language', async () => {
  expect(await chooseWeights(deps, {})).toMatchObject({
    id: 'whisper-base-q5_1',
    language: 'auto',
    translate: false,
  })
  expect(await chooseWeights(deps, { language: 'pt-BR', translateToEnglish: true })).toMatchObject({
    language: 'pt',
    translate: true,
  })
})

test.each([
  [{ model: 'whisper-tiny.en-q5_1', language: 'es' }, 'language_unsupported', /multilingual/],
  [{ language: 'tlh' }, 'language_unsupported', /tlh/],
  [{ model: 'whisper-giant' }, 'model_missing', /npm run models/],
  [{ model: 'silero-vad' }, 'model_missing', /speech model/],
  [{ model: 'whisper-small-q5_1' }, 'model_missing', /install whisper-small-q5_1/],
])('%o is refused with what to do', async (request, code, message) => {
  const refused = chooseWeights(deps, request)
  await expect(refused).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
})
