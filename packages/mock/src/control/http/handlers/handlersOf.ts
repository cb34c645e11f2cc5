import type { ControlRoute, ControlRoutes } from '@latchkey/contract/routes/controlRoute'
import type * as z from 'zod'
import type { Mock } from '../../mock.ts'
import type { Snapshots } from '../snapshots.ts'
import type { ControlledWorlds } from '../worlds.ts'

/** The snapshots and worlds that a host keeps for callers of the control interface. */
export interface ControlHost {
  readonly snapshots: Snapshots
  readonly worlds: ControlledWorlds
}

type Input<R extends ControlRoute> = R extends { readonly isUpload: true }
  ? ReadableStream<Uint8Array>
  : R extends { readonly input: infer S extends z.ZodType }
    ? z.output<S>
    : undefined

type Answer<R extends ControlRoute> = R['output'] extends z.ZodType ? z.output<R['output']> : void

/** The function behind a route. Its answer has to fit the schema of the output. */
export type ControlHandler<R extends ControlRoute> = (
  mock: Mock,
  input: Input<R>,
  host: ControlHost,
) => Answer<R> | Promise<Answer<R>>

/** A handler for each of some routes. */
export type HandlersOf<T extends ControlRoutes> = { readonly [K in keyof T]: ControlHandler<T[K]> }
