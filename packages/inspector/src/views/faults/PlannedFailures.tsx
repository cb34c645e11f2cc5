import { Badge } from '../../components/Badge.tsx'
import { Card } from '../../components/Card.tsx'
import { counted } from '../../counting.ts'
import { useAction, useInspector, useRead } from '../../inspectorContext.ts'
import type { PlannedFailure } from '../../live/control.ts'
import { wordsOfFailure } from './failureWords.ts'

const tables = ['idpFailures', 'roomFailures', 'exportFailures', 'exchangeRules']

/** Lists the planned failures besides those of operations. Without any, it shows nothing. */
export function PlannedFailures() {
  const { data } = useRead('GET failures', { tables })
  if (!data || data.failures.length === 0) return null
  return (
    <Card title="Planned failures" flush>
      <ul class="list" aria-label="Planned failures">
        {data.failures.map((failure) => (
          <li key={failure.id}>
            <PlannedFailureItem failure={failure} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function PlannedFailureItem({ failure }: { failure: PlannedFailure }) {
  const { live } = useInspector()
  const [run, isBusy] = useAction()
  const { id, reason, times } = failure
  const words = wordsOfFailure(failure)
  return (
    <div class="item faults-item">
      <div class="faults-what">
        <b class="text">{words}</b>
        <span class="text">fails with “{reason}”</span>
        <span class="row">
          <Badge tone="info">{counted(times, ['time', 'times'])} left</Badge>
        </span>
      </div>
      <button
        type="button"
        disabled={isBusy}
        aria-label={`Clear the failure: ${words}`}
        onClick={() => run(() => live.call('POST failures/clear', { id }), 'The failure is cleared.')}
      >
        Clear
      </button>
    </div>
  )
}
