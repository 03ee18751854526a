/** The same keys as the English texts, with any words. */
export type Texts<Source> = {
  readonly [Key in keyof Source]: Source[Key] extends string ? string : Texts<Source[Key]>
}
