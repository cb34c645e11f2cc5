import type { OperationId } from '@latchkey/types'
import { createMock, type Mock } from '../../src/mock/createMock.ts'
import { mockOptions } from '../hosts/harness.ts'
import { createFullWorld, type FullWorld, fullWorldOptions } from '../people/fullWorld.ts'
import type { FuzzedRequest } from './requests.ts'
import { brokenRules } from './rules.ts'
import { createSender } from './sender.ts'

/** A full world to which runs of requests are sent. */
export interface FuzzedWorld {
  readonly world: FullWorld
  /**
   * Sends requests to two forks of the world, one after the other.
   *
   * @param plant - Puts a fault between the requests and the mock.
   * @throws Error that names the rules which the first bad reply breaks
   */
  send(sequence: readonly FuzzedRequest[], plant?: Plant): Promise<void>
  /** The counts and the successful operations so far. */
  readonly sent: { requests: number; refusals: number; readonly succeeded: Set<OperationId> }
}

export type Plant = (mock: Mock) => Mock['fetch']

/** Tables in which rules keep that something was tried, also when they refuse it. */
const attempts: ReadonlySet<string> = new Set<keyof ReturnType<Mock['export']>['tables']>([
  'mfaAttempts',
  'passkeyChallenges',
  'pendingMerges',
  'policyViolations',
  'rooms',
  'screeningChecks',
  'verifications',
])

/**
 * All records but those of attempts. What random numbers were drawn for is left out, too: a write that is undone does not
 * give them back.
 */
const stateOf = (mock: Mock) =>
  JSON.stringify(Object.entries(mock.export().tables).filter(([table]) => !attempts.has(table)))

export async function createFuzzedWorld(): Promise<FuzzedWorld> {
  const reports: unknown[] = []
  const providers = ['emailOnly', 'sms', 'dynamic', 'github'] as const
  const onError = (error: unknown) => reports.push(error)
  const world = await createFullWorld(createMock({ ...mockOptions, ...fullWorldOptions, providers, onError }))
  // The export is written by then.
  await world.mock.clock.advance({ minutes: 1 })
  const sent: FuzzedWorld['sent'] = { requests: 0, refusals: 0, succeeded: new Set() }

  return {
    world,
    sent,
    async send(sequence, plant = ({ fetch }) => fetch) {
      const senderTo = (mock: Mock) => createSender(world, { baseUrl: mock.baseUrl, fetch: plant(mock) })
      const mock = world.mock.fork()
      const [sender, twin] = [senderTo(mock), senderTo(world.mock.fork())]
      let before = stateOf(mock)
      for (const request of sequence) {
        const { pathname, ...reply } = await sender.send(request)
        const exchanged = { request, pathname, reply, twin: await twin.send(request), before, after: stateOf(mock) }
        const broken = [...brokenRules(exchanged, world), ...reports.splice(0).map(String)]
        if (broken.length > 0) throw new Error([...broken, `${request.id} answered ${reply.text}`].join('\n'))
        before = exchanged.after
        sent.requests += 1
        if (reply.status >= 400) sent.refusals += 1
        else sent.succeeded.add(request.id)
      }
    },
  }
}
