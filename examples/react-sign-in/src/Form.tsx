import { type ComponentProps, createContext, type FormEvent, type ReactNode, useContext, useId, useState } from 'react'
import { sentenceOf } from './sentences.ts'

interface FormProps {
  /** The label of its button. */
  label: ReactNode
  submit: (values: Record<string, string>) => Promise<unknown>
  children?: ReactNode
}

/** The element that says why a form has failed, for the fields of the form. */
const ProblemId = createContext<string | undefined>(undefined)

/** Fields and a button, or only a button. It is busy while the action runs, and if that fails, it says why. */
export function Form({ label, submit, children }: FormProps) {
  const [problem, setProblem] = useState('')
  const problemId = useId()
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
      <ProblemId value={problem ? problemId : undefined}>{children}</ProblemId>
      {problem && <Alert id={problemId}>{problem}</Alert>}
      <button aria-disabled={isBusy}>{label}</button>
    </form>
  )
}

export const Alert = (props: ComponentProps<'p'>) => <p role="alert" {...props} />

export function Field({ label, ...input }: ComponentProps<'input'> & { label: string }) {
  const problemId = useContext(ProblemId)
  return (
    <label>
      {label} <input required aria-invalid={problemId !== undefined} aria-describedby={problemId} {...input} />
    </label>
  )
}

export const CodeField = () => (
  <Field
    label="Code"
    name="code"
    inputMode="numeric"
    autoComplete="one-time-code"
    pattern="\d{6}"
    title="six digits"
    autoFocus
  />
)

/** The title of what is shown now. It takes the focus, so that screen readers read it. */
export const Title = ({ children }: { children: ReactNode }) => (
  <h1 tabIndex={-1} ref={focus}>
    {children}
  </h1>
)

const focus = (element: HTMLElement | null) => element?.focus()
