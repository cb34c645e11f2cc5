import { type AptosKey, aptosKinds, createAptosKey } from '@latchkey/crypto/chains/aptos'

/**
 * The account of a test wallet on Aptos, of whichever kind its key is.
 *
 * @param secret - 32 bytes.
 * @throws TypeError for an address of another key
 */
export function createAptosAccount(address: string, secret: Uint8Array): AptosKey {
  const key = aptosKinds.map((kind) => createAptosKey(secret, kind)).find((each) => each.address === address)
  if (key) return key
  throw new TypeError(`Failed to call "browser()": ${address} is not an address of its secret.`)
}
