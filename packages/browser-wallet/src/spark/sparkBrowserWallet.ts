import { createSparkKey } from '@latchkey/crypto/chains/spark'
import { type BrowserWallet, createBrowserWallet } from '../browserWallet.ts'
import { createPerson } from '../person.ts'
import { readProviderId, type SatsPlace } from '../satsConnect/satsPlace.ts'
import { createWalletCore, type WalletControl } from '../walletCore.ts'
import { type PersonChoice, readLook, type WalletLook } from '../walletLook.ts'
import type { BitcoinCard } from '../wire.ts'
import { createSparkSite, factsOf, sparkMethodNames } from './sparkSite.ts'

/** A browser wallet of Spark. */
export interface SparkBrowserWalletOptions extends WalletLook, PersonChoice, SatsPlace {}

export type SparkBrowserWallet = BrowserWallet & WalletControl

interface SparkBrowserWalletParts {
  /** A UUID. */
  readonly id: string
  /** The keys of the accounts, 32 bytes each. */
  readonly secrets: readonly Uint8Array[]
}

/** @throws TypeError for an option that cannot be */
export function createSparkBrowserWallet(
  { id, secrets }: SparkBrowserWalletParts,
  options: SparkBrowserWalletOptions,
): SparkBrowserWallet {
  const { name, icon } = readLook(options)
  const { approval, delay } = options
  const providerId = readProviderId(id, options)
  const keys = new Map(secrets.map(createSparkKey).map((key) => [key.address, key] as const))
  const core = createWalletCore({
    id,
    name,
    accounts: [...keys.keys()],
    person: createPerson({ approval, delay }),
    showsOne: true,
  })
  const card: BitcoinCard = {
    id,
    family: 'bitcoin',
    name,
    icon,
    // The Wallet Standard has no features of Spark.
    chains: [],
    accounts: [],
    features: {},
    providerId,
    methods: sparkMethodNames,
    addresses: [...keys.values()].map(factsOf),
  }
  return createBrowserWallet(card, {
    core,
    control: core.control,
    openSite: (site) => createSparkSite({ core, id, keys }, site),
  })
}
