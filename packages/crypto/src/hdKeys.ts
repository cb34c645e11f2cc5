import { utf8 } from '@latchkey/base/bytes'
import { hmac } from '@noble/hashes/hmac.js'
import { sha512 } from '@noble/hashes/sha2.js'

/** Key derivation of a chain: BIP-32 on secp256k1, or SLIP-10 on ed25519. */
export type KeyCurve = 'secp256k1' | 'ed25519'

const hardened = 0x80000000

/**
 * The seed that keys are derived from: entropy as a mnemonic of English words without a passphrase (BIP-39).
 *
 * @param entropy - 16, 20, 24, 28 or 32 bytes.
 * @returns 64 bytes.
 */
export async function seedOfEntropy(entropy: Uint8Array): Promise<Uint8Array> {
  const { mnemonicToSeedWebcrypto } = await import('@scure/bip39')
  return mnemonicToSeedWebcrypto(await mnemonicOf(entropy))
}

/** Entropy as a mnemonic of English words (BIP-39). */
export async function mnemonicOf(entropy: Uint8Array): Promise<string> {
  const [{ entropyToMnemonic }, { wordlist }] = await Promise.all([
    import('@scure/bip39'),
    import('@scure/bip39/wordlists/english.js'),
  ])
  return entropyToMnemonic(entropy, wordlist)
}

/**
 * The secret key at a path below a seed.
 *
 * @param path - Such as `m/44'/60'/0'/0/0`. On ed25519 every step is hardened.
 * @returns 32 bytes.
 * @throws RangeError for what is no path, and for a step that is not hardened on ed25519
 * @see BIP-32 and SLIP-10
 */
export async function deriveSecretKey(curve: KeyCurve, seed: Uint8Array, path: string): Promise<Uint8Array> {
  const steps = readPath(path)
  if (curve === 'ed25519') return deriveEd25519(seed, steps)
  const { HDKey } = await import('@scure/bip32')
  let node = HDKey.fromMasterSeed(seed)
  for (const step of steps) node = node.deriveChild(step)
  if (!node.privateKey) throw new RangeError('There is no key at this path.')
  return node.privateKey
}

function deriveEd25519(seed: Uint8Array, steps: readonly number[]): Uint8Array {
  let node = hmac(sha512, utf8('ed25519 seed'), seed)
  for (const step of steps) {
    if (step < hardened) throw new RangeError('Every step of a path is hardened on ed25519.')
    const data = new Uint8Array(37)
    data.set(node.subarray(0, 32), 1)
    new DataView(data.buffer).setUint32(33, step)
    node = hmac(sha512, node.subarray(32), data)
  }
  return node.slice(0, 32)
}

/** The indexes of a path; an apostrophe marks a hardened one. */
function readPath(path: string): number[] {
  if (!/^m(\/\d{1,10}'?)*$/.test(path)) throw new RangeError('This is not a derivation path.')
  return path
    .split('/')
    .slice(1)
    .map((step) => {
      const index = Number(step.replace("'", ''))
      if (index >= hardened) throw new RangeError('This is not a derivation path.')
      return step.endsWith("'") ? index + hardened : index
    })
}
