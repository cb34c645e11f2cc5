import { createAlgorandKey } from '@latchkey/crypto/chains/algorand'
import { createInjectedWallet, type InjectedWallet } from '../injected/injectedWallet.ts'
import { createPerson } from '../person.ts'
import { createWalletCore } from '../walletCore.ts'
import { type PersonChoice, readLook, type WalletLook } from '../walletLook.ts'
import { algorandCard } from './algorandCard.ts'
import { createAlgorandMethods } from './algorandMethods.ts'
import { type AlgorandNetwork, type AlgorandNetworkName, algorandNetworks } from './algorandNetworks.ts'

/** A browser wallet of Algorand. */
export interface AlgorandBrowserWalletOptions extends WalletLook, PersonChoice {
  /** The id by which apps ask for the wallet (ARC-0027): that of Kibisis, Defly… @default an id of its own */
  readonly providerId?: string | undefined
  /** The property of the window at which it stands. @default 'algorand' */
  readonly windowKey?: string | undefined
  /** The network of a page that names none: a public one, or one of your own. @default 'mainnet' */
  readonly network?: AlgorandNetwork | AlgorandNetworkName | undefined
}

export type AlgorandBrowserWallet = InjectedWallet

interface AlgorandBrowserWalletParts {
  /** A UUID. */
  readonly id: string
  /** The keys of the accounts, 32 bytes each. */
  readonly secrets: readonly Uint8Array[]
}

/** @throws TypeError for an option that cannot be */
export function createAlgorandBrowserWallet(
  { id, secrets }: AlgorandBrowserWalletParts,
  options: AlgorandBrowserWalletOptions,
): AlgorandBrowserWallet {
  const { name, icon } = readLook(options)
  const { approval, delay, providerId = id, windowKey = 'algorand', network = 'mainnet' } = options
  const first = readNetwork(network)
  const others = Object.values(algorandNetworks).filter((each) => each.genesisHash !== first.genesisHash)
  const keys = new Map(secrets.map(createAlgorandKey).map((key) => [key.address, key] as const))
  const core = createWalletCore({ id, name, accounts: [...keys.keys()], person: createPerson({ approval, delay }) })
  return createInjectedWallet({
    card: algorandCard({ id, name, icon, windowKey }),
    core,
    control: core.control,
    methods: createAlgorandMethods({ core, keys, networks: [first, ...others] }, { name, icon, providerId }),
    changeTo: (accounts) => ({ facts: { isConnected: accounts.length > 0 }, signals: [] }),
  })
}

function readNetwork(network: AlgorandNetwork | AlgorandNetworkName): AlgorandNetwork {
  if (typeof network === 'string' && Object.hasOwn(algorandNetworks, network)) return algorandNetworks[network]
  const { genesisId, genesisHash } = Object(network) as Partial<AlgorandNetwork>
  if (typeof genesisId === 'string' && typeof genesisHash === 'string') return { genesisId, genesisHash }
  const names = Object.keys(algorandNetworks).join(', ')
  throw new TypeError(
    `Failed to call "browser()": "network" is one of ${names}, or a network with "genesisId" and "genesisHash".`,
  )
}
