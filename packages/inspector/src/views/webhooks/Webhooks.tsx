import { useState } from 'preact/hooks'
import { EmptyCard } from '../../components/Empty.tsx'
import { EnvironmentSelect, useEnvironmentId } from '../../components/EnvironmentSelect.tsx'
import { Reading } from '../../components/Reading.tsx'
import { ViewHead } from '../../components/ViewHead.tsx'
import { useRead } from '../../inspectorContext.ts'
import { WebhookCard } from './WebhookCard.tsx'
import { WebhookDialog } from './WebhookDialog.tsx'

/** The webhooks of an environment: who is told of what, and what became of it. The environment is in the link. */
export function Webhooks() {
  const [isOpen, setOpen] = useState(false)
  const environmentId = useEnvironmentId()
  return (
    <div class="view">
      <ViewHead title="Webhooks">
        <EnvironmentSelect view="webhooks" value={environmentId} />
        <button type="button" class="main" disabled={environmentId === ''} onClick={() => setOpen(true)}>
          New webhook…
        </button>
      </ViewHead>
      {environmentId !== '' && <List key={environmentId} environmentId={environmentId} />}
      {isOpen && <WebhookDialog environmentId={environmentId} onClose={() => setOpen(false)} />}
    </div>
  )
}

function List({ environmentId }: { environmentId: string }) {
  const webhooks = useRead('GET webhooks', { input: { environmentId }, tables: ['webhooks'] })
  return (
    <Reading of={webhooks}>
      {({ webhooks }) =>
        webhooks.length === 0 ? (
          <EmptyCard icon="webhooks" title="No webhooks yet">
            <p>
              A webhook sends the events of the environment to a URL of yours, signed with a secret. Create one here, by{' '}
              <code>webhooks.create</code>, or in a test by <code>mock.create.webhook()</code>.
            </p>
          </EmptyCard>
        ) : (
          <ol class="stack wide" aria-label="Webhooks">
            {webhooks.map((webhook) => (
              <li key={webhook.webhookId}>
                <WebhookCard webhook={webhook} />
              </li>
            ))}
          </ol>
        )
      }
    </Reading>
  )
}
