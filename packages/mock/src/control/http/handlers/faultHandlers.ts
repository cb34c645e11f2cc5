import { defined } from '@latchkey/base/defined'
import { describeFaultTargets } from '@latchkey/contract/faultTargets'
import type { faultRoutes } from '@latchkey/contract/routes/faultRoutes'
import type { HandlersOf } from './handlersOf.ts'

/** Answers the routes of `faultRoutes`. */
export const faultHandlers: HandlersOf<typeof faultRoutes> = {
  'GET faults': (mock) => ({ faults: mock.faults.list(), ...defined({ random: mock.faults.chaos }) }),
  async 'GET faults/targets'() {
    const { refusalCodes } = await import('../../../http/refusalCodes.ts')
    const targets = describeFaultTargets().map((target) => ({ ...target, codes: refusalCodes(target.operation) }))
    return { targets }
  },
  'POST faults/set': (mock, { operation, times, ...fault }) => mock.faults.set(operation, fault, times),
  'POST faults/random': (mock, faults) => mock.faults.random(faults),
  'POST faults/clear': (mock, { operation, id }) => mock.faults.clear(id === undefined ? operation : { id }),
}
