import { webhookNames } from '@latchkey/types'
import { CheckList } from '../../components/CheckList.tsx'
import { Field } from '../../components/Field.tsx'
import { FormDialog } from '../../components/FormDialog.tsx'
import { useInspector } from '../../inspectorContext.ts'
import { callService } from '../../live/callService.ts'
import type { Webhook } from './webhook.ts'

interface WebhookDialogProps {
  readonly environmentId: string
  /** Absent for a new one. */
  readonly webhook?: Webhook
  onClose(): void
}

/** A webhook goes to everybody who listens, so a ping cannot be subscribed to. */
const names = webhookNames.filter((name) => name !== 'ping')

/** Creates a webhook, or changes one, by the operations of the service. */
export function WebhookDialog({ environmentId, webhook, onClose }: WebhookDialogProps) {
  const { live } = useInspector()
  const path = `/environments/${environmentId}/webhooks`
  async function save(fields: FormData): Promise<string> {
    const body = {
      url: String(fields.get('url')).trim(),
      isEnabled: fields.get('isEnabled') === 'true',
      events: fields.getAll('events').map(String),
    }
    if (webhook) await callService(live, { method: 'PUT', path: `${path}/${webhook.webhookId}`, body })
    else await callService(live, { method: 'POST', path, body })
    return webhook ? 'The webhook was changed.' : 'The webhook was created.'
  }
  return (
    <FormDialog
      title={webhook ? 'Edit the webhook' : 'New webhook'}
      action={webhook ? 'Save' : 'Create'}
      names={['url', 'events']}
      save={save}
      onClose={onClose}
    >
      <Field
        label="URL"
        name="url"
        inputMode="url"
        value={webhook?.url}
        placeholder="https://app.example.com/webhooks"
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
      <CheckList legend="Events" name="events" options={names} checked={webhook?.events ?? ['user.created']} />
    </FormDialog>
  )
}
