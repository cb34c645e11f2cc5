import type { components } from '@latchkey/types'
import type { EmbeddedChain } from '../wallets/walletDerivation.ts'
import { type DerivedKey, keysOf } from '../wallets/walletDerivation.ts'

const curves: Record<DerivedKey['curve'], string> = { secp256k1: 'CURVE_SECP256K1', ed25519: 'CURVE_ED25519' }

/** By chain, and by the kind of address where the chain has several. */
const addressFormats: Record<EmbeddedChain, string> = {
  EVM: 'ETHEREUM',
  SOL: 'SOLANA',
  SUI: 'SUI',
  BTC: 'BITCOIN_MAINNET',
  TON: 'TON_V4R2',
}

/** The accounts of a wallet, one for each address, in the words of the custody vendor. */
export function vendorAccountsOf(
  chain: EmbeddedChain,
  account: number,
): components['schemas']['VendorWalletAccount'][] {
  return keysOf(chain, account).map(({ curve, path, kind }) => ({
    curve: curves[curve],
    pathFormat: 'PATH_FORMAT_BIP32',
    path,
    addressFormat: ['ADDRESS_FORMAT', addressFormats[chain], kind?.toUpperCase() ?? []].flat().join('_'),
  }))
}
