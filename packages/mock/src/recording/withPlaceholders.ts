import * as z from 'zod'
import { scenarioSchema } from '../control/scenario/scenarioSchema.ts'
import { createNumbers, keptText, type NumberOf, placeholderChainId, placeholdersOf } from './placeholderTexts.ts'
import { isKnownNetworkId, isPublicText } from './publicTexts.ts'

/** Whether a field of the scenario, such as `gates[].name`, is to have its text. */
export type IsKept = (path: string) => boolean

interface Walk {
  readonly numberOf: NumberOf
  readonly isKept: IsKept
  /** Texts that a field is to have. They are shown wherever they stand. */
  readonly keptTexts: ReadonlySet<string>
  /** Hears of a text for which no placeholder is accepted. */
  readonly leaveOut: (path: string) => undefined
}

/** A value, its schema, and the path of its field, in which `[]` stands for an item and `{}` for a key of a map. */
interface Field {
  readonly schema: z.ZodType
  readonly value: unknown
  readonly path: string
}

/** Parts whose texts are placeholders already: people, and those on lists. */
const placeholderParts: ReadonlySet<string> = new Set(['people', 'allowlists[].entries'])

/**
 * A scenario with placeholders in place of every text of the deployment. What stays are truth values, numbers, and
 * texts that the document or the mock itself has: values of enums, known chains, the settings of a new environment.
 * The same text is the same placeholder, so that what belongs together still does.
 *
 * @param scenario - One that the schema of scenarios accepts.
 * @returns With it, the fields that were left out, because no placeholder fits them.
 */
export function withPlaceholders(scenario: unknown, isKept: IsKept): { scenario: unknown; leftOut: string[] } {
  const root = { schema: scenarioSchema, value: scenario, path: '' }
  const leftOut = new Set<string>()
  const walk: Walk = {
    numberOf: createNumbers(),
    isKept,
    keptTexts: keptTextsOf(root, isKept),
    leaveOut: (path) => void leftOut.add(path),
  }
  return { scenario: hidden(walk, root), leftOut: [...leftOut] }
}

function keptTextsOf(root: Field, isKept: IsKept): Set<string> {
  const texts = new Set<string>()
  const collect = (field: Field): void => {
    if (typeof field.value === 'string' && isKept(field.path)) texts.add(field.value)
    for (const [, inner] of fieldsOf(field)) collect(inner)
  }
  collect(root)
  return texts
}

/** The value of a field without what the deployment supplied; `undefined` if nothing can stand for it. */
function hidden(walk: Walk, field: Field): unknown {
  const { value, path } = field
  if (placeholderParts.has(path)) return value
  if (typeof value === 'string') return hiddenText(walk, { ...field, value })
  if (typeof value === 'number') return hiddenNumber(walk, path, value)
  if (typeof value !== 'object' || value === null) return value
  const fields = fieldsOf(field).map(([key, inner]) => [key, hidden(walk, inner), inner] as const)
  const present = fields.filter(([, inner]) => inner !== undefined)
  if (Array.isArray(value)) return present.map(([, inner]) => inner)
  return Object.fromEntries(present.map(([key, inner, { path: at }]) => [keyOf(walk, key, at), inner]))
}

const keyOf = ({ numberOf, isKept }: Walk, key: string, path: string): string =>
  path.endsWith('{}') && !isKept(path) ? `key${numberOf('key', key)}` : key

/** The fields of an object or the items of a list. */
function fieldsOf({ schema: reference, value, path }: Field): [key: string, field: Field][] {
  if (typeof value !== 'object' || value === null) return []
  const schema = schemaOf(reference, value)
  if (Array.isArray(value)) {
    const element = schema instanceof z.ZodArray ? (schema.element as z.ZodType) : z.unknown()
    return value.map((item, index) => [String(index), { schema: element, value: item, path: `${path}[]` }])
  }
  const shape = (schema instanceof z.ZodObject ? schema.shape : {}) as Readonly<Record<string, z.ZodType>>
  const others = schema instanceof z.ZodRecord ? (schema.valueType as z.ZodType) : z.unknown()
  return Object.entries(value).map(([name, inner]) => {
    const isNamed = Object.hasOwn(shape, name)
    const at = isNamed ? name : '{}'
    const field = { schema: (isNamed && shape[name]) || others, value: inner as unknown }
    return [name, { ...field, path: path === '' ? at : `${path}.${at}` }]
  })
}

/** The schema that describes a value, below those that make it optional or offer several. */
function schemaOf(schema: z.ZodType, value: unknown): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodLazy)
    return schemaOf(schema.unwrap() as z.ZodType, value)
  if (!(schema instanceof z.ZodUnion)) return schema
  const options = schema.options as readonly z.ZodType[]
  return schemaOf(options.find((option) => option.safeParse(value).success) ?? z.unknown(), value)
}

function hiddenText(
  walk: Walk,
  { schema: reference, value: text, path }: Field & { readonly value: string },
): string | undefined {
  const schema = schemaOf(reference, text)
  const isListed = schema instanceof z.ZodEnum && schema.safeParse(text).success
  if (text === '' || isListed || isPublicText(path, text)) return text
  if (walk.keptTexts.has(text)) return keptText(walk.numberOf, text)
  for (const placeholder of placeholdersOf(walk.numberOf, path, text))
    if (schema.safeParse(placeholder).success) return placeholder
  return walk.leaveOut(path)
}

/** Numbers are settings. Those of networks can be the deployment's own. */
function hiddenNumber({ numberOf, isKept }: Walk, path: string, value: number): number {
  const isNetwork = /\.(networkId|defaultChainId)$/.test(path)
  if (path.endsWith('{}')) return 0
  return !isNetwork || isKnownNetworkId(value) || isKept(path) ? value : placeholderChainId(numberOf, value)
}
