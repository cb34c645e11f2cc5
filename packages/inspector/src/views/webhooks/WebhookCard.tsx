import { useId, useState } from 'preact/hooks'
import { Badge } from '../../components/Badge.tsx'
import { Codes } from '../../components/Codes.tsx'
import { Copyable } from '../../components/Copyable.tsx'
import { DeleteDialog } from '../../components/DeleteDialog.tsx'
import { Fact, Facts } from '../../components/Facts.tsx'
import { Icon } from '../../components/Icon.tsx'
import { useAction, useInspector } from '../../inspectorContext.ts'
import { callService } from '../../live/callService.ts'
import { SentMessages } from './SentMessages.tsx'
import type { Webhook } from './webhook.ts'
import { WebhookDialog } from './WebhookDialog.tsx'

/** A webhook with its secret, and the latest messages that it was sent. */
export function WebhookCard({ webhook }: { webhook: Webhook }) {
  const id = useId()
  const { webhookId, url, events, isEnabled, secret = '' } = webhook
  return (
    <article class="card webhooks-card" aria-labelledby={id}>
      <header>
        <Badge tone={isEnabled ? 'good' : undefined}>{isEnabled ? 'enabled' : 'disabled'}</Badge>
        <h2 id={id} class="text">
          {url}
        </h2>
        <Actions webhook={webhook} />
      </header>
      <div class="body">
        <Facts>
          <Fact name="Webhook id">
            <Copyable value={webhookId} label="webhook id" />
          </Fact>
          <Fact name="Secret">
            <Copyable value={secret} label="secret" isSecret />
          </Fact>
          <Fact name="Events">
            <span class="row webhooks-events">
              <Codes names={events} />
            </span>
          </Fact>
        </Facts>
        <SentMessages webhookId={webhookId} />
      </div>
    </article>
  )
}

function Actions({ webhook }: { webhook: Webhook }) {
  const { live } = useInspector()
  const [run, isBusy] = useAction()
  const [opened, setOpened] = useState<'edit' | 'delete'>()
  const { webhookId, environmentId, isEnabled } = webhook
  const ping = () =>
    run(async () => {
      const record = webhookId
      const { messages } = await live.call('POST webhooks/trigger', { eventName: 'ping', environmentId, record })
      const failed = messages.find(({ status }) => status !== 'delivered')
      if (failed) throw new Error('The test event was sent, and the attempt failed: its answer is below.')
    }, 'The test event was delivered.')
  return (
    <div class="end row">
      <button
        type="button"
        disabled={isBusy || !isEnabled}
        title={isEnabled ? undefined : 'Enable the webhook first'}
        onClick={() => void ping()}
      >
        <Icon name="send" />
        Send a test event
      </button>
      <button type="button" onClick={() => setOpened('edit')}>
        Edit…
      </button>
      <button type="button" class="danger" onClick={() => setOpened('delete')}>
        Delete…
      </button>
      {opened === 'edit' && (
        <WebhookDialog environmentId={environmentId} webhook={webhook} onClose={() => setOpened(undefined)} />
      )}
      {opened === 'delete' && <DeleteWebhook webhook={webhook} onClose={() => setOpened(undefined)} />}
    </div>
  )
}

function DeleteWebhook({ webhook, onClose }: { webhook: Webhook; onClose(): void }) {
  const { live } = useInspector()
  const { webhookId, environmentId, url } = webhook
  const remove = () =>
    callService(live, { method: 'DELETE', path: `/environments/${environmentId}/webhooks/${webhookId}` })
  return (
    <DeleteDialog title="Delete this webhook?" done="The webhook was deleted." remove={remove} onClose={onClose}>
      <p>
        <b class="text">{url}</b> is sent nothing more. This cannot be undone.
      </p>
    </DeleteDialog>
  )
}
