import { Time } from '../../components/Time.tsx'
import { useAction, useInspector, useRead } from '../../inspectorContext.ts'
import { advanceTo } from '../../mockTime.ts'

/** Lists the deliveries that wait for the mock's time, which is moved on here. */
export function DueDeliveries() {
  const { live } = useInspector()
  const { data } = useRead('GET jobs', { tables: ['jobs'] })
  const [run, isBusy] = useAction()
  const due = data?.jobs.filter(({ kind }) => kind === 'webhooks.deliver') ?? []
  const [next] = due
  if (!next) return null
  return (
    <section class="card events-due of-list" aria-label="Due deliveries">
      <p>
        <b>{due.length === 1 ? 'One delivery is due' : `${due.length} deliveries are due`}.</b>{' '}
        <span class="text">{next.description}</span>{' '}
        <span class="muted">
          At <Time at={next.dueAt} withDate />
        </span>
      </p>
      <button
        type="button"
        disabled={isBusy}
        onClick={() => run(() => advanceTo(live, next.dueAt), 'The clock was set forward.')}
      >
        Set the clock forward
      </button>
    </section>
  )
}
