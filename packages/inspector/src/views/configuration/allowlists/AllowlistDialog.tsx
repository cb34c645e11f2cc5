import { defined } from '@latchkey/base/defined'
import { FormDialog } from '../../../components/FormDialog.tsx'
import { useInspector } from '../../../inspectorContext.ts'
import { callService } from '../../../live/callService.ts'
import { OutcomeFields } from '../OutcomeFields.tsx'
import type { Allowlist } from './allowlist.ts'

interface AllowlistDialogProps {
  /** Where it is created, or changed. */
  readonly path: string
  /** Absent for a new one. */
  readonly list?: Allowlist
  onClose(): void
}

const byCode = { allowlist_already_exists: 'name', invalid_scopes: 'scope' }

/** Creates an allowlist, or changes one, by the operations of the service. */
export function AllowlistDialog({ path, list, onClose }: AllowlistDialogProps) {
  const { live } = useInspector()
  async function save(fields: FormData): Promise<string> {
    const scope = String(fields.get('scope')).trim()
    const outcome = String(fields.get('outcome'))
    const name = String(fields.get('name')).trim()
    const body = {
      name,
      outcome,
      ...defined({ scope: outcome !== 'block' && scope !== (list?.scope ?? '') ? scope : undefined }),
    }
    await callService(live, { method: list ? 'PUT' : 'POST', path, body })
    return list ? `${list.name} was changed.` : `${name} was created, and is off.`
  }
  return (
    <FormDialog
      title={list ? `Edit ${list.name}` : 'New allowlist'}
      action={list ? 'Save' : 'Create'}
      names={['name', 'outcome', 'scope']}
      byCode={byCode}
      save={save}
      onClose={onClose}
    >
      <OutcomeFields of={list} />
    </FormDialog>
  )
}
