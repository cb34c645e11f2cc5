import { webhookNames } from '@latchkey/types'
import { useState } from 'preact/hooks'
import { Field } from '../../components/Field.tsx'
import { FormDialog } from '../../components/FormDialog.tsx'
import { Icon } from '../../components/Icon.tsx'
import { hrefOf } from '../../createRouter.ts'
import { type Environment, environmentName } from '../../environmentName.ts'
import { useInspector, useRead } from '../../inspectorContext.ts'
import { readTrigger } from './triggerForm.ts'

/** Sends an event that nothing has caused to the webhooks that subscribe to it. */
export function TriggerButton() {
  const [isOpen, setOpen] = useState(false)
  const { data } = useRead('GET environments', { tables: ['environments'] })
  return (
    <>
      <button type="button" disabled={!data} onClick={() => setOpen(true)}>
        <Icon name="send" />
        Trigger an event…
      </button>
      {isOpen && data && <TriggerDialog environments={data.environments} onClose={() => setOpen(false)} />}
    </>
  )
}

interface TriggerDialogProps {
  readonly environments: readonly Environment[]
  onClose(): void
}

/** The fields that sentences of the mock concern. */
const byWords = [
  [/ is about |another environment|no enabled webhook "/, 'record'],
  [/no enabled webhook/i, 'eventName'],
  [/no environment/i, 'environmentId'],
  [/does not fit|overrides|must be/i, 'overrides'],
] as const

function TriggerDialog({ environments, onClose }: TriggerDialogProps) {
  const { live, router, notices } = useInspector()
  const sandbox = environments.find(({ name }) => name === 'sandbox')
  async function trigger(fields: FormData): Promise<string | undefined> {
    const event = readTrigger(fields)
    const { eventName } = event
    const { messages } = await live.call('POST webhooks/trigger', event)
    const failed = messages.filter(({ status }) => status !== 'delivered').length
    const [message] = messages
    if (message) router.go(hrefOf('events', [message.eventId]))
    if (failed === 0) return `${eventName} was delivered.`
    const attempts = messages.length === 1 ? 'the attempt' : `${failed} of ${messages.length} attempts`
    notices.failed(`${eventName} was sent, and ${attempts} failed.`)
    return undefined
  }
  return (
    <FormDialog
      title="Trigger an event"
      action="Trigger"
      names={['eventName', 'environmentId', 'record', 'overrides']}
      byWords={byWords}
      save={trigger}
      onClose={onClose}
    >
      <div class="fields">
        <Field
          label="Event"
          name="eventName"
          value="user.created"
          options={webhookNames.map((name) => [name, name] as const)}
        />
        <Field
          label="Environment"
          name="environmentId"
          value={sandbox?.id}
          options={environments.map((each) => [each.id, environmentName(each, environments)] as const)}
        />
      </div>
      <Field
        label="Id of a record"
        name="record"
        placeholder="none: an example"
        hint="The user, wallet or session, … that the event is about."
      />
      <Field
        isLong
        label="Other values, as JSON"
        name="overrides"
        placeholder={'{ "email": "grace@example.com" }'}
        hint="Fields of the data that have to be different."
      />
    </FormDialog>
  )
}
