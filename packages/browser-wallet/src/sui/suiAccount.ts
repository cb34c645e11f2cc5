import { createSuiKey, type SuiKey, suiKinds } from '@latchkey/crypto/chains/sui'

/**
 * The account of a test wallet on Sui, of whichever kind its key is.
 *
 * @param secret - 32 bytes.
 * @throws TypeError for an address of another key
 */
export function createSuiAccount(address: string, secret: Uint8Array): SuiKey {
  const key = suiKinds.map((kind) => createSuiKey(secret, kind)).find((each) => each.address === address)
  if (key) return key
  throw new TypeError(`Failed to call "browser()": ${address} is not an address of its secret.`)
}
