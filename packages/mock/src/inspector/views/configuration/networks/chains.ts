import type { components } from '@latchkey/types'
import { useInspector } from '../../../inspectorContext.ts'
import { useForm } from '../../../useForm.ts'
import { changeSettings } from '../settings/changeSettings.ts'

type Schemas = components['schemas']

/** A chain in the settings of an environment. */
export type Chain = Schemas['ProjectSettingsChains']
/** A network of a chain. */
export type Network = Schemas['Network']

/** Which network a component shows. */
export interface NetworkProps {
  readonly network: Network
  /** The name of its chain. */
  readonly chain: string
  readonly environmentId: string
}

/** Changes the chains of an environment, which the service takes as a whole list. */
export function useChains(environmentId: string) {
  const { live } = useInspector()
  const form = useForm(['rpcUrl'])
  const change = (name: string, changed: (chain: Chain) => Chain) =>
    form.submit(() =>
      changeSettings(live, environmentId, ({ chains }) => ({
        chains: (chains as readonly Chain[]).map((chain) => (chain.name === name ? changed(chain) : chain)),
      })),
    )
  return { ...form, change }
}

/** A chain with another network in the place of the one with the same number. */
export const withNetwork = (chain: Chain, network: Network): Chain => ({
  ...chain,
  networks: (chain.networks ?? []).map((other) => (other.networkId === network.networkId ? network : other)),
})
