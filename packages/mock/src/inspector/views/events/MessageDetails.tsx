import { Badge, type Tone } from '../../components/Badge.tsx'
import { JsonBlock } from '../../components/CodeBlock.tsx'
import { Copyable } from '../../components/Copyable.tsx'
import { Fact, Facts } from '../../components/Facts.tsx'
import { Icon } from '../../components/Icon.tsx'
import { Time } from '../../components/Time.tsx'
import { useAction, useInspector } from '../../inspectorContext.ts'
import type { Delivery, WebhookMessage } from '../../live/control.ts'

interface MessageDetailsProps {
  readonly message: WebhookMessage
  readonly tone: Tone
  /** Oldest first. */
  readonly attempts: readonly Delivery[]
}

/** A webhook message: its data, and each attempt to deliver it with what was sent and answered. */
export function MessageDetails({ message, tone, attempts }: MessageDetailsProps) {
  const { live } = useInspector()
  const [run, isBusy] = useAction()
  const { id, eventName, status, createdAt, webhookId, data } = message
  return (
    <article class="stack" aria-label={`Message ${id}`}>
      <section class="card">
        <header>
          <Badge tone={tone}>{status}</Badge>
          <h2>{eventName}</h2>
          <div class="end">
            <button
              type="button"
              disabled={isBusy}
              onClick={() =>
                run(() => live.call('POST webhooks/redeliver', { messageId: id }), 'The message was sent once more.')
              }
            >
              <Icon name="send" />
              Redeliver
            </button>
          </div>
        </header>
        <div class="body">
          <Facts>
            <Fact name="Created">
              <Time at={createdAt} withDate />
            </Fact>
            <Fact name="Message id">
              <Copyable value={id} label="message id" />
            </Fact>
            <Fact name="Webhook id">
              <Copyable value={webhookId} label="webhook id" />
            </Fact>
          </Facts>
          <h3>Data</h3>
          <JsonBlock value={data} label="data of the event" />
        </div>
      </section>
      {attempts.toReversed().map((attempt) => (
        <Attempt key={attempt.id} attempt={attempt} />
      ))}
      {attempts.length === 0 && <p class="remark">It has not been sent yet.</p>}
    </article>
  )
}

function Attempt({ attempt }: { attempt: Delivery }) {
  const { attempt: number, redelivery, deliveredAt, request, response, status } = attempt
  return (
    <section class="card requests-details" aria-label={`Attempt ${number}`}>
      <header>
        <Badge tone={status === 'delivered' ? 'good' : 'bad'}>{status === 'delivered' ? 'answered' : 'failed'}</Badge>
        <h3>
          {redelivery ? 'Redelivery, attempt' : 'Attempt'} {number}
        </h3>
        <span class="end muted small">
          <Time at={deliveredAt} withDate />
        </span>
      </header>
      <div class="body">
        <div class="requests-sides">
          <div class="stack tight">
            <small>Request, with its signature</small>
            <JsonBlock value={request} label={`request of attempt ${number}`} />
          </div>
          <div class="stack tight">
            <small>Answer</small>
            <JsonBlock value={response} label={`answer to attempt ${number}`} />
          </div>
        </div>
      </div>
    </section>
  )
}
