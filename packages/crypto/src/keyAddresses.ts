import { readHex, toBase58 } from '@latchkey/base/bytes'

/** How an address comes from a public key, by its chain and kind. */
export type AddressKind = 'evm' | 'solana' | 'sui' | 'ton' | 'p2wpkh' | 'p2tr'

/** Each chain's code is loaded with its first use. */
const writers: Record<AddressKind, (publicKey: Uint8Array) => Promise<string>> = {
  async evm(publicKey) {
    const [{ secp256k1 }, { evmAddressOf }] = await Promise.all([
      import('@noble/curves/secp256k1.js'),
      import('./chains/evm.ts'),
    ])
    return evmAddressOf(secp256k1.Point.fromBytes(publicKey).toBytes(false))
  },
  solana: async (publicKey) => toBase58(publicKey),
  sui: async (publicKey) => (await import('./chains/sui.ts')).suiAddressOf(publicKey),
  ton: async (publicKey) => (await import('./chains/ton.ts')).tonAddressOf(publicKey),
  async p2wpkh(publicKey) {
    const [{ hash160 }, { writeBitcoinAddress }] = await Promise.all([
      import('./chains/hash160.ts'),
      import('./chains/bitcoinScripts.ts'),
    ])
    return writeBitcoinAddress({ kind: 'p2wpkh', program: hash160(publicKey) })
  },
  p2tr: async (publicKey) =>
    (await import('./chains/bitcoinScripts.ts')).writeBitcoinAddress({ kind: 'p2tr', program: publicKey }),
}

/**
 * The address of a public key on its chain's main network.
 *
 * @param publicKey - Hex: 33 bytes compressed (secp256k1), 32 bytes for ed25519 and for the output key of Taproot.
 */
export async function addressOfKey(kind: AddressKind, publicKey: string): Promise<string> {
  return writers[kind](readHex(publicKey) ?? new Uint8Array())
}
