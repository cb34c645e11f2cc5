import { type BrowserWallet, createBrowserWallet } from '../browserWallet.ts'
import { createPerson } from '../person.ts'
import { type PersonChoice, readLook, type WalletLook } from '../walletLook.ts'
import type { Eip1193Card } from '../wire.ts'
import type { EvmAccount } from './evmAccount.ts'
import { createEvmWallet, type EvmWalletChoice, type EvmWalletControl } from './evmWallet.ts'
import type { EvmNodes, GrantsOf } from './evmWalletState.ts'
import { hardwareSigning } from './hardwareSigning.ts'

/** The options of a browser wallet of EVM chains. */
export interface EvmBrowserWalletOptions extends WalletLook, PersonChoice, EvmWalletChoice {
  /** Reverse domain name (EIP-6963). @default 'dev.latchkey.test' */
  readonly rdns?: string | undefined
  /** Whether pages find it at `window.ethereum`, too, if they do not know EIP-6963. @default false */
  readonly windowEthereum?: boolean | undefined
  /**
   * Whether the keys are in a hardware device with its own screen: it is slow, ends signatures with 0 or 1, and signs
   * no typed data with lists. Its `delay` is 1000 by default.
   *
   * @default false
   */
  readonly hardware?: boolean | undefined
  /** Names of flags of the provider that older pages look for: `['isMetaMask']`. @default none */
  readonly marks?: readonly string[] | undefined
}

export type EvmBrowserWallet = BrowserWallet<Eip1193Card> & EvmWalletControl

interface EvmBrowserWalletParts {
  /** A UUID. */
  readonly id: string
  readonly accounts: readonly [EvmAccount, ...EvmAccount[]]
  readonly nodes: EvmNodes
  readonly grantsOf: GrantsOf
}

/** @throws TypeError for an option that cannot be */
export function createEvmBrowserWallet(
  { id, accounts, nodes, grantsOf }: EvmBrowserWalletParts,
  options: EvmBrowserWalletOptions,
): EvmBrowserWallet {
  const { rdns = 'dev.latchkey.test', windowEthereum = false, marks = [], hardware = false } = options
  const { name, icon } = readLook(options)
  const { approval, delay = hardware ? 1000 : 0, chainId, chains, addresses } = options
  const card: Eip1193Card = { id, family: 'eip1193', name, icon, rdns, isDefault: windowEthereum, marks }
  const person = createPerson({ approval, delay })
  const ofDevice = ({ signing, ...account }: EvmAccount) => ({ ...account, signing: hardwareSigning(signing) })
  const [first, ...others] = accounts
  const signers = hardware ? ([ofDevice(first), ...others.map(ofDevice)] as const) : accounts
  const choice = { chainId, chains, addresses }
  return createBrowserWallet(card, createEvmWallet({ id, name, accounts: signers, person, nodes, grantsOf, ...choice }))
}
