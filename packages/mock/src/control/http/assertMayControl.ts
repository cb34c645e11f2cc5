import { originOf } from '@latchkey/base/baseUrl'
import { isLoopbackName } from '@latchkey/base/hostName'
import { assert } from '../../domain/shared/errors.ts'
import type { RequestHead } from '../../http/serviceRequest.ts'
import { signatureHeader, webhookAgent } from '../../world/webhookDelivery.ts'

/**
 * Whether a page of this machine loads something as a script. `localhost` is one site, whatever the port, and so is
 * each loopback address. Pages of other machines are never of it.
 */
export function isScriptOfThisMachine({ headers }: RequestHead, baseUrl: string): boolean {
  const isOfPage = headers.get('sec-fetch-site') === 'same-site' && headers.get('sec-fetch-dest') === 'script'
  return isOfPage && headers.get('origin') === null && isLoopbackName(new URL(baseUrl).hostname)
}

/**
 * Refuses requests that others could make the developer's browser or the mock itself send: a page's call has its
 * `Origin`, a form cannot send JSON, and a webhook has a signature and names its sender.
 *
 * @throws {@link DomainError} `forbidden`, `unsupportedMediaType`
 */
export function assertMayControl({ method, headers }: RequestHead, baseUrl: string): void {
  const origin = headers.get('origin')
  assert(origin === null || origin === originOf(baseUrl), 'forbidden', {
    message: 'Pages of other origins may not control the mock.',
  })
  // Browsers send no `Origin` with the GET of an image or a script, but the site that it comes from (Fetch Metadata).
  const site = headers.get('sec-fetch-site') ?? 'none'
  assert(site === 'same-origin' || site === 'none', 'forbidden', {
    message: 'Pages of other sites may not control the mock.',
  })
  // The signature's header can have another name, the sender cannot.
  const isWebhook = headers.get(signatureHeader) !== null || headers.get('user-agent') === webhookAgent
  assert(!isWebhook, 'forbidden', { message: 'Webhooks may not control the mock.' })
  const isJson = /^application\/json *(;|$)/i.test(headers.get('content-type') ?? '')
  assert(method !== 'POST' || isJson, 'unsupportedMediaType', {
    message: 'Send every POST with `content-type: application/json`, also one without a body.',
  })
}
