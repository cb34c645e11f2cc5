import { useState } from 'preact/hooks'
import { Badge, StatusBadge } from '../../components/Badge.tsx'
import { LinkList } from '../../components/LinkList.tsx'
import { ShowMore } from '../../components/ShowMore.tsx'
import { Time } from '../../components/Time.tsx'
import { faultsOf } from '../../faultWords.ts'
import type { Entry } from '../../live/control.ts'
import { titleOf } from './titleOf.ts'

interface RequestListProps {
  /** Newest first. */
  readonly entries: readonly Entry[]
  readonly selectedId: string | undefined
}

/** More rows would make the page slow. */
const rowsAtOnce = 200

/** Requests to choose from, with the mouse or the arrow keys. */
export function RequestList({ entries, selectedId }: RequestListProps) {
  const [limit, setLimit] = useState(rowsAtOnce)
  return (
    <>
      <LinkList
        view="requests"
        label="Requests"
        items={entries.slice(0, limit)}
        itemClass="requests-item"
        selectedId={selectedId}
        idOf={({ requestId }) => requestId}
      >
        {(entry) => (
          <>
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
          </>
        )}
      </LinkList>
      {entries.length > limit && (
        <ShowMore step={rowsAtOnce} shown={limit} count={entries.length} onMore={() => setLimit(limit + rowsAtOnce)} />
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
