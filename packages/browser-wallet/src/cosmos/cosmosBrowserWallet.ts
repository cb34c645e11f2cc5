import { createCosmosKey } from '@latchkey/crypto/chains/cosmos'
import { createInjectedWallet, type InjectedWallet } from '../injected/injectedWallet.ts'
import { createPerson } from '../person.ts'
import { createWalletCore } from '../walletCore.ts'
import { type PersonChoice, readLook, type WalletLook } from '../walletLook.ts'
import { cosmosPrefixes } from './cosmosChains.ts'
import { keplrCard } from './keplrCard.ts'
import { createKeplrMethods } from './keplrMethods.ts'

/** A browser wallet of Cosmos. */
export interface CosmosBrowserWalletOptions extends WalletLook, PersonChoice {
  /** The property of the window at which it stands. Wallets like Keplr have one of their own: `leap`. @default 'keplr' */
  readonly windowKey?: string | undefined
  /** The chains that it has at first: `osmosis-1`… @default those that the mock takes sign-ins of */
  readonly chains?: readonly string[] | undefined
}

export type CosmosBrowserWallet = InjectedWallet

interface CosmosBrowserWalletParts {
  /** A UUID. */
  readonly id: string
  /** The keys of the accounts, 32 bytes each. */
  readonly secrets: readonly Uint8Array[]
}

/** @throws TypeError for an option that cannot be */
export function createCosmosBrowserWallet(
  { id, secrets }: CosmosBrowserWalletParts,
  options: CosmosBrowserWalletOptions,
): CosmosBrowserWallet {
  const { name, icon } = readLook(options)
  const { approval, delay, windowKey = 'keplr', chains = Object.keys(cosmosPrefixes) } = options
  const unknown = chains.find((chainId) => !Object.hasOwn(cosmosPrefixes, chainId))
  if (chains.length === 0 || unknown !== undefined)
    throw new TypeError(
      `Failed to call "browser()": "chains" are some of ${Object.keys(cosmosPrefixes).join(', ')}. ` +
        'A page adds others by "experimentalSuggestChain".',
    )
  const keys = new Map(secrets.map(createCosmosKey).map((key) => [key.addressOn('cosmos'), key] as const))
  const core = createWalletCore({
    id,
    name,
    accounts: [...keys.keys()],
    person: createPerson({ approval, delay }),
    showsOne: true,
  })
  const prefixes = new Map(chains.map((chainId) => [chainId, cosmosPrefixes[chainId] ?? '']))
  return createInjectedWallet({
    card: keplrCard({ id, name, icon, windowKey }),
    core,
    control: core.control,
    methods: createKeplrMethods({ core, keys, prefixes }),
    changeTo: (accounts, before) => ({
      facts: {},
      // Pages often sign out by this event. Keplr does not tell that it connects, or that it is disconnected.
      signals: accounts.length > 0 && before.length > 0 ? [{ to: 'window', name: `${windowKey}_keystorechange` }] : [],
    }),
  })
}
