import { Badge } from '../../components/Badge.tsx'
import { JsonBlock } from '../../components/CodeBlock.tsx'
import { Copyable } from '../../components/Copyable.tsx'
import { Fact, Facts } from '../../components/Facts.tsx'
import { Link } from '../../components/Link.tsx'
import { Time } from '../../components/Time.tsx'
import { hrefOf } from '../../createRouter.ts'
import { useRead } from '../../inspectorContext.ts'
import { MessageCard } from './MessageCard.tsx'
import { type ShownEvent, worstFirst } from './shownEvents.ts'

/** An event: where it came from, the webhook messages that it caused with their attempts, and its data. */
export function EventDetails({ event }: { event: ShownEvent }) {
  const deliveries = useRead('GET webhooks/deliveries', { tables: ['webhookAttempts'] })
  const { id, eventName, createdAt, environmentId, environmentName, userId, requestId, data, messages, isTriggered } =
    event
  return (
    <article class="stack" aria-label={`Event ${id}`}>
      <section class="card">
        <header>
          <Badge>{environmentName}</Badge>
          <h2>{eventName}</h2>
        </header>
        <div class="body">
          <Facts>
            <Fact name="Time">
              <Time at={createdAt} withDate />
            </Fact>
            <Fact name="Event id">
              <Copyable value={id} label="event id" />
            </Fact>
            <Fact name="Environment id">
              <Copyable value={environmentId} label="environment id" />
            </Fact>
            {userId !== undefined && (
              <Fact name="User">
                <Copyable value={userId} label="user id" />
              </Fact>
            )}
            {isTriggered && <Fact name="Caused by">nothing: it was triggered</Fact>}
            {requestId !== undefined && (
              <Fact name="Caused by">
                <Link href={hrefOf('requests', [requestId])}>{requestId}</Link>
              </Fact>
            )}
          </Facts>
        </div>
      </section>
      {worstFirst(messages).map((message) => (
        <MessageCard
          key={message.id}
          message={message}
          attempts={deliveries.data?.deliveries.filter(({ messageId }) => messageId === message.id)}
        />
      ))}
      {deliveries.error && (
        <p class="remark bad" role="alert">
          {deliveries.error.message}
        </p>
      )}
      {messages.length === 0 && <p class="remark">No webhook of the environment subscribes to this event.</p>}
      <section class="card">
        <header>
          <h2>Data</h2>
        </header>
        <div class="body">
          <JsonBlock value={data} label="data of the event" />
        </div>
      </section>
    </article>
  )
}
