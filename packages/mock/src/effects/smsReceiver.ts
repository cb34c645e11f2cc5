import { defined } from '@latchkey/base/defined'
import { realFetch, type RealReply } from '@latchkey/base/realFetch'
import { readRealUrl } from '@latchkey/base/realUrl'
import { type MessageReceiver, nameOfReceiver, type Receipt, shownReply } from './messageReceiver.ts'
import type { RealPart } from './realParts.ts'

/** The longest reply that is read. */
const maximumMegabytes = 1

/**
 * A receiver of text messages: each is posted to its URL as JSON. It follows no redirect.
 *
 * @throws TypeError for a URL that is not one of http or https
 */
export function smsPart(address: string | URL): RealPart {
  const name = nameOfReceiver.sms
  const url = readRealUrl(name, address, ['http:', 'https:'])
  const headers = {
    'content-type': 'application/json',
    ...defined({ authorization: url.authorization }),
  }
  const receiver: MessageReceiver = {
    channel: 'sms',
    prepare: async () => undefined,
    async send({ id, createdAt, from, to, text, code, environmentId }, signal) {
      const body = JSON.stringify({ id, createdAt, from, to, text, code, environmentId })
      try {
        return receiptOf(await realFetch(url.href, { method: 'POST', headers, body, signal }, maximumMegabytes))
      } catch (error) {
        return { outcome: 'failed', reply: `${url.origin} ${(error as Error).message}.` }
      }
    },
  }
  return { name, origin: url.origin, receiver }
}

/** By statuses of 500 and more, 408 and 429, the receiver may take the message later (RFC 9110, section 15). */
function receiptOf({ status, text }: RealReply): Receipt {
  const reply = shownReply(`${status} ${text}`)
  if (status < 300) return { outcome: 'delivered', reply }
  return { outcome: status >= 500 || status === 408 || status === 429 ? 'failed' : 'refused', reply }
}
