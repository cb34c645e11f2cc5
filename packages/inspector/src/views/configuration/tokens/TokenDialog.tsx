import { defined } from '@latchkey/base/defined'
import type { components } from '@latchkey/types'
import { CheckList } from '../../../components/CheckList.tsx'
import { Field } from '../../../components/Field.tsx'
import { FormDialog } from '../../../components/FormDialog.tsx'
import { useInspector } from '../../../inspectorContext.ts'
import { callService } from '../../../live/callService.ts'
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
  async function create(fields: FormData): Promise<undefined> {
    const chosen = fields.getAll('scopes').map(String)
    const body = {
      note: String(fields.get('note')).trim(),
      ...defined({ scopes: chosen.length > 0 ? chosen : undefined }),
    }
    const { token } = (await callService(live, { method: 'POST', path, body })) as Schemas['CreateTokenResponse']
    onCreate(token)
  }
  return (
    <FormDialog
      title="New API token"
      action="Create"
      names={['note', 'scopes']}
      byCode={{ invalid_scopes: 'scopes' }}
      save={create}
      onClose={onClose}
    >
      <Field label="Note" name="note" placeholder="Nightly user sync" />
      <CheckList
        legend="Scopes"
        name="scopes"
        options={scopes}
        checked={[]}
        hint="With none checked, it may do all that its creator may."
      />
    </FormDialog>
  )
}
