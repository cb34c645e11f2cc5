import type { ComponentChildren } from 'preact'
import type { RefusableFields } from '../formRefusal.ts'
import { useInspector } from '../inspectorContext.ts'
import { Refusals } from '../refusals.ts'
import { useForm } from '../useForm.ts'
import { Dialog } from './Dialog.tsx'

interface FormDialogProps extends RefusableFields {
  readonly title: string
  /** The label of the main button: `'Save'`. */
  readonly action: string
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
export function FormDialog({ title, action, children, save, onClose, ...fields }: FormDialogProps) {
  const { notices } = useInspector()
  const { refusal, isBusy, submit } = useForm(fields)
  const confirm = (values: FormData) =>
    submit(async () => {
      const done = await save(values)
      if (done !== undefined) notices.done(done)
      onClose()
    })
  return (
    <Dialog
      title={title}
      action={action}
      isBusy={isBusy}
      refusal={refusal}
      onConfirm={(values) => void confirm(values)}
      onClose={onClose}
    >
      <Refusals.Provider value={refusal.fields}>{children}</Refusals.Provider>
    </Dialog>
  )
}
