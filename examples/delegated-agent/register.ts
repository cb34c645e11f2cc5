import { createPrivateKey, generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import type { Transport } from '@latchkey/client'
import { delegatedAccess, webhooks } from '@latchkey/client/operations'

/** The secrets of the backend after its registration. Store them like passwords. */
export interface Registration {
  /** The RSA key, as PEM (PKCS #8). */
  readonly privateKeyPem: string
  readonly webhookId: string
  readonly webhookSecret: string
}

/**
 * Makes the backend known to an environment, which is needed once: adds its RSA key and a disabled webhook.
 *
 * @param admin - Calls with a token that may change the settings and the webhooks of the environment.
 * @param url - Where the backend receives webhooks.
 */
export async function register(admin: Transport, url: string): Promise<Registration> {
  const { publicKey, privateKey: privateKeyPem } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 3072,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  await delegatedAccess.createKey(admin, { body: { publicKey } })
  const { webhookId } = await webhooks.create(admin, {
    body: { url, isEnabled: false, events: ['wallet.delegation.created', 'wallet.delegation.revoked'] },
  })
  const { secret: webhookSecret = '' } = await webhooks.get(admin, { webhookId, query: { includeSecret: true } })
  return { privateKeyPem, webhookId, webhookSecret }
}

/** Enables the webhook, once the backend listens. The service then sends the envelopes that have waited for it. */
export async function enableWebhook(admin: Transport, webhookId: string): Promise<void> {
  const { url, events } = await webhooks.get(admin, { webhookId })
  await webhooks.update(admin, { webhookId, body: { url, events, isEnabled: true } })
}

/** The RSA key for Web Crypto. It cannot be exported again. */
export function importPrivateKey(pem: string): Promise<CryptoKey> {
  const der = createPrivateKey(pem).export({ type: 'pkcs8', format: 'der' })
  return crypto.subtle.importKey('pkcs8', der, { name: 'RSA-OAEP', hash: 'SHA-256' }, false, ['decrypt'])
}
