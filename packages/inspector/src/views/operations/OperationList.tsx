import { useEffect } from 'preact/hooks'
import { Link } from '../../components/Link.tsx'
import { useArrowKeys } from '../../components/useArrowKeys.ts'
import { useInspector } from '../../inspectorContext.ts'
import type { Operation } from './operationsOf.ts'

interface OperationListProps {
  readonly operations: readonly Operation[]
  readonly selectedId: string | undefined
  linkOf(operation: Operation): string
}

/** Operations to choose from, with the mouse or the arrow keys. */
export function OperationList({ operations, selectedId, linkOf }: OperationListProps) {
  const { router } = useInspector()
  const { ref, onKeyDown } = useArrowKeys((index) => {
    const operation = operations[index]
    if (operation) router.go(linkOf(operation), { replace: true })
  })
  useEffect(
    () => ref.current?.querySelector('[aria-current=true]')?.scrollIntoView({ block: 'nearest' }),
    [ref, selectedId],
  )
  return (
    <ol class="list" aria-label="Operations" ref={ref} onKeyDown={onKeyDown}>
      {operations.map((operation) => (
        <li key={operation.id}>
          <Link class="item operations-item" href={linkOf(operation)} aria-current={operation.id === selectedId}>
            <Method of={operation} />
            <span class="operations-what">
              <b class="clip">{operation.id}</b>
              <small class="clip">{operation.summary}</small>
            </span>
          </Link>
        </li>
      ))}
    </ol>
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
