import { equalBytes, readHex, toHex } from '@latchkey/base/bytes'
import { readTronAddress, writeTronAddress } from '../addresses.ts'
import type { ChainSignatures } from '../walletSignature.ts'
import { createRecoverableAccount, prefixedDigest, recoverAccount } from './recoverable.ts'

const digestOf = (message: string) => prefixedDigest('\x19TRON Signed Message:\n', message)

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
    const { account, publicKey, sign } = createRecoverableAccount(secret)
    return {
      address: writeTronAddress(account),
      publicKey: toHex(publicKey),
      sign: (message) => `0x${toHex(sign(digestOf(message)))}`,
    }
  },
}
