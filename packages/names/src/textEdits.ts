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
 * Makes edits for the texts of a node, which must be as `JSON.stringify` writes them: then `"name":` is a field, since
 * quotes within a text are escaped.
 *
 * @returns `undefined` when a name is spelled differently in different places
 */
export function createTextEdits(spelling: Spelling, node: Node): EditText | undefined {
  const uses = usesBelow(spelling, node)
  if (!uses) return undefined
  /** The new text of a field, or of a field with its value, by the old one. */
  const edits = new Map<string, string>()
  const openFields = new Set<string>()
  for (const [field, { spelled, isOpen, isList, values }] of uses) {
    if (values && isList) return undefined
    if (isOpen) openFields.add(key(field))
    if (isOpen || spelled !== field || values) edits.set(key(field), key(spelled))
    for (const [value, spelledValue] of values ?? [])
      edits.set(key(field) + JSON.stringify(value), key(spelled) + JSON.stringify(spelledValue))
  }
  if (edits.size === 0) return undefined
  const pattern = patternOf(uses, edits)
  return (text) => {
    let edited = ''
    let end = 0
    pattern.lastIndex = 0
    for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
      const [found] = match
      if (openFields.has(found) && hasContent(text, pattern.lastIndex)) return undefined
      edited += text.slice(end, match.index) + edits.get(found)
      end = pattern.lastIndex
    }
    return edited + text.slice(end)
  }
}

/** Finds the fields to edit, with their values where those change. What all have in common is not repeated, for speed. */
function patternOf(uses: ReadonlyMap<string, FieldUse>, edits: ReadonlyMap<string, string>): RegExp {
  const fields = [...uses.keys()].filter((field) => edits.has(key(field)))
  const withValues = [...edits.keys()].filter((text) => !text.endsWith('":'))
  const alternatives = [
    ...withValues.map((text) => escape(text.slice(1))),
    ...(fields.length > 0 ? [`(?:${fields.map(escape).join('|')})":`] : []),
  ]
  return new RegExp(`"(?:${alternatives.join('|')})`, 'g')
}

const escape = (text: string) => text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')

const key = (field: string) => `${JSON.stringify(field)}:`

/** Whether an object or a list that is not empty begins at a place. */
function hasContent(text: string, at: number): boolean {
  const [start, end] = [text[at], text[at + 1]]
  return (start === '{' && end !== '}') || (start === '[' && end !== ']')
}

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
