/** The same keys as the English texts, with any values. */
export type Texts<Source> = {
  readonly [Key in keyof Source]: Source[Key] extends string ? string : Texts<Source[Key]>
}

/** Some of the keys, with any values. */
export type PartOf<Source> = {
  readonly [Key in keyof Source]?: Source[Key] extends string ? string : PartOf<Source[Key]>
}
