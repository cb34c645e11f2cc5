import type * as z from 'zod'
import type { Mock } from '../createMock.ts'
import type { MockSnapshot } from './control.ts'
import type { Worlds } from './worlds.ts'

/** What a host keeps for the callers of the control interface. */
export interface ControlHost {
  /** The snapshots that were taken over HTTP, by id. */
  readonly snapshots: Map<string, MockSnapshot>
  readonly worlds: Worlds
}

/** One function of the control object, as HTTP hosts serve it under `/__mock/v1`. */
export interface ControlRoute {
  readonly summary: string
  readonly input?: z.ZodType
  run(mock: Mock, input: never, host: ControlHost): unknown
}

export function route<S extends z.ZodType>(
  summary: string,
  input: S,
  run: (mock: Mock, input: z.output<S>, host: ControlHost) => unknown,
): ControlRoute {
  return { summary, input, run }
}

export function routeWithoutInput(
  summary: string,
  run: (mock: Mock, input: undefined, host: ControlHost) => unknown,
): ControlRoute {
  return { summary, run }
}
