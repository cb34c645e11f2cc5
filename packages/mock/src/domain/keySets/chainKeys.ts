import type { Curve, Derivation, KeySet } from '@latchkey/ceremony'
import { addressOfKey, type AddressKind } from '@latchkey/crypto/keyAddresses'
import type { components } from '@latchkey/types'
import type { AddressType, WalletKeySet } from '../../store/roomRecords.ts'
import { assert, DomainError } from '../shared/errors.ts'
import type { EmbeddedChain } from '../wallets/walletDerivation.ts'
import { loadCeremony } from './ceremony.ts'

type WaasChain = components['schemas']['WaasChainEnum']

/** How a wallet's key and address are made. */
export interface ChainKey {
  /** The chain as wallets name it. */
  readonly walletChain: EmbeddedChain
  readonly curve: Curve
  readonly derivation: Required<Derivation>
  readonly addressKind: AddressKind
}

/** Solana, Sui and TON use the group key itself: ed25519 has no children without hardened steps. */
const ed25519Key = (walletChain: EmbeddedChain, addressKind: AddressKind): ChainKey => ({
  walletChain,
  curve: 'ed25519',
  derivation: { path: [], taproot: false },
  addressKind,
})

const bitcoinKeys: Record<AddressType, ChainKey> = {
  native_segwit: {
    walletChain: 'BTC',
    curve: 'secp256k1-ecdsa',
    derivation: { path: [84, 0, 0, 0, 0], taproot: false },
    addressKind: 'p2wpkh',
  },
  taproot: {
    walletChain: 'BTC',
    curve: 'secp256k1-bip340',
    derivation: { path: [86, 0, 0, 0, 0], taproot: true },
    addressKind: 'p2tr',
  },
}

/** Coin types are those of SLIP-44. */
const chainKeys: Record<Exclude<WaasChain, 'BTC'>, ChainKey> = {
  EVM: {
    walletChain: 'EVM',
    curve: 'secp256k1-ecdsa',
    derivation: { path: [44, 60, 0, 0, 0], taproot: false },
    addressKind: 'evm',
  },
  SVM: ed25519Key('SOL', 'solana'),
  SUI: ed25519Key('SUI', 'sui'),
  TON: ed25519Key('TON', 'ton'),
}

/** The row of a chain, and on Bitcoin of a kind of address. */
export function chainKeyOf(chain: WaasChain, addressType: AddressType | undefined): ChainKey {
  if (chain !== 'BTC') return chainKeys[chain]
  if (addressType === undefined) throw new DomainError('internal')
  return bitcoinKeys[addressType]
}

/** The chain of wallets whose key is shared, by the chain of wallets. */
export function waasChainOf(walletChain: EmbeddedChain): WaasChain {
  return walletChain === 'SOL' ? 'SVM' : walletChain
}

/** The reverse of {@link waasChainOf}. */
export function walletChainOf(chain: WaasChain): EmbeddedChain {
  return chain === 'SVM' ? 'SOL' : chain
}

/** The row of a key set's chain. The key of an imported wallet is the group key itself. */
export function chainKeyOfSet({ chain, addressType, isImported }: ChainOfKey): ChainKey {
  const chainKey = chainKeyOf(chain, addressType)
  return isImported ? { ...chainKey, derivation: { ...chainKey.derivation, path: [] } } : chainKey
}

/** The columns of a key set on which the wallet's key and address depend. */
type ChainOfKey = Pick<WalletKeySet, 'chain' | 'addressType' | 'isImported'>

/**
 * Reads the kind of address of a request, which Bitcoin needs and no other chain has.
 *
 * @throws {@link DomainError} `validationFailed`
 */
export function readAddressType(chain: WaasChain, text: string | undefined): AddressType | undefined {
  if (chain !== 'BTC') {
    assert(text === undefined, 'validationFailed', {
      message: 'addressType must be left out, since only wallets of BTC have one.',
    })
    return undefined
  }
  const isKind = text === 'native_segwit' || text === 'taproot'
  assert(isKind, 'validationFailed', { message: 'addressType must be native_segwit or taproot on BTC.' })
  return text
}

/** The path of a wallet's key below the group key, such as `m/44/60/0/0/0`. */
export function pathTextOf({ derivation: { path } }: ChainKey): string {
  return ['m', ...path].join('/')
}

/** The public key of a key set on its chain in hex, and its address. */
export async function addressOfKeySet(
  { addressKind, derivation }: ChainKey,
  keySet: KeySet,
): Promise<{ publicKey: string; address: string }> {
  const { publicKeyOf } = await loadCeremony()
  const publicKey = publicKeyOf(keySet, derivation)
  return { publicKey, address: await addressOfKey(addressKind, publicKey) }
}
