import { Field } from '../../../components/Field.tsx'
import { FormDialog } from '../../../components/FormDialog.tsx'
import { useInspector } from '../../../inspectorContext.ts'
import { callService } from '../../../live/callService.ts'
import { identities, readEntry } from './allowlist.ts'

interface EntryDialogProps {
  /** Where entries are created. */
  readonly path: string
  readonly listName: string
  onClose(): void
}

/** Adds a person to an allowlist. */
export function EntryDialog({ path, listName, onClose }: EntryDialogProps) {
  const { live } = useInspector()
  const names = identities.map(([identity]) => identity)
  async function add(fields: FormData): Promise<string> {
    await callService(live, { method: 'POST', path, body: readEntry(fields) })
    return `The entry was added to ${listName}.`
  }
  return (
    <FormDialog title={`Add an entry to ${listName}`} action="Add" names={names} save={add} onClose={onClose}>
      <p class="muted small">One identity is enough. A person who has any of them is on the list.</p>
      <div class="fields">
        {identities.map(([identity, input]) => (
          <Field key={identity} name={identity} {...input} />
        ))}
      </div>
    </FormDialog>
  )
}
