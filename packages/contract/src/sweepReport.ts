/** The results of a sweep, as they are posted and shown. Its types need no zod, which users of the mock do not have. */
export interface PostedSweepReport {
  readonly version: 1
  /** The name of the test. */
  readonly name: string
  /** The file of the test: `src/App.sweep.test.tsx`. */
  readonly file?: string | undefined
  /** The calls of the run without failures. */
  readonly calls: readonly PostedSweepCall[]
  readonly results: readonly PostedSweepResult[]
  /** Each a data URL. */
  readonly pictures: readonly string[]
}

/** A call of a run. */
export interface PostedSweepCall {
  /** The operation and, from its second call on, the number: `profile.get (2)`. */
  readonly name: string
  readonly method: string
  readonly path: string
  /** 0 for a connection that broke; absent for a call without a reply. A wallet's is the answer of its person. */
  readonly status?: number | 'approved' | 'open' | 'refused' | 'withdrawn' | undefined
  /** The code of a refusal. */
  readonly code?: string | undefined
}

/** A case that has run. */
export interface PostedSweepResult {
  /** The name of the case, by which it is run again. */
  readonly name: string
  readonly call: string
  readonly failure: string
  readonly kind: 'state' | 'person' | 'refusal' | 'network'
  readonly outcome:
    | 'passes'
    | 'fails'
    | 'throws'
    | 'unhandled'
    | 'crashes'
    | 'hangs'
    | 'loops'
    | 'silent'
    | 'blank'
    | 'stale'
  /** Why it is a fault of the app; absent if it is none. */
  readonly fault?: string | undefined
  readonly message?: string | undefined
  /** The line of the app that threw: `src/profile.ts:12:5`. */
  readonly line?: string | undefined
  /** The command that runs the case again. */
  readonly replay?: string | undefined
  readonly calls: readonly PostedSweepCall[]
  /** The index of its picture. */
  readonly picture?: number | undefined
  /** Why its fault is known. */
  readonly knownFault?: string | undefined
}
