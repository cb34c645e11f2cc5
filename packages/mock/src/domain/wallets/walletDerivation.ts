import { loadChain } from '@latchkey/crypto/chainSignatures'
import { deriveSecretKey, type KeyCurve, seedOfEntropy } from '@latchkey/crypto/hdKeys'
import type { components } from '@latchkey/types'

type Schemas = components['schemas']
/** The chains of embedded wallets. */
export type EmbeddedChain = Schemas['EmbeddedWalletChainEnum']

interface Branch {
  /** The path of the account with this number. */
  readonly path: (account: number) => string
  /** The kind of account on the chain. @default the chain's first */
  readonly kind?: string
}

interface ChainRow extends Branch {
  readonly curve: KeyCurve
  /** Addresses that belong to the same wallet. */
  readonly additional?: readonly (Branch & { readonly type: Schemas['WalletAddressType'] })[]
}

/** BIP-84: witness version 0. */
const segwit: Branch = { path: (account) => `m/84'/0'/0'/0/${account}`, kind: 'p2wpkh' }
/** BIP-86: Taproot with one key. */
const taproot: Branch = { path: (account) => `m/86'/0'/0'/0/${account}`, kind: 'p2tr' }

/** Coin types are those of SLIP-44. A wallet shows the path of its own address. */
const chains: Record<EmbeddedChain, ChainRow> = {
  EVM: { curve: 'secp256k1', path: (account) => `m/44'/60'/0'/0/${account}` },
  SOL: { curve: 'ed25519', path: (account) => `m/44'/501'/${account}'/0'` },
  SUI: { curve: 'ed25519', path: (account) => `m/44'/784'/${account}'/0'/0'` },
  BTC: {
    curve: 'secp256k1',
    ...segwit,
    additional: [
      { ...taproot, type: 'ordinals' },
      { ...segwit, type: 'payment' },
    ],
  },
  TON: { curve: 'ed25519', path: (account) => `m/44'/607'/${account}'` },
}

/** Whether embedded wallets can be created on a chain. */
export function isEmbeddedChain(name: string): name is EmbeddedChain {
  return Object.hasOwn(chains, name)
}

/** The derivation path of an account's key on the chain. */
export function pathOf(chain: EmbeddedChain, account: number): string {
  return chains[chain].path(account)
}

/** A key of an account, and the kind of address that it has, where the chain has several. */
export interface DerivedKey {
  readonly curve: KeyCurve
  readonly path: string
  readonly kind: string | undefined
}

/** The keys of an account on the chain, one for each address: first that of the wallet, then those beside it. */
export function keysOf(chain: EmbeddedChain, account: number): DerivedKey[] {
  const { curve, additional = [], ...main } = chains[chain]
  const branches = [...new Map([main, ...additional].map((branch) => [branch.path(account), branch])).values()]
  return branches.map(({ path, kind }) => ({ curve, path: path(account), kind }))
}

/** The secret key of an account that is derived from entropy, 32 bytes. Parameters as in {@link deriveAddresses}. */
export async function deriveAccountKey(
  entropy: Uint8Array,
  chain: EmbeddedChain,
  account: number,
): Promise<Uint8Array> {
  return deriveKeyAt(entropy, chain, pathOf(chain, account))
}

/** The secret key at a path that a wallet of the chain has, 32 bytes. */
export async function deriveKeyAt(entropy: Uint8Array, chain: EmbeddedChain, path: string): Promise<Uint8Array> {
  return deriveSecretKey(chains[chain].curve, await seedOfEntropy(entropy), path)
}

/** An account's addresses on its chain. */
export interface DerivedAddresses {
  readonly address: string
  readonly additionalAddresses?: Schemas['AdditionalAddress'][]
}

/**
 * The addresses of an account that is derived from entropy.
 *
 * @param entropy - Of a BIP-39 mnemonic.
 * @param account - Counted from 0, for each chain.
 */
export async function deriveAddresses(
  entropy: Uint8Array,
  chain: EmbeddedChain,
  account: number,
): Promise<DerivedAddresses> {
  const { curve, additional, ...main } = chains[chain]
  const [seed, { createSigner }] = await Promise.all([seedOfEntropy(entropy), loadChain(chain)])
  const signerAt = async ({ path, kind }: Branch) =>
    createSigner(await deriveSecretKey(curve, seed, path(account)), kind)
  const { address } = await signerAt(main)
  if (!additional) return { address }
  const others = additional.map(async ({ type, ...branch }) => {
    const signer = await signerAt(branch)
    return { address: signer.address, publicKey: signer.publicKey, type }
  })
  return { address, additionalAddresses: await Promise.all(others) }
}
