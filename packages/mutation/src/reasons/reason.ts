/** Why no test has to notice a change. */
export interface Reason {
  /** Relative to the package. */
  readonly file: string
  /** The changed code, or the beginning of it. */
  readonly code: string
  /** One replacement. @default every one */
  readonly replacement?: string
  readonly reason: string
}

/** The reasons for changes of one file. */
export const inFile = (file: string, reasons: readonly Omit<Reason, 'file'>[]): Reason[] =>
  reasons.map((reason) => ({ file, ...reason }))

export const sentence = 'The wording of a sentence for people.'
export const onlyFaster = 'It only saves time.'
export const noSuchId = 'No record has the id `undefined`.'
export const alwaysThere = 'The field is always there, so the text in its place is never read.'
export const idsDiffer = 'No two records have the same id.'
