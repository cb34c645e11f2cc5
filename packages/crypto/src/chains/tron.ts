import { concat, equalBytes, readHex, toHex } from '@latchkey/base/bytes'
import { readTronAddress, tronPrefix, writeTronAddress } from '../addresses.ts'
import type { ChainSignatures } from '../walletSignature.ts'
import { createRecoverableAccount, prefixedDigest, recoverAccount } from './recoverable.ts'

const digestOf = (message: string | Uint8Array) => prefixedDigest('\x19TRON Signed Message:\n', message)

/** The key of an account. */
export interface TronKey {
  readonly address: string
  /** 21 bytes: the prefix of the network, and the account. */
  readonly addressBytes: Uint8Array
  /** 65 bytes, uncompressed. */
  readonly publicKey: Uint8Array
  /** Signs a message as `signMessageV2` does. @returns `0x` and hex */
  signMessage(message: string | Uint8Array): string
  /** Signs 32 bytes. @returns 65 bytes, the last of them 27 or 28 */
  signDigest(digest: Uint8Array): Uint8Array
}

/** The key that 32 secret bytes stand for. */
export function createTronKey(secret: Uint8Array): TronKey {
  const { account, publicKey, sign } = createRecoverableAccount(secret)
  return {
    address: writeTronAddress(account),
    addressBytes: concat(Uint8Array.of(tronPrefix), account),
    publicKey,
    signMessage: (message) => `0x${toHex(sign(digestOf(message)))}`,
    signDigest: sign,
  }
}

/**
 * Tron: a signature is `0x` and hex of r, s and 27 or 28 (0 or 1 from hardware wallets) over Keccak-256 of the message
 * behind its prefix, as `signMessageV2` gives it; s is in the lower half of its range. The address is base58 with a
 * checksum. Kind of account: `account`.
 */
export const tron: ChainSignatures = {
  verify({ address, message, signature }) {
    const bytes = signature.startsWith('0x') ? readHex(signature) : undefined
    const account = readTronAddress(address)
    const signer = bytes && recoverAccount(digestOf(message), bytes)
    return account && signer && equalBytes(signer, account) ? 'valid' : 'invalid'
  },

  createSigner(secret, kind = 'account') {
    if (kind !== 'account') throw new RangeError('Accounts of Tron are of the kind account.')
    const { address, publicKey, signMessage } = createTronKey(secret)
    return { address, publicKey: toHex(publicKey), sign: signMessage }
  },
}
