import type { components } from '@latchkey/types'
import { readEthereumAddress } from '../crypto/ethereumAddress.ts'

export type Chain = components['schemas']['ChainEnum']

interface ChainRow {
  /** Family in the lower-case namespace of CAIP-2; chains of one family share addresses. */
  readonly namespace: string
  /** Whether a text can be an address there. */
  isAddress(text: string): boolean
  /** The one spelling of an address that is compared. @default as it is */
  canonical?(address: string): string
}

const base58 = '[1-9A-HJ-NP-Za-km-z]'
const bech32 = '[02-9ac-hj-np-z]'
const hex = /^0x[0-9a-f]{1,64}$/i
const cosmosAddress = new RegExp(`^[a-z]{1,20}1${bech32}{38,58}$`, 'i')
const sparkAddress = new RegExp(`^(sp|spark|sprt|sparkrt)1${bech32}{40,90}$|^0[23][0-9a-f]{64}$`, 'i')
const segwitAddress = new RegExp(`^(bc|tb|bcrt)1[qp]${bech32}{38,58}$`, 'i')
const legacyAddress = new RegExp(`^[123mn]${base58}{25,34}$`)

const lower = (text: string) => text.toLowerCase()
/** Hex of any length means the same number with and without leading zeros. */
const padded = (text: string) => (hex.test(text) ? `0x${text.slice(2).toLowerCase().padStart(64, '0')}` : text)
const matching = (pattern: RegExp) => (text: string) => pattern.test(text)
/** Bech32 (BIP-173) is all lower case or all upper case, never mixed. */
const isOneCase = (text: string) => text === text.toLowerCase() || text === text.toUpperCase()

const evm: ChainRow = { namespace: 'eip155', isAddress: (text) => readEthereumAddress(text) !== undefined, canonical: lower }
const ed25519Key = matching(new RegExp(`^${base58}{32,44}$`))

/** What is known of each chain's addresses. Shapes are checked, EIP-55 checksums too; others are the sign-in's to verify. */
const chains: Record<Chain, ChainRow> = {
  EVM: evm,
  ETH: evm,
  SOL: { namespace: 'solana', isAddress: ed25519Key },
  ECLIPSE: { namespace: 'eclipse', isAddress: ed25519Key },
  BTC: { namespace: 'bip122', isAddress: isBitcoinAddress, canonical: (text) => (isBech32Bitcoin(text) ? lower(text) : text) },
  COSMOS: { namespace: 'cosmos', isAddress: (text) => isOneCase(text) && cosmosAddress.test(text), canonical: lower },
  FLOW: { namespace: 'flow', isAddress: matching(/^0x[0-9a-f]{16}$/i), canonical: lower },
  ALGO: { namespace: 'algorand', isAddress: matching(/^[A-Z2-7]{58}$/) },
  STARK: { namespace: 'starknet', isAddress: matching(hex), canonical: padded },
  SUI: { namespace: 'sui', isAddress: matching(/^0x[0-9a-f]{64}$/i), canonical: lower },
  APTOS: { namespace: 'aptos', isAddress: matching(hex), canonical: padded },
  TRON: { namespace: 'tron', isAddress: matching(new RegExp(`^T${base58}{33}$`)) },
  TON: { namespace: 'ton', isAddress: (text) => tonAccount(text) !== undefined, canonical: (text) => tonAccount(text) ?? text },
  SPARK: { namespace: 'spark', isAddress: (text) => isOneCase(text) && sparkAddress.test(text), canonical: lower },
}

/** The chain's family, such as `eip155`: the lower-case namespace of CAIP-2. */
export function chainNamespace(chain: Chain): string {
  return chains[chain].namespace
}

/** Whether a text can be an address of the chain. A mixed-case EVM address must carry its EIP-55 checksum. */
export function isAddressOf(chain: Chain, text: string): boolean {
  return chains[chain].isAddress(text)
}

/**
 * What an address is compared by: `family:address`, the same for every spelling of the address and every chain of the
 * family. A text that is no address there is kept as it is.
 */
export function addressKey(chain: Chain, address: string): string {
  const { namespace, canonical } = chains[chain]
  return `${namespace}:${canonical?.(address) ?? address}`
}

function isBech32Bitcoin(text: string): boolean {
  return isOneCase(text) && segwitAddress.test(text)
}

function isBitcoinAddress(text: string): boolean {
  return isBech32Bitcoin(text) || legacyAddress.test(text)
}

/** Workchain and hash of a TON address, which the bounceable, the other and the raw form have in common. */
function tonAccount(text: string): string | undefined {
  if (/^(-1|0):[0-9a-f]{64}$/i.test(text)) return text.toLowerCase()
  if (!/^[\w+/-]{48}$/.test(text)) return undefined
  const bytes = [...atob(text.replaceAll('-', '+').replaceAll('_', '/'))].map((char) => char.charCodeAt(0))
  const [tag = 0, workchain = 0] = bytes
  if (![0x11, 0x51, 0x91, 0xd1].includes(tag) || ![0, 0xff].includes(workchain)) return undefined
  const hash = bytes.slice(2, 34).map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${workchain === 0 ? 0 : -1}:${hash}`
}
