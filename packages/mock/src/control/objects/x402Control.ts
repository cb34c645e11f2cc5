import type { WorldBackend } from '../../domain/shared/backend.ts'
import { outsideUrls } from '../../outside/addresses.ts'
import type { PaidResourceInput } from '../../outside/x402/paidResources.ts'
import type { PaidResource, SettledPayment } from '../../store/outsideRecords.ts'
import { transact, type World } from '../../world/world.ts'
import { assertSimulated } from './assertSimulated.ts'

/** A resource that is sold. The amount is in the smallest unit of the token. */
interface PaidResourceView extends Omit<PaidResource, 'content'> {
  readonly url: string
}

/** The simulated seller and facilitator of x402 (version 2, scheme `exact` on EVM chains, by ERC-3009). */
export interface X402Control {
  /** The URL of the facilitator, for a seller of your own. Below it are `verify`, `settle` and `supported`. */
  facilitatorUrl(): string
  /**
   * Sells a resource: its URL answers 402 with the offer, and with the resource to a caller who pays. At a path
   * where something is sold already, the offer is replaced.
   *
   * @throws TypeError for an invalid path, price, token or address, and for a network with a real node
   * @example
   * const { url } = await mock.x402.sell({ path: 'weather', price: '0.01', body: { sky: 'clear' } })
   */
  sell(input: PaidResourceInput): Promise<PaidResourceView>
  /** The resources that are sold. */
  resources(): PaidResourceView[]
  /** Ends the sale of a resource. @throws TypeError for a path at which nothing is sold */
  withdraw(path: string): Promise<void>
  /** The payments that the facilitator has sent, for the seller and for others, the earliest first. */
  payments(): SettledPayment[]
}

export function createX402Control(world: World): X402Control {
  function viewOf(resource: PaidResource): PaidResourceView {
    const { content: _, ...fields } = resource
    return { ...fields, url: outsideUrls(world).paidResource(resource.path) }
  }
  /** The code is loaded with the first sale. */
  const load = () => import('../../outside/x402/paidResources.ts')
  return {
    facilitatorUrl: () => outsideUrls(world).facilitator(),
    async sell(input) {
      const { networkId = 84_532 } = input
      assertSimulated(world, { chain: 'EVM', networkId }, 'x402.sell()')
      const { sellResource } = await load()
      return viewOf(await transact(world, (backend: WorldBackend) => sellResource(backend, input)))
    },
    resources: () => [...world.store.reader.paidResources.all()].map(viewOf),
    async withdraw(path) {
      const { withdrawResource } = await load()
      await transact(world, (backend) => withdrawResource(backend, path))
    },
    payments: () => [...world.store.reader.settledPayments.all()],
  }
}
