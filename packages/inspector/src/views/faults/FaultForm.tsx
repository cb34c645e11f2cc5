import { useState } from 'preact/hooks'
import { Card } from '../../components/Card.tsx'
import { Choice } from '../../components/Choice.tsx'
import { Combobox, type ComboboxOption } from '../../components/Combobox.tsx'
import { Field } from '../../components/Field.tsx'
import { Form } from '../../components/Form.tsx'
import { useInspector, useRead } from '../../inspectorContext.ts'
import { type FaultField, faultFields, faultKinds, type FaultKind, faultOf } from './faultOf.ts'

const everything: ComboboxOption = { value: '*', note: 'all operations, and all steps at the relay' }

const repetitions = [
  ['once', 'Once'],
  ['times', 'Several times'],
  ['always', 'Until it is cleared'],
] as const

/** Which fields a kind has, beside those of all kinds. */
const fieldsOfKinds: Readonly<Record<FaultKind, readonly FaultField[]>> = {
  status: ['status', 'code', 'retryAfterSeconds', 'body'],
  limit: ['retryAfterSeconds'],
  network: [],
  loseReply: [],
  truncate: [],
  stall: [],
  delay: [],
}

/** Makes an operation fail. */
export function FaultForm() {
  const { live } = useInspector()
  const targets = useRead('GET faults/targets', { tables: [] })
  const [operation, setOperation] = useState('')
  const [kind, setKind] = useState<FaultKind>('status')
  const [status, setStatus] = useState({ text: '503', choices: 0 })
  const [code, setCode] = useState('')
  const [often, setOften] = useState<'once' | 'times' | 'always'>('once')
  const all = targets.data?.targets ?? []
  const { statuses: documented = [], codes = [] } = all.find((target) => target.operation === operation) ?? {}
  const chooseCode = (chosen: string) => {
    setCode(chosen)
    const refusal = codes.find((each) => each.code === chosen)
    if (refusal) setStatus({ text: String(refusal.status), choices: status.choices + 1 })
  }
  const options = [
    everything,
    ...all.map(({ operation, method, path }) => ({ value: operation, note: `${method} ${path}` })),
  ]
  const has = (field: FaultField) => fieldsOfKinds[kind].includes(field)
  async function set(values: FormData): Promise<string> {
    await live.call('POST faults/set', faultOf({ kind, often, textOf: (field) => String(values.get(field) ?? '') }))
    return `The fault of ${operation.trim()} is set.`
  }
  return (
    <Card title="Set a fault">
      <Form label="Set a fault" action="Set the fault" isMain names={faultFields} save={set}>
        <Combobox label="Operation" name="operation" value={operation} options={options} onInput={setOperation} />
        <Choice
          label="What it does"
          name="kind"
          value={kind}
          options={faultKinds}
          onChange={(chosen) => setKind(chosen)}
        />
        <div class="fields faults-fields">
          {has('status') && (
            <Field key={status.choices} label="Status" name="status" value={status.text} inputMode="numeric" />
          )}
          {has('code') && (
            <Combobox
              label="Code"
              name="code"
              placeholder="the documented one"
              value={code}
              options={codes.map((each) => ({ value: each.code, note: `status ${each.status}` }))}
              onInput={chooseCode}
            />
          )}
          {has('retryAfterSeconds') && (
            <Field label="Retry-After, in seconds" name="retryAfterSeconds" placeholder="none" inputMode="decimal" />
          )}
          <Field label="Wait first, in milliseconds" name="delayMs" placeholder="none" inputMode="decimal" />
        </div>
        {has('status') && documented.length > 0 && (
          <p class="muted small">
            {operation} has the errors {documented.join(', ')}.
          </p>
        )}
        {has('body') && (
          <div class="faults-body">
            <Field isLong label="Body, as JSON" name="body" placeholder="the documented error" />
          </div>
        )}
        <div class="fields faults-fields">
          <Choice
            label="How often"
            name="often"
            value={often}
            options={repetitions}
            onChange={(chosen) => setOften(chosen)}
          />
          <Field label="After so many calls" name="after" placeholder="0" inputMode="numeric" />
          {often === 'times' && <Field label="Times" name="times" value="3" inputMode="numeric" />}
        </div>
      </Form>
    </Card>
  )
}
