import { toBase64 } from '@latchkey/base/bytes'
import type { SuiKey } from '@latchkey/crypto/chains/sui'
import { type BrowserWallet, createBrowserWallet } from '../browserWallet.ts'
import { createPerson } from '../person.ts'
import { createStandardSite } from '../standard/standardSite.ts'
import { createWalletCore, type WalletControl } from '../walletCore.ts'
import { type PersonChoice, readStandardLook, type WalletLook } from '../walletLook.ts'
import type { StandardCard } from '../wire.ts'
import { createSuiFeatures, suiFeatures } from './suiFeatures.ts'
import type { ReadSuiTransaction } from './suiTransactions.ts'

/** A browser wallet of Sui. */
export interface SuiBrowserWalletOptions extends WalletLook, PersonChoice {
  /** The chains that the wallet announces. @default `sui:mainnet`, `sui:testnet`, `sui:devnet` and `sui:localnet` */
  readonly chains?: readonly string[] | undefined
}

export type SuiBrowserWallet = BrowserWallet & WalletControl

interface SuiBrowserWalletParts {
  /** A UUID. */
  readonly id: string
  readonly accounts: readonly SuiKey[]
  readonly readTransaction: ReadSuiTransaction
}

const allChains = ['sui:mainnet', 'sui:testnet', 'sui:devnet', 'sui:localnet']

/** @throws TypeError for an option that cannot be */
export function createSuiBrowserWallet(
  { id, accounts, readTransaction }: SuiBrowserWalletParts,
  options: SuiBrowserWalletOptions,
): SuiBrowserWallet {
  const { name, icon } = readStandardLook(options)
  const { approval, delay, chains = allChains } = options
  if (chains.length === 0 || !chains.every((each) => /^sui:[a-z]+$/.test(each)))
    throw new TypeError('Failed to call "browser()": "chains" are names such as "sui:mainnet".')
  const core = createWalletCore({
    id,
    name,
    accounts: accounts.map(({ address }) => address),
    person: createPerson({ approval, delay }),
    // Libraries do not notice when the order of accounts changes.
    showsOne: true,
  })
  const card: StandardCard = {
    id,
    family: 'standard',
    name,
    icon,
    chains,
    accounts: accounts.map(({ address, publicKey }) => ({ address, publicKey: toBase64(publicKey) })),
    features: suiFeatures,
  }
  const features = createSuiFeatures({ core, accounts, chains, readTransaction })
  return createBrowserWallet(card, {
    core,
    control: core.control,
    openSite: (site) => createStandardSite(core, site, features),
  })
}
