import { starknet } from '@latchkey/crypto/chains/starknet'
import { createInjectedWallet, type InjectedWallet } from '../injected/injectedWallet.ts'
import { createPerson } from '../person.ts'
import { createWalletCore } from '../walletCore.ts'
import { type PersonChoice, readLook, type WalletLook } from '../walletLook.ts'
import { starknetCard } from './starknetCard.ts'
import { createStarknetMethods, type StarknetNetwork, starknetNetworks } from './starknetRequests.ts'

/** A browser wallet of Starknet. */
export interface StarknetBrowserWalletOptions extends WalletLook, PersonChoice {
  /** It stands at `window.starknet_` and this: `argentX`, `braavos`… @default 'latchkey' */
  readonly windowKey?: string | undefined
  /** The network that it is on at first. @default 'SN_MAIN' */
  readonly network?: StarknetNetwork | undefined
}

export type StarknetBrowserWallet = InjectedWallet

interface StarknetBrowserWalletParts {
  /** A UUID. */
  readonly id: string
  /** The keys of the accounts, 32 bytes each. */
  readonly secrets: readonly Uint8Array[]
}

/** @throws TypeError for an option that cannot be */
export function createStarknetBrowserWallet(
  { id, secrets }: StarknetBrowserWalletParts,
  options: StarknetBrowserWalletOptions,
): StarknetBrowserWallet {
  const { name, icon } = readLook(options)
  const { approval, delay, windowKey = 'latchkey', network = 'SN_MAIN' } = options
  if (!starknetNetworks.includes(network))
    throw new TypeError(`Failed to call "browser()": "network" is one of ${starknetNetworks.join(', ')}.`)
  const signers = new Map(secrets.map((secret) => starknet.createSigner(secret)).map((each) => [each.address, each]))
  const core = createWalletCore({
    id,
    name,
    accounts: [...signers.keys()],
    person: createPerson({ approval, delay }),
    showsOne: true,
  })
  return createInjectedWallet({
    card: starknetCard({ id, name, icon, windowKey }),
    core,
    control: core.control,
    methods: createStarknetMethods({ core, signers, network }),
    changeTo: (accounts) => ({
      facts: {},
      // Without accounts listeners get no argument: libraries read the first one of any list.
      signals: [{ to: 'listeners', name: 'accountsChanged', data: accounts.length > 0 ? [accounts] : [] }],
    }),
  })
}
