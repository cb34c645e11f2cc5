import { useState } from 'preact/hooks'
import { Empty } from '../../components/Empty.tsx'
import { Reading } from '../../components/Reading.tsx'
import { Select } from '../../components/Select.tsx'
import { ViewHead } from '../../components/ViewHead.tsx'
import { hrefOf } from '../../createRouter.ts'
import { useInspector, useRead } from '../../inspectorContext.ts'
import { WebhookCard } from './WebhookCard.tsx'
import { WebhookDialog } from './WebhookDialog.tsx'

/** The webhooks of an environment: who is told of what, and what became of it. The environment is in the link. */
export function Webhooks() {
  const { router } = useInspector()
  const [isOpen, setOpen] = useState(false)
  const defaults = useRead('GET defaults', { tables: [] })
  const environments = useRead('GET environments', { tables: ['environments'] })
  const environmentId = router.route.value.query.environment ?? defaults.data?.environments.sandbox.id ?? ''
  return (
    <div class="view">
      <ViewHead title="Webhooks">
        {environments.data && (
          <Select
            label="Environment"
            value={environmentId}
            options={environments.data.environments.map(({ id, name, projectName }) => [
              id,
              `${name} of ${projectName}`,
            ])}
            onChange={(environment) => router.go(hrefOf('webhooks', [], { environment }), { replace: true })}
          />
        )}
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
          <section class="card">
            <Empty icon="webhooks" title="No webhooks yet">
              <p>
                A webhook sends the events of the environment to a URL of yours, signed with a secret. Create one here,
                by <code>webhooks.create</code>, or in a test by <code>mock.create.webhook()</code>.
              </p>
            </Empty>
          </section>
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
