import type * as z from 'zod'
import type { Mock } from '../createMock.ts'
import type { MockSnapshot } from './control.ts'

/** The snapshots that were taken over HTTP, by id. */
type Snapshots = Map<string, MockSnapshot>

/** One function of the control object, as HTTP hosts serve it under `/__mock/v1`. */
export interface ControlRoute {
  readonly summary: string
  readonly input?: z.ZodType
  run(mock: Mock, input: never, snapshots: Snapshots): unknown
}

export function route<S extends z.ZodType>(
  summary: string,
  input: S,
  run: (mock: Mock, input: z.output<S>, snapshots: Snapshots) => unknown,
): ControlRoute {
  return { summary, input, run }
}

export function routeWithoutInput(
  summary: string,
  run: (mock: Mock, input: undefined, snapshots: Snapshots) => unknown,
): ControlRoute {
  return { summary, run }
}
