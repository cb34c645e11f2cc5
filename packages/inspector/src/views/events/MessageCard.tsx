import { Badge } from '../../components/Badge.tsx'
import { Copyable } from '../../components/Copyable.tsx'
import { Fact, Facts } from '../../components/Facts.tsx'
import { Icon } from '../../components/Icon.tsx'
import { useAction, useInspector } from '../../inspectorContext.ts'
import type { Delivery, ServiceEvent } from '../../live/control.ts'
import { Attempts } from './Attempts.tsx'
import { redeliver } from './redeliver.ts'
import { toneOf } from './shownEvents.ts'

interface MessageCardProps {
  readonly message: ServiceEvent['messages'][number]
  /** Oldest first; `undefined` until they are read. */
  readonly attempts: readonly Delivery[] | undefined
}

/** A webhook message: the attempts to deliver it, and the button that sends it once more. */
export function MessageCard({ message, attempts }: MessageCardProps) {
  const { live } = useInspector()
  const [run, isBusy] = useAction()
  const { id, status, webhookId } = message
  const url = attempts?.at(-1)?.request.url
  return (
    <section class="card events-message" aria-label={`Message ${id}`}>
      <header>
        <Badge tone={toneOf(status)}>{status}</Badge>
        <h2 class="text">{typeof url === 'string' ? `Webhook ${url}` : 'Webhook message'}</h2>
        <div class="end">
          <button
            type="button"
            disabled={isBusy}
            onClick={() => run(() => redeliver(live, message), 'The message was sent once more.')}
          >
            <Icon name="send" />
            Redeliver
          </button>
        </div>
      </header>
      {attempts && <Attempts attempts={attempts} />}
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
