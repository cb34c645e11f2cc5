import type { RefObject } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { type FormRefusal, formRefusalOf, type RefusableFields } from './formRefusal.ts'

interface Form {
  readonly refusal: FormRefusal
  readonly isBusy: boolean
  /**
   * Does what the form is for. A refusal stays beside the fields, which keep what was typed in.
   *
   * @returns Whether it was accepted
   */
  submit(act: () => Promise<void>): Promise<boolean>
}

const nothing: FormRefusal = { fields: {} }

/**
 * The state of a form that the mock can refuse.
 *
 * @param first - The refusal that it begins with.
 */
export function useForm(fields: RefusableFields = {}, first: FormRefusal = nothing): Form {
  const [refusal, setRefusal] = useState(first)
  const [isBusy, setBusy] = useState(false)
  async function submit(act: () => Promise<void>): Promise<boolean> {
    setBusy(true)
    setRefusal(nothing)
    try {
      await act()
      return true
    } catch (error) {
      setRefusal(formRefusalOf(error as Error & { code?: string }, fields))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { refusal, isBusy, submit }
}

/** Moves the focus to the first field that was refused, whose description says why, each time there is a new refusal. */
export function useRefusedFocus(form: RefObject<HTMLElement | null>, refusal: unknown): void {
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(), [refusal])
}
