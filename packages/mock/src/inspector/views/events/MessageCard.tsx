import { Badge } from '../../components/Badge.tsx'
import { JsonBlock } from '../../components/CodeBlock.tsx'
import { Copyable } from '../../components/Copyable.tsx'
import { Fact, Facts } from '../../components/Facts.tsx'
import { Icon } from '../../components/Icon.tsx'
import { Time } from '../../components/Time.tsx'
import { useAction, useInspector } from '../../inspectorContext.ts'
import type { Delivery, ServiceEvent } from '../../live/control.ts'
import { toneOf } from './shownEvents.ts'

type Message = ServiceEvent['messages'][number]

/** A webhook message, and the button that sends it once more. */
export function MessageHead({ message }: { message: Message }) {
  const { live } = useInspector()
  const [run, isBusy] = useAction()
  const { id, status, webhookId } = message

  async function redeliver(): Promise<void> {
    await live.call('POST webhooks/redeliver', { messageId: id })
    const { deliveries } = await live.call('GET webhooks/deliveries', { webhookId })
    const attempt = deliveries.findLast(({ messageId }) => messageId === id)
    if (attempt?.status === 'delivered') return
    const answer = attempt?.response.status
    const reason = answer === undefined ? 'the receiver did not answer' : `the receiver answered ${answer}`
    throw new Error(`The message was sent once more, and the attempt failed: ${reason}.`)
  }

  return (
    <section class="card" aria-label={`Message ${id}`}>
      <header>
        <Badge tone={toneOf(status)}>{status}</Badge>
        <h2>Webhook message</h2>
        <div class="end">
          <button type="button" disabled={isBusy} onClick={() => run(redeliver, 'The message was sent once more.')}>
            <Icon name="send" />
            Redeliver
          </button>
        </div>
      </header>
      <div class="body">
        <Facts>
          <Fact name="Message id">
            <Copyable value={id} label="message id" />
          </Fact>
          <Fact name="Webhook id">
            <Copyable value={webhookId} label="webhook id" />
          </Fact>
        </Facts>
      </div>
    </section>
  )
}

interface AttemptsProps {
  readonly message: Message
  /** Oldest first. */
  readonly attempts: readonly Delivery[]
}

/** Each attempt to deliver a webhook message: what was sent and answered. */
export function Attempts({ message, attempts }: AttemptsProps) {
  return (
    <section class="stack" aria-label={`Deliveries of message ${message.id}`}>
      {attempts.toReversed().map((attempt) => (
        <Attempt key={attempt.id} attempt={attempt} />
      ))}
      {attempts.length === 0 && <p class="remark">It has not been sent yet.</p>}
    </section>
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
