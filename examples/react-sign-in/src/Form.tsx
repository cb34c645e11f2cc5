import { isApiError } from '@latchkey/client'
import { type ComponentProps, type FormEvent, type ReactNode, useState } from 'react'

interface FormProps {
  /** The label of its button. */
  label: ReactNode
  submit: (values: Record<string, string>) => Promise<unknown>
  children?: ReactNode
}

/** Fields and a button, or a button alone. If the action fails, the form says why. */
export function Form({ label, submit, children }: FormProps) {
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setProblem('')
    await submit(Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>).catch(
      (error: unknown) => setProblem(sentenceOf(error)),
    )
    setBusy(false)
  }
  return (
    <form onSubmit={onSubmit} aria-busy={isBusy}>
      {children}
      {problem && <p role="alert">{problem}</p>}
      <button aria-disabled={isBusy}>{label}</button>
    </form>
  )
}

export function Field({ label, ...input }: ComponentProps<'input'> & { label: string }) {
  return (
    <label>
      {label} <input required {...input} />
    </label>
  )
}

export const CodeField = () => (
  <Field label="Code" name="code" inputMode="numeric" autoComplete="one-time-code" pattern="\d{6}" />
)

/** The title of what is shown now. It takes the focus, so that screen readers read it. */
export const Title = ({ children }: { children: ReactNode }) => (
  <h1 tabIndex={-1} ref={focus}>
    {children}
  </h1>
)

const focus = (element: HTMLElement | null) => element?.focus()

/** The service's sentence is for people; the message of its error is for the console. */
export function sentenceOf(error: unknown): string {
  const { error: reason } = (isApiError(error) ? (error.body ?? {}) : {}) as { error?: string | { message?: string } }
  return (typeof reason === 'object' ? reason.message : reason) ?? (error as Error).message
}
