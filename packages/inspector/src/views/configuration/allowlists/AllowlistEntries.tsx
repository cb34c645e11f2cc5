import { useState } from 'preact/hooks'
import { Icon } from '../../../components/Icon.tsx'
import { Reading } from '../../../components/Reading.tsx'
import { ShortList } from '../../../components/ShortList.tsx'
import { useAction, useInspector } from '../../../inspectorContext.ts'
import { callService } from '../../../live/callService.ts'
import { useService } from '../../../live/useService.ts'
import { type Allowlist, type AllowlistEntry, entryText } from './allowlist.ts'
import { EntryDialog } from './EntryDialog.tsx'

/** As many as the service lists at once. */
const mostEntries = 100

/** The people on an allowlist, the latest first. */
export function AllowlistEntries({ list: { id, name } }: { list: Allowlist }) {
  const [isOpen, setOpen] = useState(false)
  const path = `/allowlists/${id}/entries`
  const read = useService<{ count: number; entries: AllowlistEntry[] }>(
    `${path}?limit=${mostEntries}&orderBy=createdAt-desc`,
    ['allowlistEntries'],
  )
  return (
    <div class="configuration-entries">
      <Reading of={read}>
        {({ count, entries }) => (
          <>
            <ShortList items={entries} label={`Entries of ${name}`}>
              {(entry) => <Entry key={entry.id} entry={entry} />}
            </ShortList>
            {count > entries.length && (
              <small>
                The latest {entries.length} of {count.toLocaleString('en')}
              </small>
            )}
          </>
        )}
      </Reading>
      <button type="button" class="quiet" onClick={() => setOpen(true)}>
        <span class="hidden">{name}: </span>Add an entry…
      </button>
      {isOpen && <EntryDialog path={path} listName={name} onClose={() => setOpen(false)} />}
    </div>
  )
}

function Entry({ entry }: { entry: AllowlistEntry }) {
  const { live } = useInspector()
  const [run, isBusy] = useAction()
  const text = entryText(entry)
  const remove = () =>
    run(
      () => callService(live, { method: 'DELETE', path: `/allowlistEntries/${entry.id}` }),
      `${text} is no longer on the list.`,
    )
  return (
    <li class="configuration-entry">
      <span class="text">{text}</span>
      <button type="button" class="quiet icon" disabled={isBusy} onClick={() => void remove()}>
        <Icon name="close" />
        <span class="hidden">Remove {text}</span>
      </button>
    </li>
  )
}
