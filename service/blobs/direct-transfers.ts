/** Choice: what a slow line sends in some minutes, and 75 parts for the largest file. Smaller files come whole. */
export const partBytes = 64 * 2 ** 20

/** A recording that is about to come. */
export type Announced = {
  contentId: string
  /** Media type, parameters included. */
  contentType: string
  sizeBytes: number
  /** In hexadecimal; null where the sender did not tell it. */
  sha256: string | null
  /** How long its address lives. */
  lifetimeMs: number
}

/** How a recording is shown to who reads it. */
export type Shown = { method: 'GET' | 'HEAD'; contentType: string; disposition: string }

/** What others do with a store themselves, without this service in between. */
export type DirectTransfers = {
  /** The origin that pages call and play from. */
  origin: () => Promise<string>
  /** An address that takes these bytes, and the headers that go with them. Nothing it takes is a recording yet. */
  presignUpload: (announced: Announced) => Promise<{ url: string; headers: Record<string, string> }>
  /** Begins an upload in parts, or finds one that was begun: two at once may get different ones. Answers its id. */
  beginParts: (contentId: string) => Promise<string>
  /** Ends an upload in parts, and removes what came of it. */
  abortParts: (contentId: string, partsId: string) => Promise<void>
  /**
   * Addresses for parts of these sizes in bytes, null for each that has arrived. Null in all where the upload in parts
   * has ended.
   */
  presignParts: (
    announced: Pick<Announced, 'contentId' | 'lifetimeMs'> & { partsId: string },
    sizes: readonly number[],
  ) => Promise<{ number: number; bytes: number; url: string | null }[] | null>
  /**
   * Makes a recording of what was sent to that address. Null where nothing was. Throws `upload_refused` for
   * another size or hash than was announced, and removes what was sent then, so that it can be sent again. One at a
   * time, as it writes the recording before it knows.
   * @param announced.partsId the upload in parts; null where none is known, and any that was begun counts
   */
  accept: (
    contentId: string,
    announced: { bytes: number; sha256: string | null; partsId: string | null },
  ) => Promise<{ sha256: string } | null>
  /** Removes what was sent; the recording that was made of it stays. */
  forgetUpload: (contentId: string) => Promise<void>
  /** An address that gives the recording for a short while, in parts too. */
  presignDownload: (contentId: string, shown: Shown) => Promise<string>
  /** Removes what was sent before this time, parts too, and belongs to no recording. */
  sweepUploads: (before: Date) => Promise<void>
  /**
   * Compares the recordings with the rows: lists those that are older than `before` and not among the ids that
   * `selectKnown` gives back as orphans, and no longer those that are among them again. Removes none.
   */
  markOrphans: (
    before: Date,
    selectKnown: (contentIds: string[]) => Promise<Iterable<string>>,
  ) => Promise<{ orphaned: string[]; returned: string[] }>
}
