import { Badge } from '../../components/Badge.tsx'
import { JsonBlock } from '../../components/CodeBlock.tsx'
import { Time } from '../../components/Time.tsx'
import type { Delivery } from '../../live/control.ts'
import { answerOf } from './redeliver.ts'

/** Each attempt to deliver a webhook message in one line, the latest first; what was sent and answered on demand. */
export function Attempts({ attempts }: { attempts: readonly Delivery[] }) {
  if (attempts.length === 0) return <p class="remark events-unsent">It has not been sent yet.</p>
  return (
    <ol class="list" aria-label="Attempts">
      {attempts.toReversed().map((attempt) => (
        <li key={attempt.id}>
          <Attempt attempt={attempt} />
        </li>
      ))}
    </ol>
  )
}

function Attempt({ attempt }: { attempt: Delivery }) {
  const { attempt: number, redelivery, deliveredAt, request, response, status } = attempt
  const isDelivered = status === 'delivered'
  const { body } = response
  return (
    <details class="events-attempt">
      <summary class="item">
        <Badge tone={isDelivered ? 'good' : 'bad'}>{isDelivered ? 'delivered' : 'failed'}</Badge>
        <span class="events-what">
          <b>
            {redelivery ? 'Redelivery, attempt' : 'Attempt'} {number}
          </b>
          <small class="text">{answerOf(attempt)}</small>
          {!isDelivered && typeof body === 'string' && body !== '' && (
            <small class="clip">“{body.slice(0, 200)}”</small>
          )}
        </span>
        <small class="end">
          <Time at={deliveredAt} />
        </small>
      </summary>
      <div class="requests-details events-sides">
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
    </details>
  )
}
