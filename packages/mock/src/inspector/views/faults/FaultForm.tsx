import { useState } from 'preact/hooks'
import { Card } from '../../components/Card.tsx'
import { Choice } from '../../components/Choice.tsx'
import { Combobox, type ComboboxOption } from '../../components/Combobox.tsx'
import { useAction, useInspector, useRead } from '../../inspectorContext.ts'
import { type FaultFields, faultKinds, faultOf } from './faultOf.ts'

const everything: ComboboxOption = { value: '*', note: 'all operations, and all steps at the relay' }

const often = [
  ['once', 'Once'],
  ['times', 'Several times'],
  ['always', 'Until it is cleared'],
] as const

const beginning: FaultFields = {
  operation: '',
  kind: 'status',
  status: '503',
  retryAfter: '',
  delay: '',
  body: '',
  often: 'once',
  times: '3',
}

/** Which fields a kind has, beside those of all kinds. */
const fieldsOfKinds: Readonly<Record<FaultFields['kind'], readonly (keyof FaultFields)[]>> = {
  status: ['status', 'retryAfter', 'body'],
  limit: ['retryAfter'],
  network: [],
  truncate: [],
  delay: [],
}

const has = ({ kind }: FaultFields, name: keyof FaultFields) => fieldsOfKinds[kind].includes(name)

/** The fields without those that the kind does not have. */
const shownFields = (fields: FaultFields): FaultFields => ({
  ...fields,
  retryAfter: has(fields, 'retryAfter') ? fields.retryAfter : '',
  body: has(fields, 'body') ? fields.body : '',
})

/** Makes an operation fail. */
export function FaultForm() {
  const { live } = useInspector()
  const targets = useRead('GET faults/targets', { tables: [] })
  const [run, isBusy] = useAction()
  const [fields, setFields] = useState(beginning)
  const { operation, kind } = fields
  const change = (changed: Partial<FaultFields>) => setFields((former) => ({ ...former, ...changed }))
  const all = targets.data?.targets ?? []
  const documented = all.find((target) => target.operation === operation)?.statuses ?? []
  const options = [
    everything,
    ...all.map(({ operation, method, path }) => ({ value: operation, note: `${method} ${path}` })),
  ]
  const set = () =>
    run(() => live.call('POST faults/set', faultOf(shownFields(fields))), `The fault of ${operation.trim()} is set.`)
  return (
    <Card title="Set a fault">
      <form
        class="stack"
        noValidate
        aria-label="Set a fault"
        onSubmit={(event) => {
          event.preventDefault()
          void set()
        }}
      >
        <Combobox
          label="Operation"
          value={operation}
          options={options}
          onInput={(operation) => change({ operation })}
        />
        <Choice label="What it does" value={kind} options={faultKinds} onChange={(kind) => change({ kind })} />
        <EffectFields fields={fields} change={change} />
        {has(fields, 'status') && documented.length > 0 && (
          <p class="muted small">
            {operation} has the errors {documented.join(', ')}.
          </p>
        )}
        {has(fields, 'body') && <BodyField fields={fields} change={change} />}
        <RepetitionFields fields={fields} change={change} />
        <div class="row">
          <button type="submit" class="main" disabled={isBusy}>
            Set the fault
          </button>
        </div>
      </form>
    </Card>
  )
}

/** A part of the form. */
interface PartProps {
  readonly fields: FaultFields
  change(changed: Partial<FaultFields>): void
}

/** Shows the numbers of a fault's effect. */
function EffectFields({ fields, change }: PartProps) {
  return (
    <div class="fields">
      {has(fields, 'status') && (
        <NumberField label="Status" value={fields.status} onInput={(status) => change({ status })} />
      )}
      {has(fields, 'retryAfter') && (
        <NumberField
          label="Retry-After, in seconds"
          value={fields.retryAfter}
          placeholder="none"
          onInput={(retryAfter) => change({ retryAfter })}
        />
      )}
      <NumberField
        label="Wait first, in milliseconds"
        value={fields.delay}
        placeholder="none"
        onInput={(delay) => change({ delay })}
      />
    </div>
  )
}

function BodyField({ fields, change }: PartProps) {
  return (
    <label class="field">
      <span>Body, as JSON</span>
      <textarea
        class="faults-body"
        placeholder="the documented error"
        spellcheck={false}
        value={fields.body}
        onInput={({ currentTarget }) => change({ body: currentTarget.value })}
      />
    </label>
  )
}

function RepetitionFields({ fields, change }: PartProps) {
  return (
    <div class="fields">
      <Choice label="How often" value={fields.often} options={often} onChange={(often) => change({ often })} />
      {fields.often === 'times' && (
        <NumberField label="Times" value={fields.times} onInput={(times) => change({ times })} />
      )}
    </div>
  )
}

interface NumberFieldProps {
  readonly label: string
  readonly value: string
  readonly placeholder?: string
  onInput(value: string): void
}

function NumberField({ label, value, placeholder, onInput }: NumberFieldProps) {
  return (
    <label class="field">
      <span>{label}</span>
      <input
        type="number"
        step="any"
        placeholder={placeholder}
        value={value}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
    </label>
  )
}
