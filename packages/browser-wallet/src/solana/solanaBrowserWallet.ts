import { toBase64 } from '@latchkey/base/bytes'
import { type BrowserWallet, createBrowserWallet } from '../browserWallet.ts'
import { createPerson } from '../person.ts'
import { createStandardSite } from '../standard/standardSite.ts'
import { createWalletCore, type WalletControl } from '../walletCore.ts'
import { type PersonChoice, readStandardLook, type WalletLook } from '../walletLook.ts'
import type { StandardCard, StandardFeature } from '../wire.ts'
import type { SolanaAccount } from './solanaAccount.ts'
import { createSolanaFeatures } from './solanaFeatures.ts'
import type { SolanaNodes } from './solanaNodes.ts'

/** The options of a browser wallet of Solana or Eclipse. */
export interface SolanaBrowserWalletOptions extends WalletLook, PersonChoice {
  /**
   * The chains that the wallet announces. @default on Solana `solana:mainnet`, `solana:devnet` and `solana:localnet`; on
   * Eclipse `eclipse:mainnet`, `eclipse:testnet` and `eclipse:devnet`
   */
  readonly chains?: readonly string[] | undefined
}

export type SolanaBrowserWallet = BrowserWallet & WalletControl

interface SolanaBrowserWalletParts {
  /** A UUID. */
  readonly id: string
  readonly chain: 'ECLIPSE' | 'SOL'
  readonly accounts: readonly SolanaAccount[]
  readonly nodes: SolanaNodes
}

const supportedTransactionVersions = ['legacy', 0]

const signing: Readonly<Record<string, StandardFeature>> = {
  'solana:signIn': { version: '1.0.0', method: 'signIn' },
  'solana:signMessage': { version: '1.1.0', method: 'signMessage' },
  'solana:signTransaction': {
    version: '1.0.0',
    method: 'signTransaction',
    facts: { supportedTransactionVersions },
  },
}

/**
 * The chains of a wallet, and its features.
 *
 * Wallets that reach Eclipse name its chains `eclipse:…`, and have the features of Solana. There is no node of Eclipse
 * here: without a feature that sends, apps send by their own node.
 */
const kinds = {
  SOL: {
    chains: ['solana:mainnet', 'solana:devnet', 'solana:localnet'],
    features: {
      ...signing,
      'solana:signAndSendTransaction': {
        version: '1.0.0',
        method: 'signAndSendTransaction',
        facts: { supportedTransactionVersions },
      },
    },
  },
  ECLIPSE: { chains: ['eclipse:mainnet', 'eclipse:testnet', 'eclipse:devnet'], features: signing },
} as const

/** @throws TypeError for an option that cannot be */
export function createSolanaBrowserWallet(
  { id, chain, accounts, nodes }: SolanaBrowserWalletParts,
  options: SolanaBrowserWalletOptions,
): SolanaBrowserWallet {
  const { name, icon } = readStandardLook(options)
  const { approval, delay, chains = kinds[chain].chains } = options
  if (chains.length === 0 || !chains.every((each) => /^(?:eclipse|solana):[a-z]+$/.test(each)))
    throw new TypeError('Failed to call "browser()": "chains" are names such as "solana:mainnet".')
  const { features } = kinds[chain]
  const core = createWalletCore({
    id,
    name,
    accounts: accounts.map(({ address }) => address),
    person: createPerson({ approval, delay }),
    // As real wallets of Solana do. Libraries do not notice when the order of accounts changes.
    showsOne: true,
  })
  const card: StandardCard = {
    id,
    family: 'standard',
    name,
    icon,
    chains,
    accounts: accounts.map(({ address, publicKey }) => ({ address, publicKey: toBase64(publicKey) })),
    features,
  }
  const methods = createSolanaFeatures({ core, accounts, chains, nodes })
  const announced = Object.fromEntries(Object.entries(methods).filter(([feature]) => Object.hasOwn(features, feature)))
  return createBrowserWallet(card, {
    core,
    control: core.control,
    openSite: (site) => createStandardSite(core, site, announced),
  })
}
