import type { KeyPair } from '@latchkey/crypto/developmentKeys'
import type { ForeignAlgorithm } from '@latchkey/crypto/foreignAlgorithms'

/** A key pair for any of the signatures that issuers use. */
export type KeyPairOf<A> = Omit<KeyPair, 'algorithm'> & { readonly algorithm: A }

/** Creates a signing key with the machine's randomness, when no fixed key is left. */
export async function generateKeyPair<A extends ForeignAlgorithm>(algorithm: A): Promise<KeyPairOf<A>> {
  const jose = await import('jose')
  const { publicKey, privateKey } = await jose.generateKeyPair(algorithm, { extractable: true })
  const [publicJwk, privateJwk] = await Promise.all([jose.exportJWK(publicKey), jose.exportJWK(privateKey)])
  return {
    algorithm,
    kid: await jose.calculateJwkThumbprint(publicJwk),
    publicJwk: textOf(publicJwk),
    privateJwk: textOf(privateJwk),
  }
}

/** The parameters of a key; all that are used here are text. */
function textOf(jwk: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(jwk).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
