import { Badge } from '../../components/Badge.tsx'
import { Card } from '../../components/Card.tsx'
import { counted } from '../../counting.ts'
import { useInspector, useRead } from '../../inspectorContext.ts'
import type { PlannedFailure } from '../../live/control.ts'
import { wordsOfFailure } from './failureWords.ts'
import { FaultItem } from './FaultItem.tsx'

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
  const { id, reason, times } = failure
  const words = wordsOfFailure(failure)
  return (
    <FaultItem
      name={words}
      words={`fails with “${reason}”`}
      label={`Clear the failure: ${words}`}
      clear={() => live.call('POST failures/clear', { id })}
      cleared="The failure is cleared."
    >
      <Badge tone="info">{counted(times, ['time', 'times'])} left</Badge>
    </FaultItem>
  )
}
