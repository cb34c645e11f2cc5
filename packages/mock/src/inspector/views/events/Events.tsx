import { Badge, type Tone } from '../../components/Badge.tsx'
import { Empty } from '../../components/Empty.tsx'
import { Link } from '../../components/Link.tsx'
import { Reading } from '../../components/Reading.tsx'
import { Time } from '../../components/Time.tsx'
import { ViewHead } from '../../components/ViewHead.tsx'
import { hrefOf } from '../../createRouter.ts'
import { useInspector, useRead } from '../../inspectorContext.ts'
import type { Delivery, WebhookMessage } from '../../live/control.ts'
import { DueDeliveries } from './DueDeliveries.tsx'
import { MessageDetails } from './MessageDetails.tsx'

/** More would make the page slow. */
const maximumRows = 200

const tones: Readonly<Record<WebhookMessage['status'], Tone>> = { delivered: 'good', pending: 'warn', failed: 'bad' }

/** Webhook messages with the attempts to deliver them. */
export function Events() {
  const { router } = useInspector()
  const messages = useRead('GET webhooks/messages', { tables: ['webhookMessages'] })
  const deliveries = useRead('GET webhooks/deliveries', { tables: ['webhookAttempts'] })
  const [selectedId] = router.route.value.path
  return (
    <div class="view full">
      <ViewHead title="Events and webhooks" />
      <DueDeliveries />
      <Reading of={messages}>
        {({ messages: all }) =>
          all.length === 0 ? (
            <NoMessages />
          ) : (
            <div class="split">
              <MessageList all={all} selectedId={selectedId} />
              <Reading of={deliveries}>
                {(attempts) => <Selected message={all.find(({ id }) => id === selectedId)} {...attempts} />}
              </Reading>
            </div>
          )
        }
      </Reading>
    </div>
  )
}

function MessageList({ all, selectedId }: { all: readonly WebhookMessage[]; selectedId: string | undefined }) {
  return (
    <section class="card events-list" aria-label="Webhook messages">
      <ol class="list">
        {all
          .slice(-maximumRows)
          .toReversed()
          .map(({ id, eventName, status, createdAt }) => (
            <li key={id}>
              <Link class="item" href={hrefOf('events', [id])} aria-current={id === selectedId}>
                <Badge tone={tones[status]}>{status}</Badge>
                <b class="clip">{eventName}</b>
                <small class="end">
                  <Time at={createdAt} />
                </small>
              </Link>
            </li>
          ))}
      </ol>
    </section>
  )
}

function Selected({ message, deliveries }: { message: WebhookMessage | undefined; deliveries: readonly Delivery[] }) {
  if (message) {
    const attempts = deliveries.filter(({ messageId }) => messageId === message.id)
    return <MessageDetails key={message.id} message={message} tone={tones[message.status]} attempts={attempts} />
  }
  return (
    <section class="card">
      <Empty icon="events" title="Choose a message">
        <p>Its data appears here, with each attempt to deliver it.</p>
      </Empty>
    </section>
  )
}

function NoMessages() {
  return (
    <section class="card">
      <Empty icon="events" title="No webhook messages yet">
        <p>
          Create a webhook for the address of your app, by <code>webhooks.create</code> or in a test by{' '}
          <code>mock.create.webhook()</code>. Each event that it subscribes to becomes a message here, such as{' '}
          <code>user.created</code>.
        </p>
      </Empty>
    </section>
  )
}
