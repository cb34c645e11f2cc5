import type { WireReply } from '../../http/respond.ts'
import type { ServiceRequest } from '../../http/serviceRequest.ts'
import type { Mock } from '../mock.ts'
import type { ControlledWorlds } from './worlds.ts'

/** The worlds of a mock that no server serves. */
const noWorlds: ControlledWorlds = {
  list: () => {
    throw new TypeError('Failed to list the worlds: only a server has worlds. Copy the mock by `fork()`.')
  },
  create: (name) => {
    throw new TypeError(`Failed to create the world "${name}": only a server has worlds. Copy the mock by \`fork()\`.`)
  },
  drop: () => false,
  watch: () => () => undefined,
}

/**
 * Answers requests for the control interface in the process of the mock. The code of the routes is loaded at the first
 * request.
 *
 * @param mockOf - Gives the mock, which may not be there yet when this is called.
 * @returns A function that returns `undefined` for a URL that is not below the mock's base URL.
 */
export function createLocalControl(mockOf: () => Mock): (request: ServiceRequest) => Promise<WireReply | undefined> {
  const load = async () => {
    const { createControlAnswer } = await import('./controlAnswer.ts')
    return createControlAnswer(mockOf(), noWorlds)
  }
  let loading: ReturnType<typeof load> | undefined
  return async (request) => {
    const answer = await (loading ??= load())
    return answer(request) ?? mockOf().serve(request)
  }
}
