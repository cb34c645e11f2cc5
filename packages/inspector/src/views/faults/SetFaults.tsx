import { Badge } from '../../components/Badge.tsx'
import { Card } from '../../components/Card.tsx'
import { Empty } from '../../components/Empty.tsx'
import { Link } from '../../components/Link.tsx'
import { counted } from '../../counting.ts'
import { hrefOf } from '../../createRouter.ts'
import { wordsOfFault } from '../../faultWords.ts'
import { useAction, useInspector } from '../../inspectorContext.ts'
import type { SetFault } from '../../live/control.ts'
import { FaultItem } from './FaultItem.tsx'

/** The faults that are set, in the order in which those of an operation happen. */
export function SetFaults() {
  const { live } = useInspector()
  const [run, isBusy] = useAction()
  const { faults } = live.faults.value
  return (
    <Card
      title="Faults that are set"
      flush
      actions={
        faults.length > 0 && (
          <button
            type="button"
            disabled={isBusy}
            onClick={() => run(() => live.call('POST faults/clear'), 'No fault is set any more.')}
          >
            Clear all
          </button>
        )
      }
    >
      {faults.length === 0 ? (
        <Empty icon="faults" title="No fault is set">
          <p>Choose an operation and what it does, to see how your app copes with it.</p>
        </Empty>
      ) : (
        <ul class="list" aria-label="Faults that are set">
          {faults.map((fault) => (
            <li key={fault.id}>
              <SetFaultItem fault={fault} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function SetFaultItem({ fault }: { fault: SetFault }) {
  const { live } = useInspector()
  const { id, operation, times, played } = fault
  const name = operation === '*' ? 'All operations' : operation
  const words = wordsOfFault(fault)
  return (
    <FaultItem
      name={name}
      words={words}
      label={`Clear the fault of ${name} that ${words}`}
      clear={() => live.call('POST faults/clear', { id })}
      cleared={`The fault of ${name} is cleared.`}
    >
      <Badge tone={times === undefined ? 'warn' : 'info'}>
        {times === undefined ? 'until it is cleared' : `${counted(times, ['time', 'times'])} left`}
      </Badge>
      {played > 0 ? (
        <Link href={hrefOf('requests', [], { fault: id })} class="small">
          Happened {played === 1 ? 'once' : `${played.toLocaleString('en')} times`}
        </Link>
      ) : (
        <small>Has not happened yet</small>
      )}
    </FaultItem>
  )
}
