import { asciiLowerCase } from '@latchkey/base/asciiCase'
import { toHex } from '@latchkey/base/bytes'
import type { components } from '@latchkey/types'
import {
  readAlgorandAddress,
  readCosmosAddress,
  readSolanaAddress,
  readSparkAddress,
  readStarknetAddress,
  readTronAddress,
} from './addresses.ts'
import { readBitcoinAddress } from './chains/bitcoinAddress.ts'
import { readTonAddress } from './chains/tonAddress.ts'
import { readEthereumAddress } from './ethereumAddress.ts'

export type Chain = components['schemas']['ChainEnum']

interface ChainRow {
  /** Family in the lower-case namespace of CAIP-2; chains of one family share addresses. */
  readonly namespace: string
  /** Whether a text can be an address there. */
  isAddress(text: string): boolean
  /** The spelling of an account that is compared. @default as it is */
  canonical?(address: string): string
}

const hex = /^0x[\da-fA-F]{1,64}$/

/** Hex of any length means the same number with and without leading zeros. */
const padded = (text: string) => (hex.test(text) ? `0x${text.slice(2).toLowerCase().padStart(64, '0')}` : text)
const matching = (pattern: RegExp) => (text: string) => pattern.test(text)
/** Whether the text holds what an address of the chain holds. */
const readBy = (read: (text: string) => unknown) => (text: string) => read(text) !== undefined

const evm: ChainRow = { namespace: 'eip155', isAddress: readBy(readEthereumAddress), canonical: asciiLowerCase }

/** How each chain's addresses are checked and compared, including their checksums where they have some. */
const rows: Record<Chain, ChainRow> = {
  EVM: evm,
  ETH: evm,
  SOL: { namespace: 'solana', isAddress: readBy(readSolanaAddress) },
  ECLIPSE: { namespace: 'eclipse', isAddress: readBy(readSolanaAddress) },
  // One key has many addresses, of several forms and networks. Each can be paid separately, so they are not compared
  // as one.
  BTC: { namespace: 'bip122', isAddress: readBy(readBitcoinAddress), canonical: bech32Bitcoin },
  // The prefix names a chain, so two addresses of one key with different prefixes are two accounts.
  COSMOS: { namespace: 'cosmos', isAddress: readBy(readCosmosAddress), canonical: asciiLowerCase },
  FLOW: { namespace: 'flow', isAddress: matching(/^0x[\da-f]{16}$/i), canonical: asciiLowerCase },
  ALGO: { namespace: 'algorand', isAddress: readBy(readAlgorandAddress) },
  STARK: { namespace: 'starknet', isAddress: readBy(readStarknetAddress), canonical: padded },
  SUI: { namespace: 'sui', isAddress: matching(/^0x[\da-fA-F]{64}$/), canonical: asciiLowerCase },
  APTOS: { namespace: 'aptos', isAddress: matching(hex), canonical: padded },
  TRON: { namespace: 'tron', isAddress: readBy(readTronAddress) },
  TON: { namespace: 'ton', isAddress: readBy(readTonAddress), canonical: tonAccount },
  SPARK: { namespace: 'spark', isAddress: readBy(readSparkAddress), canonical: sparkAccount },
}

/** Every chain. */
export const chains = Object.keys(rows) as readonly Chain[]

/** Whether a text is the wire name of a chain. */
export function isChain(text: string): text is Chain {
  return Object.hasOwn(rows, text)
}

/** The chain's family, such as `eip155`: the lower-case namespace of CAIP-2. */
export function chainNamespace(chain: Chain): string {
  return rows[chain].namespace
}

/** Whether a text can be an address of the chain. A mixed-case EVM address must carry its EIP-55 checksum. */
export function isAddressOf(chain: Chain, text: string): boolean {
  return rows[chain].isAddress(text)
}

/**
 * The comparable form of an address: `family:address`, the same for every spelling of the account and every chain of
 * the family. A text that is not an address stays as it is.
 */
export function addressKey(chain: Chain, address: string): string {
  const { namespace, canonical } = rows[chain]
  return `${namespace}:${canonical?.(address) ?? address}`
}

/**
 * The lookup key of an address whose chain is unknown: spellings that {@link addressKey} treats as one account on any
 * chain have the same key. Different accounts may share a key, so the results must be compared.
 */
export function looseAddressKey(address: string): string {
  const lowerCase = asciiLowerCase(address)
  if (hex.test(lowerCase)) return padded(lowerCase)
  const account = tonAccount(address)
  return account === address ? asciiLowerCase(sparkAccount(address)) : account
}

/** Bech32 (BIP-173) is all lower case or all upper case; base58 is always mixed. */
function bech32Bitcoin(text: string): string {
  return /^(bc|tb|bcrt)1[\da-z]+$/.test(text) || /^(BC|TB|BCRT)1[\dA-Z]+$/.test(text) ? asciiLowerCase(text) : text
}

/** Workchain and hash of a TON address, which its bounceable, non-bounceable and raw forms have in common. */
function tonAccount(text: string): string {
  const account = readTonAddress(text)
  return account ? `${account.workchain}:${toHex(account.hash)}` : text
}

/** The identity key in every form of a Spark address, including regtest: a signature for one form proves them all. */
function sparkAccount(text: string): string {
  const key = readSparkAddress(text)
  return key ? toHex(key) : text
}
