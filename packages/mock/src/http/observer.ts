import type { OperationId } from '@latchkey/types'
import type { RealParts } from '../effects/realParts.ts'
import type { World } from '../world/world.ts'
import type { Exchange } from './exchange.ts'
import type { Overrides } from './overrides.ts'
import type { WireReply } from './respond.ts'

/** A reply on its way out. */
interface ObservedReply extends WireReply {
  /** Whether its text is the JSON of a body. An override can call any text JSON. */
  readonly isJson: boolean
}

/** Sees the requests of one mock. */
export interface Observer {
  /** @returns The call that the operation's handler gets: the same one, or one that notes what is read of it */
  observeCall?(id: OperationId, call: object): object
  /** Gets each reply before a fault cuts it off and before events follow it. */
  observeReply?(exchange: Exchange, reply: ObservedReply): void
}

/** The facts about a mock that decide whether its replies and messages are the service's own. */
interface ObservedMock {
  readonly world: Pick<World, 'deliver'> & {
    readonly settings: Pick<World['settings'], 'issuedNames'>
    readonly realParts: Pick<RealParts, 'list'>
  }
  readonly overrides: Pick<Overrides, 'has'>
  readonly strict: boolean
}

export type Observe = (mock: ObservedMock) => Observer

let observe: Observe | undefined

/** Observes the mocks that are created from now on. The packages never call it; their tests do. */
export function observeNewMocks(by: Observe): void {
  observe = by
}

/** The last argument of {@link observeNewMocks}. */
export const currentObserve = (): Observe | undefined => observe
