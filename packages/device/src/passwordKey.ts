/** A password, as bytes, and how a key is made of it by PBKDF2 with SHA-256. */
export interface PasswordKey {
  readonly password: Uint8Array<ArrayBuffer>
  readonly salt: Uint8Array<ArrayBuffer>
  readonly iterations: number
}

/** The parameters of AES-256-GCM: 12 bytes of chance, and what is authenticated beside the text. */
interface Parameters {
  readonly iv: Uint8Array<ArrayBuffer>
  readonly additionalData: Uint8Array<ArrayBuffer>
}

/** AES-256-GCM under the key of a password. The ciphertext ends with the tag. */
export interface PasswordCipher {
  seal(parameters: Parameters, bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer | Uint8Array>
  /** Rejects when the bytes are not genuine. */
  open(parameters: Parameters, bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer | Uint8Array>
}
