import type { components } from '@latchkey/types'
import type { Live } from '../../../live/createLive.ts'
import { changeSettings } from '../settings/changeSettings.ts'

type Schemas = components['schemas']

/** A chain in the settings of an environment. */
export type Chain = Schemas['ProjectSettingsChains']
/** A network of a chain. */
export type Network = Schemas['Network']

/** Which chain is changed. */
interface ChainPlace {
  readonly environmentId: string
  /** The name of the chain. */
  readonly chain: string
}

/** Which network a component shows. */
export interface NetworkProps extends ChainPlace {
  readonly network: Network
}

/** Changes a chain of an environment. The service takes all of them as a whole list. */
export const changeChain = (
  live: Pick<Live, 'call'>,
  { environmentId, chain: name }: ChainPlace,
  change: (chain: Chain) => Chain,
): Promise<void> =>
  changeSettings(live, environmentId, ({ chains }) => ({
    chains: (chains as readonly Chain[]).map((chain) => (chain.name === name ? change(chain) : chain)),
  }))

/** A chain with another network in the place of the one with the same number. */
export const withNetwork = (chain: Chain, network: Network): Chain => ({
  ...chain,
  networks: (chain.networks ?? []).map((other) => (other.networkId === network.networkId ? network : other)),
})
