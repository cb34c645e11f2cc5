import { useState } from 'preact/hooks'
import { Card } from '../../components/Card.tsx'
import { Field } from '../../components/Field.tsx'
import { FieldFrame } from '../../components/FieldFrame.tsx'
import { Form } from '../../components/Form.tsx'
import { useAction, useInspector, useRead } from '../../inspectorContext.ts'
import { advanceTo } from '../../mockTime.ts'
import { dateOf } from '../../platform.ts'

const steps = [
  ['1 min', { minutes: 1 }],
  ['15 min', { minutes: 15 }],
  ['1 h', { hours: 1 }],
  ['1 day', { days: 1 }],
  ['30 days', { days: 30 }],
] as const

const units = ['seconds', 'minutes', 'hours', 'days'] as const

/** Moves the clock: forward by a span, to what is due next, or to an instant. */
export function MoveClock({ time }: { time: number }) {
  const { live } = useInspector()
  const [run, isBusy] = useAction()
  const { data } = useRead('GET jobs', { tables: ['jobs'] })
  const next = data?.jobs[0]
  return (
    <Card title="Move the clock">
      <div class="row" role="group" aria-label="Advance by">
        {steps.map(([words, span]) => (
          <button
            key={words}
            type="button"
            disabled={isBusy}
            onClick={() => run(() => live.call('POST clock/advance', span), `The clock is ${words} further.`)}
          >
            + {words}
          </button>
        ))}
      </div>
      <AdvanceForm />
      <SetForm time={time} />
      <div class="row">
        <button
          type="button"
          class="main"
          disabled={isBusy || !next}
          onClick={() => next && run(() => advanceTo(live, next.dueAt), `It was time: ${next.description}`)}
        >
          Go to the next job
        </button>
        <span class="muted small text clock-next">{next ? next.description : 'No job is due.'}</span>
      </div>
    </Card>
  )
}

/** Advances by a span that the person enters. */
function AdvanceForm() {
  const { live } = useInspector()
  async function advance(fields: FormData): Promise<string> {
    const [amount, unit] = [Number(fields.get('amount')), String(fields.get('unit'))]
    if (!(amount > 0)) throw new Error('amount: enter how far the clock is to go: a number that is more than 0.')
    await live.call('POST clock/advance', { [unit]: amount })
    return `The clock is ${amount} ${unit} further.`
  }
  return (
    <Form label="Advance by a span" action="Advance" names={['amount']} byWords={[[/./, 'amount']]} save={advance}>
      <div class="fields clock-fields">
        <Field label="How far" name="amount" value="5" inputMode="decimal" />
        <Field label="Unit" name="unit" value="minutes" options={units.map((unit) => [unit, unit])} />
      </div>
    </Form>
  )
}

/** Sets an instant of the reader's time zone. */
function SetForm({ time }: { time: number }) {
  const { live } = useInspector()
  const [entered, setEntered] = useState<string>()
  const shown = entered ?? localTextOf(time)
  async function set(fields: FormData): Promise<string> {
    const value = String(fields.get('instant'))
    if (value === '') throw new Error('instant: enter a day and a time of day.')
    await live.call('POST clock/set', { instant: dateOf(value).toISOString() })
    setEntered(undefined)
    return 'The clock is set.'
  }
  return (
    <Form label="Set the clock" action="Set" names={['instant']} byWords={[[/./, 'instant']]} save={set}>
      <FieldFrame label="Day and time, in your time zone" name="instant" hint="Going back runs nothing.">
        {(attributes) => (
          <input
            {...attributes}
            type="datetime-local"
            step="1"
            value={shown}
            onFocus={() => setEntered(shown)}
            onInput={({ currentTarget }) => setEntered(currentTarget.value)}
          />
        )}
      </FieldFrame>
    </Form>
  )
}

/** The value of a field of day and time, which has no time zone. */
function localTextOf(time: number): string {
  const offsetMs = dateOf(time).getTimezoneOffset() * 60_000
  return dateOf(time - offsetMs)
    .toISOString()
    .slice(0, 19)
}
