import { useState } from 'preact/hooks'
import { Badge, StatusBadge } from '../../components/Badge.tsx'
import { Link } from '../../components/Link.tsx'
import { Time } from '../../components/Time.tsx'
import { useArrowKeys } from '../../components/useArrowKeys.ts'
import { faultsOf } from '../../faultWords.ts'
import type { Entry } from '../../live/control.ts'
import { titleOf } from './titleOf.ts'

interface RequestListProps {
  /** Newest first. */
  readonly entries: readonly Entry[]
  readonly selectedId: string | undefined
  linkOf(entry: Entry): string
  onSelect(entry: Entry): void
}

/** More rows would make the page slow. */
const rowsAtOnce = 200

/** Requests to choose from, with the mouse or the arrow keys. */
export function RequestList({ entries, selectedId, linkOf, onSelect }: RequestListProps) {
  const [limit, setLimit] = useState(rowsAtOnce)
  const shown = entries.slice(0, limit)
  const { ref, onKeyDown } = useArrowKeys((index) => {
    const entry = shown[index]
    if (entry) onSelect(entry)
  })
  return (
    <>
      <ol class="list" aria-label="Requests" ref={ref} onKeyDown={onKeyDown}>
        {shown.map((entry) => (
          <li key={entry.requestId}>
            <Link class="item requests-item" href={linkOf(entry)} aria-current={entry.requestId === selectedId}>
              <StatusBadge status={entry.status} />
              <span class="requests-what">
                <b class="clip">{titleOf(entry)}</b>
                <small class="clip">
                  {entry.method} {shortPath(entry.path)}
                </small>
              </span>
              <span class="end requests-when">
                <Time at={entry.at} />
                <Remark entry={entry} />
              </span>
            </Link>
          </li>
        ))}
      </ol>
      {entries.length > limit && (
        <button type="button" class="quiet wide" onClick={() => setLimit(limit + rowsAtOnce)}>
          Show {Math.min(rowsAtOnce, entries.length - limit)} more of {entries.length}
        </button>
      )}
    </>
  )
}

/** Shows the most remarkable fact of a request, in a word. */
function Remark({ entry }: { entry: Entry }) {
  const { nearMisses, unknownFields, notes, durationMs, socket } = entry
  if (faultsOf(entry).length > 0) return <Badge tone="warn">fault</Badge>
  if (nearMisses) return <Badge tone="warn">unknown URL</Badge>
  if (unknownFields) return <Badge tone="warn">unread fields</Badge>
  if (notes) return <Badge tone="info">note</Badge>
  if (socket?.isOpen) return <Badge tone="good">open</Badge>
  return <small>{durationMs === undefined ? '' : `${durationMs} ms`}</small>
}

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{8}([0-9a-f]{4})/g

/** A path whose ids are so short that its end is visible in a narrow list. The details have the whole one. */
const shortPath = (path: string) => path.replace('/api/v0', '').replace(uuid, '…$1')
