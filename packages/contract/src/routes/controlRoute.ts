import type * as z from 'zod'

/** A route of the control interface, which hosts serve under `/__mock/v1`: what it takes and what it answers. */
export interface ControlRoute {
  readonly summary: string
  /** Absent for a route without input. */
  readonly input?: z.ZodType | undefined
  /**
   * The input as it is described: for a route that passes fields on to an operation, which checks them, and for one
   * whose fields depend on another field.
   */
  readonly described?: () => z.ZodType
  /** `undefined` for a route that answers 204. */
  readonly output: z.ZodType | undefined
  /** Whether the answer can be longer than any text of V8. It is written in pieces then. */
  readonly isDownload?: boolean
  /** Whether the body can be longer than any text of V8. The handler reads and checks it then. */
  readonly isUpload?: boolean
}

/** Routes by method and path below `/__mock/v1`. A `GET` reads its input from the query. */
export type ControlRoutes = Readonly<Record<string, ControlRoute>>

/**
 * Why a route refuses. `input`: it does not fit the schema. `use`: the function was used in a wrong way, and has thrown
 * a TypeError. `rule`: a rule of the service refuses it.
 */
export type RefusalKind = 'input' | 'use' | 'rule'
