import { CheckList } from '../../components/CheckList.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { Field } from '../../components/Field.tsx'
import { useInspector } from '../../inspectorContext.ts'
import { callService } from '../../live/callService.ts'
import { useForm } from '../../useForm.ts'
import { triggerNames } from '../events/triggerForm.ts'
import type { Webhook } from './webhook.ts'

interface WebhookDialogProps {
  readonly environmentId: string
  /** Absent for a new one. */
  readonly webhook?: Webhook
  onClose(): void
}

/** A webhook goes to everybody who listens, so a ping cannot be subscribed to. */
const names = triggerNames.filter((name) => name !== 'ping')

/** Creates a webhook, or changes one, by the operations of the service. */
export function WebhookDialog({ environmentId, webhook, onClose }: WebhookDialogProps) {
  const { live, notices } = useInspector()
  const { refusal, isBusy, submit } = useForm(['url', 'events'])
  const path = `/environments/${environmentId}/webhooks`
  const save = (fields: FormData) =>
    submit(async () => {
      const body = {
        url: String(fields.get('url')).trim(),
        isEnabled: fields.get('isEnabled') === 'true',
        events: fields.getAll('events').map(String),
      }
      if (webhook) await callService(live, { method: 'PUT', path: `${path}/${webhook.webhookId}`, body })
      else await callService(live, { method: 'POST', path, body })
      notices.done(webhook ? 'The webhook was changed.' : 'The webhook was created.')
      onClose()
    })
  return (
    <Dialog
      title={webhook ? 'Edit the webhook' : 'New webhook'}
      action={webhook ? 'Save' : 'Create'}
      isBusy={isBusy}
      refusal={refusal}
      onConfirm={(fields) => void save(fields)}
      onClose={onClose}
    >
      <Field
        label="URL"
        name="url"
        inputMode="url"
        value={webhook?.url}
        placeholder="https://app.example.com/webhooks"
        refusal={refusal.fields.url}
      />
      <Field
        label="State"
        name="isEnabled"
        value={String(webhook?.isEnabled ?? true)}
        options={[
          ['true', 'Enabled'],
          ['false', 'Disabled'],
        ]}
      />
      <CheckList
        legend="Events"
        name="events"
        options={names}
        checked={webhook?.events ?? ['user.created']}
        refusal={refusal.fields.events}
      />
    </Dialog>
  )
}
