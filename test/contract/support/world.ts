/** What every suite of the contract gets to know; made once in world-setup.ts. */
export type World = {
  baseUrl: string
  /** A secret key with full access. */
  key: string
  /** Set where the suite started the service itself and may look at its files. */
  own: { dataDir: string; logFile: string; certificate: { key: string; cert: string } } | null
  /** A recording with a transcript and an analysis, made through the API; shared, never changed. */
  recording: SharedRecording
}

export type SharedRecording = {
  projectId: string
  contentId: string
  /** What a webhook for everything received meanwhile; empty where no receiver can be reached. */
  received: { headers: Record<string, string>; body: string; isGenuine: boolean }[]
  webhookId: string
}

declare module 'vitest' {
  interface ProvidedContext {
    world: World
  }
}
