import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import type { FormRefusal, RefusableFields } from '../formRefusal.ts'
import { useInspector } from '../inspectorContext.ts'
import { Refusals } from '../refusals.ts'
import { useForm, useRefusedFocus } from '../useForm.ts'
import { Refusal } from './Refusal.tsx'

interface FormProps extends RefusableFields {
  readonly label: string
  /** The label of the button: `'Set the fault'`. */
  readonly action: string
  /** Whether it is what the view is for. */
  readonly isMain?: boolean
  /** A refusal from before the form was shown, as of a link. */
  readonly first?: FormRefusal | undefined
  /** Fields with names. */
  readonly children: ComponentChildren
  /** More buttons beside the main one. */
  readonly buttons?: ComponentChildren
  /**
   * Does what the form is for.
   *
   * @returns The sentence that says that it is done; nothing where that is seen anyway
   */
  save(fields: FormData): Promise<string | undefined>
}

/** A form in a view. A refusal stays beside the fields that it names, and the rest of it above the button. */
export function Form({ label, action, isMain, first, children, buttons, save, ...fields }: FormProps) {
  const { notices } = useInspector()
  const { refusal, isBusy, submit } = useForm(fields, first)
  const form = useRef<HTMLFormElement>(null)
  useRefusedFocus(form, refusal)
  return (
    <form
      ref={form}
      class="stack"
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        const values = new FormData(event.currentTarget)
        void submit(async () => {
          const done = await save(values)
          if (done !== undefined) notices.done(done)
        })
      }}
    >
      <Refusals.Provider value={refusal.fields}>{children}</Refusals.Provider>
      <Refusal refusal={refusal} />
      <div class="row">
        <button type="submit" class={isMain ? 'main' : undefined} disabled={isBusy}>
          {action}
        </button>
        {buttons}
      </div>
    </form>
  )
}
