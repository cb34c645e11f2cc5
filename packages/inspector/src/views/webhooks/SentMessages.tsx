import { Badge } from '../../components/Badge.tsx'
import { Link } from '../../components/Link.tsx'
import { Reading } from '../../components/Reading.tsx'
import { ShortList } from '../../components/ShortList.tsx'
import { Time } from '../../components/Time.tsx'
import { hrefOf } from '../../createRouter.ts'
import { useAction, useInspector, useRead } from '../../inspectorContext.ts'
import type { Delivery, WebhookMessage } from '../../live/control.ts'
import { answerOf, redeliver } from '../events/redeliver.ts'
import { toneOf } from '../events/shownEvents.ts'

/** The messages that a webhook was sent, newest first, each with the answer to its latest attempt. */
export function SentMessages({ webhookId }: { webhookId: string }) {
  const messages = useRead('GET webhooks/messages', { input: { webhookId }, tables: ['webhookMessages'] })
  const deliveries = useRead('GET webhooks/deliveries', { input: { webhookId }, tables: ['webhookAttempts'] })
  return (
    <Reading of={messages}>
      {({ messages }) => {
        if (messages.length === 0) return <p class="muted small">Nothing was sent yet.</p>
        return (
          <ShortList items={messages.toReversed()} label="Messages">
            {(message) => (
              <li key={message.id} class="item webhooks-message">
                <Sent
                  message={message}
                  attempts={deliveries.data?.deliveries.filter(({ messageId }) => messageId === message.id) ?? []}
                />
              </li>
            )}
          </ShortList>
        )
      }}
    </Reading>
  )
}

interface SentProps {
  readonly message: WebhookMessage
  /** Oldest first. */
  readonly attempts: readonly Delivery[]
}

function Sent({ message, attempts }: SentProps) {
  const { live } = useInspector()
  const [run, isBusy] = useAction()
  const { id, status, eventName, eventCreatedAt } = message
  const latest = attempts.at(-1)
  return (
    <>
      <Badge tone={toneOf(status)}>{status}</Badge>
      <span class="webhooks-sent">
        <Link href={hrefOf('events', [id])}>{eventName}</Link>
        <small>
          {attempts.length === 1 ? '1 attempt' : `${attempts.length} attempts`}
          {latest && `, ${answerOf(latest)}`}
        </small>
      </span>
      <span class="end row">
        <small>
          <Time at={eventCreatedAt} />
        </small>
        <button
          type="button"
          disabled={isBusy}
          onClick={() => run(() => redeliver(live, message), 'The message was sent once more.')}
        >
          Redeliver
        </button>
      </span>
    </>
  )
}
