import type { Delivery } from '../../live/control.ts'
import type { Live } from '../../live/createLive.ts'

/** The answer to an attempt in a few words: `'answered 503'`, or why there was none. */
export function answerOf({ response }: Delivery): string {
  const { status, error } = response
  if (typeof status === 'number') return `answered ${status}`
  return typeof error === 'string' ? `not answered: ${error}` : 'not answered'
}

/** Sends a webhook message once more. @throws Error that says how the attempt failed */
export async function redeliver(live: Live, { id, webhookId }: { id: string; webhookId: string }): Promise<void> {
  await live.call('POST webhooks/redeliver', { messageId: id })
  const { deliveries } = await live.call('GET webhooks/deliveries', { webhookId })
  const attempt = deliveries.findLast(({ messageId }) => messageId === id)
  if (attempt?.status === 'delivered') return
  const { status } = attempt?.response ?? {}
  const reason = typeof status === 'number' ? `the receiver answered ${status}` : 'the receiver did not answer'
  throw new Error(`The message was sent once more, and the attempt failed: ${reason}.`)
}
