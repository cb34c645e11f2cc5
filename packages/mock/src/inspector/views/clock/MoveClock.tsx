import { useState } from 'preact/hooks'
import { Card } from '../../components/Card.tsx'
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

/** Advances by a span of one's own. */
function AdvanceForm() {
  const { live } = useInspector()
  const [run, isBusy] = useAction()
  async function advance(fields: FormData): Promise<void> {
    const [amount, unit] = [Number(fields.get('amount')), String(fields.get('unit'))]
    await run(async () => {
      if (!(amount > 0)) throw new Error('Enter how far the clock is to go: a number that is more than 0.')
      await live.call('POST clock/advance', { [unit]: amount })
    }, `The clock is ${amount} ${unit} further.`)
  }
  return (
    <form
      class="row"
      noValidate
      aria-label="Advance by a span"
      onSubmit={(event) => {
        event.preventDefault()
        void advance(new FormData(event.currentTarget))
      }}
    >
      <input
        class="clock-amount"
        type="number"
        name="amount"
        aria-label="How far"
        min="0"
        step="any"
        defaultValue="5"
      />
      <select name="unit" aria-label="Unit">
        {units.map((unit) => (
          <option key={unit} selected={unit === 'minutes'}>
            {unit}
          </option>
        ))}
      </select>
      <button type="submit" disabled={isBusy}>
        Advance
      </button>
    </form>
  )
}

/** Sets an instant of the reader's time zone. */
function SetForm({ time }: { time: number }) {
  const { live } = useInspector()
  const [run, isBusy] = useAction()
  const [entered, setEntered] = useState<string>()
  const shown = entered ?? localTextOf(time)
  async function set(value: string): Promise<void> {
    await run(async () => {
      if (value === '') throw new Error('Enter a day and a time of day.')
      await live.call('POST clock/set', { instant: dateOf(value).toISOString() })
      setEntered(undefined)
    }, 'The clock is set.')
  }
  return (
    <form
      class="row"
      noValidate
      aria-label="Set the clock"
      onSubmit={(event) => {
        event.preventDefault()
        void set(String(new FormData(event.currentTarget).get('instant')))
      }}
    >
      <input
        type="datetime-local"
        step="1"
        name="instant"
        aria-label="Day and time, in your time zone"
        value={shown}
        onFocus={() => setEntered(shown)}
        onInput={({ currentTarget }) => setEntered(currentTarget.value)}
      />
      <button type="submit" disabled={isBusy}>
        Set
      </button>
      <span class="muted small">Going back runs nothing.</span>
    </form>
  )
}

/** The value of a field of day and time, which has no time zone. */
function localTextOf(time: number): string {
  const offsetMs = dateOf(time).getTimezoneOffset() * 60_000
  return dateOf(time - offsetMs)
    .toISOString()
    .slice(0, 19)
}
