import { useState } from 'preact/hooks'

/** Why a form was refused: sentences by the names of its fields, and the sentence for all that concerns none of them. */
export interface FormRefusal {
  readonly fields: Readonly<Record<string, string>>
  readonly rest?: string
}

interface Form {
  readonly refusal: FormRefusal
  readonly isBusy: boolean
  /** Does what the form is for. A refusal stays beside the fields, which keep what was typed in. */
  submit(act: () => Promise<void>): Promise<void>
}

const nothing: FormRefusal = { fields: {} }

/**
 * The state of a form that the mock can refuse.
 *
 * @param names - The fields that can show why they were refused.
 * @param fieldOf - Fields by codes of refusals whose sentences do not begin with the field's name.
 */
export function useForm(names: readonly string[] = [], fieldOf: Readonly<Record<string, string>> = {}): Form {
  const [refusal, setRefusal] = useState(nothing)
  const [isBusy, setBusy] = useState(false)
  async function submit(act: () => Promise<void>): Promise<void> {
    setBusy(true)
    setRefusal(nothing)
    try {
      await act()
    } catch (error) {
      setRefusal(refusalOf(error as Error & { code?: string }, names, fieldOf))
    }
    setBusy(false)
  }
  return { refusal, isBusy, submit }
}

function refusalOf(
  { message, code = '' }: Error & { code?: string },
  names: readonly string[],
  fieldOf: Readonly<Record<string, string>>,
): FormRefusal {
  const fields: Record<string, string> = {}
  const rest: string[] = []
  for (const fault of message.split('; ')) {
    const [, name = '', words = fault] = /^(?:fields\.|metadata\.)*([^\s:.]+):? (.*)$/s.exec(fault) ?? []
    const field =
      names.find((candidate) => candidate === name) ?? (names.includes(fieldOf[code] ?? '') ? fieldOf[code] : undefined)
    if (field === undefined) rest.push(fault)
    else fields[field] = sentence(field === name ? words : fault)
  }
  return { fields, ...(rest.length > 0 && { rest: sentence(rest.join('; ')) }) }
}

const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1).replace(/\.?$/, '.')
