import { shapes } from './generated/shapes.ts'
import { elementOf, isEnum, type Node, type Shape } from './shapes.ts'
import type { Spelling } from './spelling.ts'

/**
 * Renames in a text of JSON without reading it, which takes a third of the time.
 *
 * @returns `undefined` for a text in which a name may stand in data that the document leaves open
 */
export type EditText = (text: string) => string | undefined

/** How the schemas that have a field use it. */
interface FieldUse {
  readonly spelled: string
  /** Whether its value, or each element of it, may be data of any form. */
  readonly isOpen: boolean
  readonly isList: boolean
  readonly values: ReadonlyMap<string, string> | undefined
}

/**
 * Makes edits for the texts of a node, which must be as `JSON.stringify` writes them: then `{"name":` and `,"name":` are
 * fields, since quotes within a text are escaped.
 *
 * @returns `undefined` when a name is spelled differently in different places
 */
export function createTextEdits(spelling: Spelling, node: Node): EditText | undefined {
  const uses = usesBelow(spelling, node)
  if (!uses) return undefined
  /** The new text of a field, or of a field with its value, by the old one. */
  const edits = new Map<string, string>()
  for (const [field, { spelled, values, isList }] of uses) {
    if (values && isList) return undefined
    if (spelled !== field) edits.set(key(field), key(spelled))
    for (const [value, spelledValue] of values ?? [])
      edits.set(key(field) + JSON.stringify(value), key(spelled) + JSON.stringify(spelledValue))
  }
  if (edits.size === 0) return undefined
  const openFields = [...uses.keys()].filter((field) => uses.get(field)?.isOpen)
  const pattern = patternOf([...edits.keys()], openFields)
  const replacements = new Map(
    [...edits].flatMap(([from, to]) => ['{', ','].map((before) => [before + from, before + to])),
  )
  return (text) => {
    let isOpen = false
    const edited = text.replace(pattern, (found) => {
      const replacement = replacements.get(found)
      isOpen ||= replacement === undefined
      return replacement ?? found
    })
    return isOpen ? undefined : edited
  }
}

/**
 * Finds what to edit, and the beginnings of open fields that are neither an empty object nor an empty list. What all have
 * in common is not repeated, for speed.
 */
function patternOf(edits: readonly string[], openFields: readonly string[]): RegExp {
  const isValue = (text: string) => !text.endsWith('":')
  const fields = edits.filter((text) => !isValue(text)).map((text) => escape(text.slice(1, -2)))
  const alternatives = [
    ...openFields.map((field) => `${escape(field)}":(?:\\{[^}]|\\[[^\\]])`),
    ...edits.filter(isValue).map((text) => escape(text.slice(1))),
    ...(fields.length > 0 ? [`(?:${fields.join('|')})":`] : []),
  ]
  return new RegExp(`[{,]"(?:${alternatives.join('|')})`, 'g')
}

const escape = (text: string) => text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')

const key = (field: string) => `${JSON.stringify(field)}:`

/** The fields of all schemas that a node leads to; `undefined` if two of them use a field differently. */
function usesBelow(spelling: Spelling, node: Node): ReadonlyMap<string, FieldUse> | undefined {
  const uses = new Map<string, FieldUse>()
  const schemas = new Set([elementOf(node)])
  for (const name of schemas) {
    const shape = typeof name === 'string' ? shapes.schemas[name] : undefined
    // The root, since what lies below an open field is not followed.
    if (name === 1 || (shape && hasOtherFields(shape))) return undefined
    if (!shape || isEnum(shape)) continue
    for (const [field, inner] of Object.entries(shape)) {
      const use = useOf(spelling, inner, { schema: String(name), field })
      const other = uses.get(field)
      if (other && !isSameUse(other, use)) return undefined
      uses.set(field, use)
      if (!use.isOpen) schemas.add(elementOf(inner))
    }
  }
  return uses
}

function useOf(spelling: Spelling, node: Node, { schema, field }: { schema: string; field: string }): FieldUse {
  const element = elementOf(node)
  const shape = typeof element === 'string' ? shapes.schemas[element] : undefined
  return {
    spelled: spelling.field(schema, field) ?? field,
    isOpen: element === 1 || (shape !== undefined && hasOtherFields(shape)),
    isList: typeof node === 'object',
    values: shape && isEnum(shape) ? spelling.values(String(element), `${schema}.${field}`) : undefined,
  }
}

/** Whether names of fields are data. */
const hasOtherFields = (shape: Shape) => !isEnum(shape) && '*' in shape

function isSameUse(a: FieldUse, b: FieldUse): boolean {
  const isList = a.isList === b.isList || !a.values
  return a.spelled === b.spelled && a.values === b.values && a.isOpen === b.isOpen && isList
}
