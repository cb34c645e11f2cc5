import { defined } from '@latchkey/base/defined'

/** Why a form was refused: sentences by the names of its fields, and the sentence for all that concerns none of them. */
export interface FormRefusal {
  readonly fields: Readonly<Record<string, string>>
  readonly rest?: string
}

/** The fields of a form that can show why they were refused. */
export interface RefusableFields {
  /** Their paths in the body, as sentences of the service have them: `'rules.0.address.contractAddress'`. */
  readonly names?: readonly string[]
  /** Fields by codes of refusals whose sentences do not begin with the field's name. */
  readonly byCode?: Readonly<Record<string, string>>
  /**
   * Fields by expressions for other sentences of the mock, which do not begin with the field's name. The first match
   * counts.
   */
  readonly byWords?: readonly (readonly [words: RegExp, name: string])[]
}

/**
 * Finds the fields that a refusal names. Its sentence has the faults one after the other, and each begins with a path:
 * `email: is not an e-mail address; rules.0.type must be one of nft, token.`
 */
export function formRefusalOf(
  { message, code = '' }: { readonly message: string; readonly code?: string | undefined },
  { names = [], byCode = {}, byWords = [] }: RefusableFields,
): FormRefusal {
  const fields: Record<string, string> = {}
  const rest: string[] = []
  for (const fault of message.split('; ')) {
    const [, whole = '', words = fault] = /^([^\s:]+):? (.*)$/s.exec(fault) ?? []
    const path = whole.replace(/^(?:(?:fields|metadata)\.)+/, '')
    // Without a code it is no refusal: the mock does not answer.
    const named = code === '' ? undefined : byWords.find(([words]) => words.test(fault))?.[1]
    const field = fieldAt(path, names) ?? names.find((name) => name === (byCode[code] ?? named))
    if (field === undefined) rest.push(fault)
    else {
      const former = fields[field] === undefined ? '' : `${fields[field]} `
      fields[field] = former + sentence(field === path ? words : fault)
    }
  }
  return { fields, ...defined({ rest: rest.length > 0 ? sentence(rest.join('; ')) : undefined }) }
}

/** The field at a path, the nearest one around it, or the first one within it. */
function fieldAt(path: string, names: readonly string[]): string | undefined {
  if (names.includes(path)) return path
  const [nearest] = names.filter((name) => path.startsWith(`${name}.`)).sort((a, b) => b.length - a.length)
  return nearest ?? names.find((name) => name.startsWith(`${path}.`))
}

/** Words as a sentence. */
export const sentence = (words: string) =>
  words.charAt(0).toUpperCase() + words.slice(1) + (/[.?!]$/.test(words) ? '' : '.')
