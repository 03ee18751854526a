/** What stands for the speech model that is set up here, whichever that is. */
export const speechModel = 'whisper-1'

type Sample = { program: string; place: 'openWebUi' | 'homeAssistant' | 'openAi'; text: string }

/**
 * What to enter in programs whose documentation says that they take another address for OpenAI's speech, and
 * which ask from the machine itself: what asks from a page of another origin is refused.
 */
export function speechSamples(address: string, key: string): [Sample, ...Sample[]] {
  return [
    {
      program: 'Open WebUI',
      place: 'openWebUi',
      text: [
        'Speech-to-Text Engine: OpenAI',
        `API Base URL: ${address}`,
        `API Key: ${key}`,
        `STT Model: ${speechModel}`,
      ].join('\n'),
    },
    {
      program: 'Home Assistant',
      place: 'homeAssistant',
      text: [
        'stt:',
        '  - platform: openai_stt',
        `    api_url: ${address}`,
        `    api_key: ${key}`,
        `    model: ${speechModel}`,
      ].join('\n'),
    },
    {
      program: 'Python, JavaScript',
      place: 'openAi',
      text: `OPENAI_BASE_URL=${address}\nOPENAI_API_KEY=${key}`,
    },
  ]
}
