import { StatusBadge } from '../../components/Badge.tsx'
import { Card } from '../../components/Card.tsx'
import { Link } from '../../components/Link.tsx'
import { Time } from '../../components/Time.tsx'
import { hrefOf } from '../../createRouter.ts'
import { faultsOf, wordsOfFault } from '../../faultWords.ts'
import { useInspector } from '../../inspectorContext.ts'

const latest = 10

/** The latest requests to which a fault has happened. */
export function HitRequests() {
  const { live } = useInspector()
  const hits = live.journal.value.filter((entry) => faultsOf(entry).length > 0)
  if (hits.length === 0) return null
  return (
    <Card
      title="Requests with a fault"
      flush
      actions={<Link href={hrefOf('requests', [], { fault: 'any' })}>Show all {hits.length}</Link>}
    >
      <ol class="list" aria-label="Requests with a fault">
        {hits
          .slice(-latest)
          .toReversed()
          .map((entry) => (
            <li key={entry.requestId}>
              <Link class="item faults-hit" href={hrefOf('requests', [entry.requestId])}>
                <StatusBadge status={entry.status} />
                <span class="faults-what">
                  <b class="clip">{entry.operation ?? 'Room at the relay'}</b>
                  <small>{faultsOf(entry).map(wordsOfFault).at(-1)}</small>
                </span>
                <small class="end">
                  <Time at={entry.at} />
                </small>
              </Link>
            </li>
          ))}
      </ol>
    </Card>
  )
}
