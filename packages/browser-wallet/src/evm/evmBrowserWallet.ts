import { type BrowserWallet, createBrowserWallet } from '../browserWallet.ts'
import { type ApprovalMode, createPerson } from '../person.ts'
import type { WalletCard } from '../wire.ts'
import type { EvmAccount } from './evmAccount.ts'
import { createEvmWallet, type EvmWalletChoice, type EvmWalletControl } from './evmWallet.ts'
import type { EvmNodes } from './evmWalletState.ts'

/** How a browser wallet shows itself in pages. */
export interface WalletLook {
  /** As wallet pickers show it. @default 'Test wallet' */
  readonly name?: string | undefined
  /** A `data:` URL of an image. @default a key */
  readonly icon?: string | undefined
}

/** How the person at a browser wallet answers. */
export interface PersonChoice {
  /** `manual`: each request waits until the test answers it. @default 'automatic' */
  readonly approval?: ApprovalMode | undefined
  /** Milliseconds until an automatic answer. @default 0 */
  readonly delay?: number | undefined
}

/** A browser wallet of EVM chains. */
export interface EvmBrowserWalletOptions extends WalletLook, PersonChoice, EvmWalletChoice {
  /** Reverse domain name (EIP-6963). @default 'dev.latchkey.test' */
  readonly rdns?: string | undefined
  /** Whether it stands at `window.ethereum`, too, for pages that do not know EIP-6963. @default false */
  readonly windowEthereum?: boolean | undefined
  /** Names of marks of the provider that older pages look for: `['isMetaMask']`. @default none */
  readonly marks?: readonly string[] | undefined
}

export type EvmBrowserWallet = BrowserWallet & EvmWalletControl

interface EvmBrowserWalletParts {
  /** A UUID. */
  readonly id: string
  readonly accounts: readonly [EvmAccount, ...EvmAccount[]]
  readonly nodes: EvmNodes
}

/** @throws TypeError for an option that cannot be */
export function createEvmBrowserWallet(
  { id, accounts, nodes }: EvmBrowserWalletParts,
  options: EvmBrowserWalletOptions,
): EvmBrowserWallet {
  const {
    name = 'Test wallet',
    icon = keyIcon,
    rdns = 'dev.latchkey.test',
    windowEthereum = false,
    marks = [],
  } = options
  const { approval, delay, chainId, chains, addresses } = options
  if (!icon.startsWith('data:image/'))
    throw new TypeError('Failed to call "browser()": "icon" is not a `data:` URL of an image.')
  const card: WalletCard = { id, family: 'eip1193', name, icon, rdns, isDefault: windowEthereum, marks }
  const person = createPerson({ approval, delay })
  return createBrowserWallet(card, createEvmWallet({ id, name, accounts, person, nodes, chainId, chains, addresses }))
}

/** A key on a dark ground. */
const keyIcon =
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 32 32%22%3E' +
  '%3Crect width=%2232%22 height=%2232%22 rx=%228%22 fill=%22%231f2933%22/%3E' +
  '%3Cpath d=%22M20 7a5 5 0 0 0-4.8 6.4L8 20.6V24h3.4v-2.4h2.4v-2.4h2.4l2.4-2.4A5 5 0 1 0 20 7zm1.6 3.4a1.6 1.6 0 1 1 0 3.2 1.6 1.6 0 0 1 0-3.2z%22 fill=%22%23f5c451%22/%3E%3C/svg%3E'
