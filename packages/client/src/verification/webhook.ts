import type { components, WebhookBody, WebhookName } from '@latchkey/types'
import type { WebhookData } from '../generated/webhooks.ts'
import { LatchkeyError } from '../shared/errors.ts'
import { joinBytes } from '../shared/joinBytes.ts'
import { webCrypto } from '../shared/webCrypto.ts'
import { assertSecrets, isDelivery, type RawDelivery } from './webhookInput.ts'

type Schemas = components['schemas']

/** The user to whom a record belongs. `data` has this field beside the record's own fields. */
export type WebhookDataOfUser = Pick<Schemas['SessionData'], 'userId'>

/** The recovery of a passkey, as its events show it. */
export type PasskeyRecovery = Schemas['PasskeyRecovery']

/** The wallet that an event names when the wallet itself has not changed. */
export type NamedWallet = Pick<Schemas['WalletSignature'], 'walletId' | 'chain' | 'publicKey'>

/** A signature of an embedded wallet. */
export type WalletSignature = Schemas['WalletSignature']

/** A request to sign that a policy refused. */
export type PolicyViolation = Schemas['PolicyViolation']

export type { WebhookData }

/** A delivery of one event. */
export type WebhookEventOf<Name extends WebhookName> = WebhookBody<Name>

/**
 * The event of a delivery; `data` narrows by `eventName`. A newer service may send event names that are not in this
 * list, so give every `switch` a `default`. A message may be delivered more than once, each time with the same
 * `messageId`; `redelivery` says whether somebody requested the delivery.
 */
export type WebhookEvent = { [Name in WebhookName]: WebhookEventOf<Name> }[WebhookName]

/** Options of {@link verifyWebhook}. */
export interface VerifyWebhookOptions {
  /** The webhook's secret. */
  secret?: string | undefined
  /**
   * More secrets that are accepted: the old and the new one while you change it, or those of several webhooks.
   */
  secrets?: readonly string[] | undefined
  /** Maximum size of the body in bytes; a larger one is refused. @default 1048576 */
  maxBytes?: number | undefined
}

/** Why a delivery is refused. */
export type WebhookErrorCode =
  | 'signature_missing'
  | 'signature_wrong'
  | 'body_not_raw'
  | 'body_too_large'
  | 'body_incomplete'
  | 'event_malformed'

/** A delivery was refused. The error contains neither the secret nor the body. */
export class WebhookError extends LatchkeyError {
  /** The reason as a code, for programs. */
  declare readonly code: WebhookErrorCode

  constructor(code: WebhookErrorCode, problem: string, options?: ErrorOptions) {
    super(`The webhook was refused: ${problem}.`, options)
    this.code = code
  }

  override get name(): string {
    return 'WebhookError'
  }
}

/**
 * Verifies that a delivery was signed with the webhook's secret, and returns its event. It consumes the body of a
 * `Request`; clone the request first if you need the body again. In Express, with `express.raw()`, pass
 * `{ body: request.body, signature: request.get('x-webhook-signature-256') }`.
 *
 * @param delivery - The request, or its raw body and signature.
 * @param options - The secret or secrets, and the maximum size of a body.
 * @returns The event.
 * @throws {@link WebhookError} when the delivery is not valid; `code` says why. Answer 400, but 500 for `body_not_raw`:
 *   there, a parser of your server has read the body.
 * @throws {@link TypeError} when there is no secret or an empty one, `maxBytes` is not a number, or the delivery is
 *   neither a `Request` nor has a `signature`.
 * @example
 * const event = await verifyWebhook(request, { secret })
 * if (event.eventName === 'user.created') await welcome(event.data.email)
 */
export async function verifyWebhook(
  delivery: Request | RawDelivery,
  options: VerifyWebhookOptions,
): Promise<WebhookEvent> {
  const { secret, secrets = [], maxBytes = 2 ** 20 }: VerifyWebhookOptions = Object(options)
  const all = secrets.concat(secret ?? [])
  assertSecrets(all)
  if (!(maxBytes >= 0)) throw new TypeError('"maxBytes" must be a number of bytes.')
  if (!isDelivery(delivery)) throw new TypeError('"delivery" must be a Request or { body, signature }.')
  // The type of its body is not checked yet.
  const { headers, body, bodyUsed, signature } = Object(delivery)
  const hex = /^sha256=([\da-f]{64})$/i.exec(headers ? headers.get('x-webhook-signature-256') : signature)?.[1]
  if (!hex) throw new WebhookError('signature_missing', 'its x-webhook-signature-256 is missing or malformed')
  // An object with `byteLength` is a buffer.
  const isRaw = headers ? !bodyUsed && !body?.locked : typeof body === 'string' || body?.byteLength >= 0
  if (!isRaw)
    throw new WebhookError('body_not_raw', 'its body was read or parsed, and only the raw bytes can be verified')
  const bytes = await toBytes(new Response(body).body, maxBytes)
  const expected = Uint8Array.from(hex.match(/../g) as string[], (pair) => +`0x${pair}`)
  for (const candidate of all) {
    const key = await toKey(candidate)
    // The platform compares in constant time.
    if (await crypto.subtle.verify('HMAC', key, expected, bytes)) return toEvent(bytes)
  }
  throw new WebhookError('signature_wrong', 'its signature is wrong')
}

/**
 * Signs a body as the service does, for tests of a receiver.
 *
 * @param body - The raw body.
 * @param secret - The webhook's secret.
 * @returns The value of the header `x-webhook-signature-256`.
 * @throws {@link TypeError} when the secret is empty or ends with a line end.
 * @example await receiver(new Request(url, { method: 'POST', body, headers: { 'x-webhook-signature-256': await signWebhook(body, secret) } }))
 */
export async function signWebhook(body: RawDelivery['body'], secret: string): Promise<string> {
  assertSecrets([secret])
  // Copied, because a view may be of shared memory.
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body)
  const key = await toKey(secret)
  const signature = await crypto.subtle.sign('HMAC', key, bytes)
  return `sha256=${Array.from(new Uint8Array(signature), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

function toKey(secret: string): Promise<CryptoKey> {
  return webCrypto().importKey('raw', new TextEncoder().encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ])
}

async function toBytes(body: Response['body'], maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  const reader = body?.getReader()
  let size = 0
  while (size <= maxBytes) {
    const part = await reader?.read().catch((cause: unknown) => {
      throw new WebhookError('body_incomplete', 'its body is incomplete', { cause })
    })
    const chunk = part?.value
    if (!chunk) return joinBytes(chunks, size)
    chunks.push(chunk)
    size += chunk.length
  }
  reader?.cancel().catch(() => {})
  throw new WebhookError('body_too_large', 'its body is larger than "maxBytes"')
}

function toEvent(bytes: Uint8Array): WebhookEvent {
  try {
    const event = JSON.parse(new TextDecoder().decode(bytes))
    if (event.eventName && event.messageId) return event
  } catch {
    // The parser's message quotes the text.
  }
  throw new WebhookError('event_malformed', 'its body is not an event')
}
