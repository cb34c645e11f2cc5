import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Card } from '../../components/Card.tsx'
import { Choice } from '../../components/Choice.tsx'
import { Field } from '../../components/Field.tsx'
import { Form } from '../../components/Form.tsx'
import { Reading } from '../../components/Reading.tsx'
import { useInspector, useRead } from '../../inspectorContext.ts'
import type { ControlInput, ControlOutput, PlannedFailure } from '../../live/control.ts'
import type { Live } from '../../live/createLive.ts'
import { failureKinds, roomReasons } from './failureWords.ts'

type Kind = PlannedFailure['kind']
type Targets = ControlOutput<'GET failures/targets'>

/** The entered values. The mock checks them. */
interface Entered {
  readonly name: string
  readonly reason: string
  readonly times: number
}

const plan: Readonly<Record<Kind, (live: Live, entered: Entered) => Promise<unknown>>> = {
  signIn: (live, { name: provider, reason: error, times }) =>
    live.call('POST idp/failures', { provider, error, times }),
  room: (live, { name: kind, reason }) =>
    live.call('POST rooms/failNext', { kind, reason } as ControlInput<'POST rooms/failNext'>),
  export: (live, { reason }) => live.call('POST exports/failNext', { reason }),
  transfer: (live, { name: exchange, times }) =>
    live.call('POST exchanges/failNext', { exchange, times } as ControlInput<'POST exchanges/failNext'>),
}

/** Plans a failure of something that is not an operation. */
export function FailureForm() {
  const targets = useRead('GET failures/targets', { tables: [] })
  const [kind, setKind] = useState<Kind>('signIn')
  return (
    <Card title="Make something else fail">
      <Choice
        label="What fails the next time"
        name="failure"
        value={kind}
        options={failureKinds}
        onChange={(chosen) => setKind(chosen)}
      />
      <Reading of={targets}>{(loadedTargets) => <FormOf key={kind} kind={kind} targets={loadedTargets} />}</Reading>
    </Card>
  )
}

/** The fields of the form, for sentences that have other words for them. */
const byWords = [
  [/OAuth error|^(?:error|reason)\b/, 'reason'],
  [/^(?:provider|kind|exchange)\b|there is no /i, 'name'],
] as const

/** Shows the fields of a kind of failure. Another kind begins without the refusal of this one. */
function FormOf({ kind, targets }: { kind: Kind; targets: Targets }) {
  const { live } = useInspector()
  async function save(values: FormData): Promise<string> {
    const textOf = (field: string) => String(values.get(field) ?? '').trim()
    const times = Number(textOf('times') || 1)
    if (!Number.isInteger(times) || times < 1) throw new Error('times: write a whole number, 1 or more.')
    await plan[kind](live, { name: textOf('name'), reason: textOf('reason'), times })
    return 'The failure is planned.'
  }
  return (
    <Form
      label="Make something else fail"
      action="Plan the failure"
      names={['name', 'reason', 'times']}
      byWords={byWords}
      save={save}
    >
      <div class="fields faults-fields">{fieldsOf[kind](targets)}</div>
    </Form>
  )
}

/** Values whose words are the values themselves. */
const same = (values: readonly string[]) => values.map((value) => [value, value] as const)

const fieldsOf: Readonly<Record<Kind, (targets: Targets) => ComponentChildren>> = {
  signIn: ({ providers }) => (
    <>
      <Field label="Provider" name="name" value="google" options={same(providers)} />
      <Field label="OAuth error" name="reason" value="access_denied" />
      <Times />
    </>
  ),
  room: ({ rooms }) => (
    <>
      <Field label="Kind of room" name="name" value="sign" options={same(rooms)} />
      <Field label="What happens" name="reason" value="party_left" options={roomReasons} />
    </>
  ),
  export: () => <Field label="Reason" name="reason" value="The storage is full." />,
  transfer: ({ exchanges }) => (
    <>
      <Field label="Exchange" name="name" options={same(exchanges)} />
      <Times />
    </>
  ),
}

const Times = () => <Field label="Times" name="times" value="1" inputMode="numeric" />
