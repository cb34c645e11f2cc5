import type { Deliver } from '../../src/effects/deliver.ts'
import type { Observe } from '../../src/http/observer.ts'
import { faultsOfMessage } from './documentJudge.ts'

/**
 * Judges each message to a webhook by the document. Messages in the names of another deployment are not in those of the
 * document. Wrong messages go to the console, which fails the test (support/failOnFaults.ts).
 */
export const judgeMessages: Observe = ({ world }) => {
  if (world.settings.issuedNames) return {}
  const { deliver } = world
  const judged: Deliver = (request) => {
    for (const fault of faultsOfMessage(request)) console.error(new Error(fault))
    return deliver(request)
  }
  Object.assign(world, { deliver: judged })
  return {}
}
