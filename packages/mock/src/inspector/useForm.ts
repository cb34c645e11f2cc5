import { useState } from 'preact/hooks'
import { type FormRefusal, formRefusalOf } from './formRefusal.ts'

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
 * @param names - The fields that can show why they were refused.
 * @param byCode - Fields by codes of refusals whose sentences do not begin with the field's name.
 */
export function useForm(names: readonly string[] = [], byCode: Readonly<Record<string, string>> = {}): Form {
  const [refusal, setRefusal] = useState(nothing)
  const [isBusy, setBusy] = useState(false)
  async function submit(act: () => Promise<void>): Promise<boolean> {
    setBusy(true)
    setRefusal(nothing)
    try {
      await act()
      return true
    } catch (error) {
      setRefusal(formRefusalOf(error as Error & { code?: string }, { names, byCode }))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { refusal, isBusy, submit }
}
