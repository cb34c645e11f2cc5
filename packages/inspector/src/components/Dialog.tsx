import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import type { FormRefusal } from '../formRefusal.ts'
import { useRefusedFocus } from '../useForm.ts'
import { Refusal } from './Refusal.tsx'

interface DialogProps {
  readonly title: string
  /** The label of the main button: `'Delete'`. */
  readonly action: string
  readonly isDangerous?: boolean
  readonly isBusy?: boolean
  /** Why its form was refused. Its fields show what concerns them; the rest is shown here. */
  readonly refusal?: FormRefusal
  readonly children: ComponentChildren
  onConfirm(fields: FormData): void
  onClose(): void
}

/** Asks before something is done, or for what it needs. It is open as long as it is rendered. */
export function Dialog({ title, action, isDangerous, isBusy, refusal, children, onConfirm, onClose }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const root = dialog.current?.getRootNode() as ShadowRoot
    const opener = root.activeElement as HTMLElement | null
    dialog.current?.showModal()
    // The browser gives the focus back when a dialog is closed, but not when it is removed.
    return () => {
      if (!root.activeElement) opener?.focus()
    }
  }, [])
  useRefusedFocus(dialog, refusal)
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        // A file field sends the same event when its own dialog is left.
        if (event.target !== event.currentTarget) return
        // The browser would hide the dialog first and report it later, and a press in between would be lost.
        event.preventDefault()
        onClose()
      }}
      onClose={onClose}
    >
      <form
        method="dialog"
        onSubmit={(event) => {
          event.preventDefault()
          onConfirm(new FormData(event.currentTarget))
        }}
      >
        <h2 id={id}>{title}</h2>
        {children}
        <Refusal refusal={refusal} />
        <div class="actions">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class={isDangerous ? 'danger' : 'main'} disabled={isBusy}>
            {action}
          </button>
        </div>
      </form>
    </dialog>
  )
}
