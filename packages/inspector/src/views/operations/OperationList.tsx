import { LinkList } from '../../components/LinkList.tsx'
import type { Operation } from './operationsOf.ts'

interface OperationListProps {
  readonly operations: readonly Operation[]
  readonly selectedId: string | undefined
}

/** Operations to choose from, with the mouse or the arrow keys. */
export function OperationList({ operations, selectedId }: OperationListProps) {
  return (
    <LinkList
      view="operations"
      label="Operations"
      items={operations}
      itemClass="operations-item"
      selectedId={selectedId}
      idOf={({ id }) => id}
    >
      {(operation) => (
        <>
          <Method of={operation} />
          <span class="operations-what">
            <b class="clip">{operation.id}</b>
            <small class="clip">{operation.summary}</small>
          </span>
        </>
      )}
    </LinkList>
  )
}

const methodTones: Readonly<Record<Operation['method'], string>> = {
  GET: 'info',
  POST: 'good',
  PUT: 'warn',
  DELETE: 'bad',
}

export function Method({ of: { method } }: { of: Operation }) {
  return <span class={`badge operations-method ${methodTones[method]}`}>{method}</span>
}
