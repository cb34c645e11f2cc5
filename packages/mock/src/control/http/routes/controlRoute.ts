import type * as z from 'zod'
import type { Mock } from '../../mock.ts'
import type { Snapshots } from '../snapshots.ts'
import type { ControlledWorlds } from '../worlds.ts'

/** The snapshots and worlds that a host keeps for callers of the control interface. */
export interface ControlHost {
  readonly snapshots: Snapshots
  readonly worlds: ControlledWorlds
}

type Schema = z.ZodType | undefined

/** One function of the control object, as HTTP hosts serve it under `/__mock/v1`. */
export interface ControlRoute<I extends Schema = Schema, O extends Schema = Schema> {
  readonly summary: string
  /** Absent for a route without input. */
  readonly input?: I
  /** The input as it is described, for a route that passes fields on to an operation, which checks them. */
  readonly described?: () => z.ZodType
  /** `undefined` for a route that answers 204. */
  readonly output: O
  /** Whether the body, either way, can be longer than any text of V8. It is read and written in pieces then. */
  readonly isStreamed?: boolean
  run(mock: Mock, input: never, host: ControlHost): unknown
}

/** Routes by method and path below `/__mock/v1`. A `GET` reads its input from the query. */
export type ControlRoutes = Readonly<Record<string, ControlRoute>>

type Read<I extends Schema> = I extends z.ZodType ? z.output<I> : undefined
type Answer<O extends Schema> = O extends z.ZodType ? z.output<O> : void

/** Declares a route. What `run` returns has to fit the schema of the output. */
export function route<O extends Schema, I extends Schema = undefined>(definition: {
  readonly summary: string
  readonly input?: I
  readonly output: O
  readonly isStreamed?: boolean
  run(mock: Mock, input: Read<I>, host: ControlHost): Answer<O> | Promise<Answer<O>>
}): ControlRoute<NoInfer<I>, O> {
  return definition
}

/** Declares a route that answers 204, and whose input can be longer than any text of V8. `run` reads and checks it. */
export function uploadRoute<I extends z.ZodType>(definition: {
  readonly summary: string
  /** The input as it is described. */
  readonly input: I
  run(mock: Mock, body: ReadableStream<Uint8Array>): Promise<void>
}): ControlRoute<NoInfer<I>, undefined> {
  return { ...definition, output: undefined, isStreamed: true }
}

/**
 * Why a route refuses. `input`: it does not fit the schema. `use`: the function was used in a wrong way, and has thrown
 * a TypeError. `rule`: a rule of the service refuses it.
 */
export type RefusalKind = 'input' | 'use' | 'rule'
