/** Endings of the names of secrets. Any field with such a name is treated as a secret. */
const secretEnding =
  /(?:token|secret|secret_?key|private_?key|password|passcode|jwt|verifier|recovery_?codes|mnemonic)$/i

/**
 * Secrets with other names: one-time codes, the state of a round trip, a messenger's signature, links that open a file
 * or a page, encrypted shares of keys, the ciphertext and the encrypted key of an envelope, a wallet API key, stamps and
 * sealed keys.
 */
const otherSecrets: ReadonlySet<string> = new Set([
  'code',
  'mfaCode',
  'state',
  'hash',
  'backup',
  'downloadUrl',
  'billingPortalUrl',
  'billingPortalAddPaymentMethodUrl',
  'exportBundle',
  'stampHeaderValue',
  'encryptedAccountCredential',
  'encryptedAccountCredentials',
  'encryptedDelegatedShare',
  'encryptedWalletApiKey',
  'ct',
  'ek',
  'x-wallet-api-key',
])

/** Whether texts under a name are secrets. The name is that of a field or of a URL's parameter. */
export function isSecretName(name: string): boolean {
  return secretEnding.test(name) || otherSecrets.has(name)
}
