import { readHex, toHex, utf8 } from '@latchkey/base/bytes'
import { mnemonicOf } from '@latchkey/crypto/hdKeys'
import { sealBundle } from '@latchkey/crypto/hpke'
import type { Wallet } from '../../store/records.ts'
import type { Backend } from '../shared/backend.ts'
import { existing } from '../shared/recordGuards.ts'
import { deriveKeyAt, isEmbeddedChain } from '../wallets/walletDerivation.ts'

/** The HPKE `info` of an exported bundle. */
export const exportInfo = 'custody export'

/** The content of a bundle, as JSON. */
export interface ExportedKey {
  readonly address: string
  /** Path of the key below the secret. */
  readonly path: string
  /** Of the first generation: hex of 32 bytes. */
  readonly privateKey?: string
  /** Of the second generation: English words (BIP-39). */
  readonly mnemonic?: string
}

/** Seals the key of a wallet, or the secret of its generation, to a public key. */
export async function sealExport(backend: Backend, wallet: Wallet, targetPublicKey: string): Promise<string> {
  const { publicKey: address, chain, properties: { derivationPath: path = '', version } = {} } = wallet
  const seed = existing(backend.store.embeddedSeeds.get(wallet.embeddedSeedId ?? ''), 'internal')
  const entropy = readHex(seed.entropy) ?? new Uint8Array()
  const embeddedChain = existing(isEmbeddedChain(chain) ? chain : undefined, 'internal')
  const secret =
    version === 'V1'
      ? { privateKey: toHex(await deriveKeyAt(entropy, embeddedChain, path)) }
      : { mnemonic: await mnemonicOf(entropy) }
  const exported: ExportedKey = { address, path, ...secret }
  return sealBundle(targetPublicKey, {
    plaintext: utf8(JSON.stringify(exported)),
    info: exportInfo,
    randomness: backend.random.bytes(32),
  })
}
