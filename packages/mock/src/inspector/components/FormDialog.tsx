import type { ComponentChildren } from 'preact'
import { useInspector } from '../inspectorContext.ts'
import { Refusals } from '../refusals.ts'
import { useForm } from '../useForm.ts'
import { Dialog } from './Dialog.tsx'

interface FormDialogProps {
  readonly title: string
  /** The label of the main button: `'Save'`. */
  readonly action: string
  /** The names of the fields that can show why they were refused. */
  readonly names?: readonly string[]
  /** Fields by codes of refusals whose sentences do not begin with the field's name. */
  readonly byCode?: Readonly<Record<string, string>>
  readonly children: ComponentChildren
  /**
   * Does what the form is for.
   *
   * @returns The sentence that says that it is done; nothing where that is seen anyway
   */
  save(fields: FormData): Promise<string | undefined>
  onClose(): void
}

/** A form in a dialog, which is closed when the mock has accepted it. A refusal stays beside the fields that it names. */
export function FormDialog({ title, action, names, byCode, children, save, onClose }: FormDialogProps) {
  const { notices } = useInspector()
  const { refusal, isBusy, submit } = useForm(names, byCode)
  const confirm = (fields: FormData) =>
    submit(async () => {
      const done = await save(fields)
      if (done !== undefined) notices.done(done)
      onClose()
    })
  return (
    <Dialog
      title={title}
      action={action}
      isBusy={isBusy}
      refusal={refusal}
      onConfirm={(fields) => void confirm(fields)}
      onClose={onClose}
    >
      <Refusals.Provider value={refusal.fields}>{children}</Refusals.Provider>
    </Dialog>
  )
}
