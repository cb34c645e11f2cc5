import type { Curve, Derivation } from '@latchkey/ceremony'
import type { BitcoinAddressType, WalletChain } from '../engine.ts'

/** The kind of key that a chain needs. */
export interface KeyKind {
  readonly curve: Curve
  /** Which key of the key set is the wallet's. An imported key is the group key itself. */
  readonly derivation: Derivation
}

const ed25519: KeyKind = { curve: 'ed25519', derivation: {} }

const kinds: Readonly<Record<Exclude<WalletChain, 'BTC'> | BitcoinAddressType, KeyKind>> = {
  EVM: { curve: 'secp256k1-ecdsa', derivation: { path: [44, 60, 0, 0, 0] } },
  native_segwit: { curve: 'secp256k1-ecdsa', derivation: { path: [84, 0, 0, 0, 0] } },
  taproot: { curve: 'secp256k1-bip340', derivation: { path: [86, 0, 0, 0, 0], taproot: true } },
  SVM: ed25519,
  SUI: ed25519,
  TON: ed25519,
}

/** @param addressType - Bitcoin only. */
export function keyKindOf(chain: WalletChain, addressType: BitcoinAddressType = 'native_segwit'): KeyKind {
  return kinds[chain === 'BTC' ? addressType : chain]
}
