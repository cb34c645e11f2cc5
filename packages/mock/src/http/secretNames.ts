/** What the names of secrets end with. A field with such a name is a secret as long as nobody has said otherwise. */
const secretEnding =
  /(?:token|secret|secret_?key|private_?key|password|passcode|jwt|verifier|recovery_?codes|mnemonic)$/i

/** Secrets whose names do not say so: one-time codes, the state of a round trip, a messenger's signature, links that open a file or a page. */
const otherSecrets: ReadonlySet<string> = new Set([
  'code',
  'state',
  'hash',
  'backup',
  'downloadUrl',
  'billingPortalUrl',
  'billingPortalAddPaymentMethodUrl',
])

/** Whether texts under a name are secrets, be it a field's or that of a URL's parameter. */
export function isSecretName(name: string): boolean {
  return secretEnding.test(name) || otherSecrets.has(name)
}
