import { Dialog } from '../../../components/Dialog.tsx'
import { Field } from '../../../components/Field.tsx'
import { useInspector } from '../../../inspectorContext.ts'
import { callService } from '../../../live/callService.ts'
import { useForm } from '../../../useForm.ts'
import { outcomeOptions } from '../outcomes.ts'
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
  const { live, notices } = useInspector()
  const { refusal, isBusy, submit } = useForm(['name', 'outcome', 'scope'], byCode)
  const save = (fields: FormData) =>
    submit(async () => {
      const scope = String(fields.get('scope')).trim()
      const outcome = String(fields.get('outcome'))
      const name = String(fields.get('name')).trim()
      const body = { name, outcome, ...(outcome === 'scope' && scope !== (list?.scope ?? '') && { scope }) }
      await callService(live, { method: list ? 'PUT' : 'POST', path, body })
      notices.done(list ? `${list.name} was changed.` : `${name} was created, and is off.`)
      onClose()
    })
  return (
    <Dialog
      title={list ? `Edit ${list.name}` : 'New allowlist'}
      action={list ? 'Save' : 'Create'}
      isBusy={isBusy}
      refusal={refusal}
      onConfirm={(fields) => void save(fields)}
      onClose={onClose}
    >
      <Field label="Name" name="name" value={list?.name} refusal={refusal.fields.name} />
      <div class="fields">
        <Field
          label="Outcome"
          name="outcome"
          value={list?.outcome}
          options={outcomeOptions}
          refusal={refusal.fields.outcome}
        />
        <Field
          label="Scope that it adds"
          name="scope"
          value={list?.scope ?? ''}
          hint="For the outcome that adds one."
          refusal={refusal.fields.scope}
        />
      </div>
    </Dialog>
  )
}
