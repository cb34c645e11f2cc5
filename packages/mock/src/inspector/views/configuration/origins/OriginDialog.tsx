import { Dialog } from '../../../components/Dialog.tsx'
import { Field } from '../../../components/Field.tsx'
import { useInspector } from '../../../inspectorContext.ts'
import { callService } from '../../../live/callService.ts'
import { useForm } from '../../../useForm.ts'

const byCode = { invalid_cors_origins: 'origin', duplicate_exists: 'origin' }

/** Allows an origin. */
export function OriginDialog({ path, onClose }: { path: string; onClose(): void }) {
  const { live, notices } = useInspector()
  const { refusal, isBusy, submit } = useForm(['origin'], byCode)
  const create = (fields: FormData) =>
    submit(async () => {
      const origin = String(fields.get('origin')).trim()
      await callService(live, { method: 'POST', path, body: { origin } })
      notices.done(`${origin} is allowed.`)
      onClose()
    })
  return (
    <Dialog
      title="New origin"
      action="Allow"
      isBusy={isBusy}
      refusal={refusal}
      onConfirm={(fields) => void create(fields)}
      onClose={onClose}
    >
      <Field
        label="Origin"
        name="origin"
        inputMode="url"
        placeholder="https://app.example.com"
        hint="Scheme, host and port. One * may stand for the first label of the host."
        refusal={refusal.fields.origin}
      />
    </Dialog>
  )
}
