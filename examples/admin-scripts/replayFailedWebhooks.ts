/**
 * Sends webhook messages again that could not be delivered, the oldest first.
 */
import { parseArgs } from 'node:util'
import type { Transport } from '@latchkey/client'
import { webhookMessages, webhooks } from '@latchkey/client/operations'
import { connect, explain, Failure, run, UsageError } from './script.ts'

type Webhook = Awaited<ReturnType<typeof webhooks.get>>
type Message = NonNullable<Awaited<ReturnType<typeof webhookMessages.list>>['data']>[number]

await run('Usage: node replayFailedWebhooks.ts --since <instant> [--webhook <id>] [--dry-run]', async () => {
  const { values } = parseArgs({
    options: { since: { type: 'string' }, webhook: { type: 'string' }, 'dry-run': { type: 'boolean' } },
  })
  const sinceMs = readInstant(values.since)
  const isDryRun = values['dry-run'] ?? false
  const api = connect()
  let redelivered = 0
  let refused = 0
  for (const webhook of await receivers(api, values.webhook)) {
    for (const message of await failedSince(api, webhook, sinceMs)) {
      const { messageId } = message
      const reply = isDryRun
        ? undefined
        : await webhookMessages.redeliver(api, { webhookId: webhook.webhookId, messageId }).result()
      if (!reply || reply.ok) redelivered++
      else refused++
      const outcome = reply?.ok === false ? explain(reply.error) : 'sent again'
      console.log(`${describe(message)} -> ${reply ? outcome : 'would be sent again'}`)
    }
  }
  if (refused > 0) throw new Failure(`Sent again: ${redelivered}. Refused: ${refused}.`)
  console.log(`${isDryRun ? 'Would be sent again' : 'Sent again'}: ${redelivered}.`)
})

function readInstant(text: string | undefined): number {
  if (!text) throw new UsageError('--since is missing: it names an instant, such as 2026-01-15T09:30:00Z.')
  const instant = /^\d{4}-\d{2}-\d{2}(T.+(Z|[+-]\d{2}:\d{2}))?$/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(instant))
    throw new UsageError(
      `--since takes a date or an instant with its time zone, such as 2026-01-15T09:30:00Z, not "${text}".`,
    )
  return instant
}

async function receivers(api: Transport, webhookId: string | undefined): Promise<Webhook[]> {
  if (webhookId) return [await webhooks.get(api, { webhookId })]
  return (await webhooks.list(api)).data ?? []
}

/**
 * Messages whose last attempt has failed since that instant, the oldest first. Reads the whole list before it sends
 * anything, because an old message may have failed just now.
 */
async function failedSince(api: Transport, { webhookId }: Webhook, sinceMs: number): Promise<Message[]> {
  const failed: Message[] = []
  for await (const message of webhookMessages.list(api, { webhookId })) {
    if (message.status === 'failed' && Date.parse(message.deliveredAt) >= sinceMs) failed.push(message)
  }
  return failed.reverse()
}

/** One message as a line: when, what, and what its receiver said last. */
function describe({ messageId, messageCreatedAt, request, response }: Message): string {
  const { eventName = 'unknown event' } = (request.body ?? {}) as { eventName?: string }
  return `${messageCreatedAt} ${eventName} ${messageId}: ${response.status ?? 'no answer'}`
}
