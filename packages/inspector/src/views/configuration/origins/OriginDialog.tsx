import { Field } from '../../../components/Field.tsx'
import { FormDialog } from '../../../components/FormDialog.tsx'
import { useInspector } from '../../../inspectorContext.ts'
import { callService } from '../../../live/callService.ts'

const byCode = { invalid_cors_origins: 'origin', duplicate_exists: 'origin' }

/** Allows an origin. */
export function OriginDialog({ path, onClose }: { path: string; onClose(): void }) {
  const { live } = useInspector()
  async function create(fields: FormData): Promise<string> {
    const origin = String(fields.get('origin')).trim()
    await callService(live, { method: 'POST', path, body: { origin } })
    return `${origin} is allowed.`
  }
  return (
    <FormDialog title="New origin" action="Allow" names={['origin']} byCode={byCode} save={create} onClose={onClose}>
      <Field
        label="Origin"
        name="origin"
        inputMode="url"
        placeholder="https://app.example.com"
        hint="Scheme, host and port. One * may stand for the first label of the host."
      />
    </FormDialog>
  )
}
