import type { ComponentChildren } from 'preact'
import { useAction } from '../inspectorContext.ts'
import { Dialog } from './Dialog.tsx'

interface DeleteDialogProps {
  readonly title: string
  /** The sentence that is shown when it is done. */
  readonly done: string
  /** Says which data is lost. */
  readonly children: ComponentChildren
  remove(): Promise<unknown>
  onClose(): void
}

/** Asks before something is deleted. It stays open when that fails. */
export function DeleteDialog({ title, done, children, remove, onClose }: DeleteDialogProps) {
  const [run, isBusy] = useAction()
  const confirm = () =>
    run(async () => {
      await remove()
      onClose()
    }, done)
  return (
    <Dialog
      title={title}
      action="Delete"
      isDangerous
      isBusy={isBusy}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {children}
    </Dialog>
  )
}
