/** The hash of bytes, by Web Crypto where the platform has it. */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer | Uint8Array> {
  const subtle = globalThis.crypto?.subtle
  return subtle ? subtle.digest('SHA-256', bytes) : (await import('./softCiphers.ts')).sha256(bytes)
}
