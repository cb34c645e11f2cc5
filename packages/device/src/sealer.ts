import { readEncryptionKey, type Sealer, type SealingKey, sealEnvelope } from './envelope.ts'

/**
 * Seals to a public key, by Web Crypto where the platform has it.
 *
 * @returns `undefined` for a text that is no RSA public key.
 */
export async function createSealer(key: SealingKey): Promise<Sealer | undefined> {
  if (!globalThis.crypto?.subtle) return (await import('./softSealer.ts')).createSealer(key)
  const publicKey = await readEncryptionKey(key.pem)
  return publicKey && ((text) => sealEnvelope(text, { publicKey, kid: key.kid }))
}
