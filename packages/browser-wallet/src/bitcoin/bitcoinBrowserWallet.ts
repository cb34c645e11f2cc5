import { toBase64 } from '@latchkey/base/bytes'
import { type BrowserWallet, createBrowserWallet } from '../browserWallet.ts'
import { createPerson } from '../person.ts'
import { readProviderId, type SatsPlace } from '../satsConnect/satsPlace.ts'
import { createStandardSite } from '../standard/standardSite.ts'
import { createWalletCore, type WalletControl } from '../walletCore.ts'
import { type PersonChoice, readStandardLook, type WalletLook } from '../walletLook.ts'
import type { BitcoinCard } from '../wire.ts'
import { type BitcoinAccount, factsOf } from './bitcoinAccount.ts'
import { bitcoinFeatures, createBitcoinFeatures } from './bitcoinFeatures.ts'
import { bitcoinChain } from './bitcoinSite.ts'
import { createSatsConnectSite, satsConnectMethods } from './satsConnect.ts'

/** A browser wallet of Bitcoin. */
export interface BitcoinBrowserWalletOptions extends WalletLook, PersonChoice, SatsPlace {}

export type BitcoinBrowserWallet = BrowserWallet & WalletControl

interface BitcoinBrowserWalletParts {
  /** A UUID. */
  readonly id: string
  readonly accounts: readonly BitcoinAccount[]
}

/** @throws TypeError for an option that cannot be */
export function createBitcoinBrowserWallet(
  { id, accounts }: BitcoinBrowserWalletParts,
  options: BitcoinBrowserWalletOptions,
): BitcoinBrowserWallet {
  const { name, icon } = readStandardLook(options)
  const { approval, delay } = options
  const providerId = readProviderId(id, options)
  const accountOf = (address: string) =>
    accounts.find(({ addresses }) => addresses.some((each) => each.address === address))
  const core = createWalletCore({
    id,
    name,
    accounts: accounts.map(({ address }) => address),
    person: createPerson({ approval, delay }),
    isSame: (address, other) => accountOf(address) !== undefined && accountOf(address) === accountOf(other),
    showsOne: true,
    addressesOf: (account) => accountOf(account)?.addresses.map(({ address }) => address) ?? [],
  })
  const addresses = accounts.flatMap((account) => account.addresses)
  const card: BitcoinCard = {
    id,
    family: 'bitcoin',
    name,
    icon,
    chains: [bitcoinChain],
    accounts: addresses.map(({ address, publicKey, purposes }) => ({
      address,
      publicKey: toBase64(publicKey),
      purposes,
    })),
    features: bitcoinFeatures,
    providerId,
    methods: satsConnectMethods,
    addresses: addresses.flatMap((address) => factsOf(address)),
  }
  const features = createBitcoinFeatures({ core, accounts })
  return createBrowserWallet(card, {
    core,
    control: core.control,
    openSite(site) {
      const answerFeature = createStandardSite(core, site, features)
      const answerMethod = createSatsConnectSite({ core, accounts, id }, site)
      // The names of features have a colon.
      return (method, params) => (method.includes(':') ? answerFeature : answerMethod)(method, params)
    },
  })
}
