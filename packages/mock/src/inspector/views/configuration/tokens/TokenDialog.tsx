import type { components } from '@latchkey/types'
import { CheckList } from '../../../components/CheckList.tsx'
import { Dialog } from '../../../components/Dialog.tsx'
import { Field } from '../../../components/Field.tsx'
import { useInspector } from '../../../inspectorContext.ts'
import { callService } from '../../../live/callService.ts'
import { useForm } from '../../../useForm.ts'
import { scopes } from './scopes.ts'

type Schemas = components['schemas']

interface TokenDialogProps {
  /** Where tokens are created. */
  readonly path: string
  onCreate(token: Schemas['TokenWithRaw']): void
  onClose(): void
}

/** Creates an API token. */
export function TokenDialog({ path, onCreate, onClose }: TokenDialogProps) {
  const { live } = useInspector()
  const { refusal, isBusy, submit } = useForm(['note', 'scopes'], { invalid_scopes: 'scopes' })
  const create = (fields: FormData) =>
    submit(async () => {
      const chosen = fields.getAll('scopes').map(String)
      const body = { note: String(fields.get('note')).trim(), ...(chosen.length > 0 && { scopes: chosen }) }
      const { token } = (await callService(live, { method: 'POST', path, body })) as Schemas['CreateTokenResponse']
      onCreate(token)
      onClose()
    })
  return (
    <Dialog
      title="New API token"
      action="Create"
      isBusy={isBusy}
      refusal={refusal}
      onConfirm={(fields) => void create(fields)}
      onClose={onClose}
    >
      <Field label="Note" name="note" placeholder="Nightly user sync" refusal={refusal.fields.note} />
      <CheckList
        legend="Scopes"
        name="scopes"
        options={scopes}
        checked={[]}
        hint="With none checked, it may do all that its creator may."
        refusal={refusal.fields.scopes}
      />
    </Dialog>
  )
}
