import { shapes } from './generated/shapes.ts'
import { elementOf, isEnum, type Node, type ObjectShape } from './shapes.ts'
import type { Spelling } from './spelling.ts'

/** From the document's names to the deployment's, or back. */
export type Way = 'spell' | 'read'

/** The names to replace in a value. `undefined` stands for a value without anything to rename. */
export type Plan = ObjectPlan | ListPlan | EnumPlan

export interface ObjectPlan {
  readonly kind: 'object'
  /** By the names that the value has. A field that is not listed stays as it is. */
  readonly fields: Map<string, FieldPlan>
  /** For the values of other fields, whose names are data. */
  rest?: Plan | undefined
}

interface FieldPlan {
  readonly to: string
  readonly inner?: Plan | undefined
}

interface ListPlan {
  readonly kind: 'list'
  readonly element: Plan
}

interface EnumPlan {
  readonly kind: 'enum'
  readonly values: ReadonlyMap<string, string>
}

/** Makes plans from the shapes of the document, each once. */
export interface Plans {
  /** @param owner - The place of the value, for enums: `Gate.outcome` */
  planOf(node: Node, owner: string): Plan | undefined
  /** The plan of named values that stand together, such as a query. */
  planOfFields(shape: ObjectShape, owner: string, spell: SpellField): ObjectPlan | undefined
}

type SpellField = (field: string) => string | undefined

/**
 * A name of the document which the deployment spells differently is not one of its names. So reading changes it into
 * something that the document does not have either, and a refusal shows the right spelling.
 */
const notSoSpelled = (name: string, spelled: string) => `${name} (spelled ${spelled})`

export function createPlans(spelling: Spelling, way: Way): Plans {
  const concerned = concernedSchemas(spelling)
  const objects = new Map<string, ObjectPlan>()

  function planOf(node: Node, owner: string): Plan | undefined {
    if (typeof node === 'object') {
      const element = planOf(node[0], owner)
      return element && { kind: 'list', element }
    }
    const shape = typeof node === 'string' ? shapes.schemas[node] : undefined
    if (typeof node !== 'string' || !shape) return undefined
    if (isEnum(shape)) {
      const values = spelling.values(node, owner)
      return values && { kind: 'enum', values: way === 'spell' ? values : readingOf(values) }
    }
    return concerned.has(node) ? planOfObject(node, shape) : undefined
  }

  function planOfObject(name: string, shape: ObjectShape): ObjectPlan {
    const existing = objects.get(name)
    if (existing) return existing
    const plan: ObjectPlan = { kind: 'object', fields: new Map() }
    // Before its fields, since they may lead back to it.
    objects.set(name, plan)
    fill(plan, shape, { owner: name, spell: (field) => spelling.field(name, field) })
    return plan
  }

  function fill(plan: ObjectPlan, shape: ObjectShape, { owner, spell }: { owner: string; spell: SpellField }): void {
    const misspelled = new Map<string, string>()
    for (const [field, node] of Object.entries(shape)) {
      const inner = planOf(node, `${owner}.${field}`)
      if (field === '*') {
        plan.rest = inner
        continue
      }
      const spelled = spell(field)
      const [from, to] = way === 'spell' ? [field, spelled ?? field] : [spelled ?? field, field]
      if (from !== to || inner) plan.fields.set(from, { to, inner })
      if (way === 'read' && spelled !== undefined && spelled !== field) misspelled.set(field, spelled)
    }
    for (const [field, spelled] of misspelled)
      if (!plan.fields.has(field)) plan.fields.set(field, { to: notSoSpelled(field, spelled) })
  }

  return {
    planOf,
    planOfFields(shape, owner, spell) {
      const plan: ObjectPlan = { kind: 'object', fields: new Map() }
      fill(plan, shape, { owner, spell })
      return plan.fields.size > 0 ? plan : undefined
    },
  }
}

/** Spelled values with those of the document. */
export function readingOf(
  spellings: ReadonlyMap<string, string>,
  misspell: typeof notSoSpelled = notSoSpelled,
): ReadonlyMap<string, string> {
  const reading = new Map<string, string>()
  for (const [name, spelled] of spellings) if (name !== spelled) reading.set(name, misspell(name, spelled))
  for (const [name, spelled] of spellings) reading.set(spelled, name)
  return reading
}

/** The schemas of objects that have something to rename, at any depth. */
function concernedSchemas(spelling: Spelling): ReadonlySet<string> {
  const concerned = new Set<string>()
  const leadsTo = new Map<string, string[]>()
  for (const [name, shape] of Object.entries(shapes.schemas)) {
    if (isEnum(shape)) continue
    for (const [field, node] of Object.entries(shape)) {
      const target = elementOf(node)
      if (typeof target === 'string') leadsTo.set(target, [...(leadsTo.get(target) ?? []), name])
      const isRespelled = field !== '*' && spelling.field(name, field) !== undefined
      const hasValues = typeof target === 'string' && isNamedEnum(target) && spelling.values(target, `${name}.${field}`)
      if (isRespelled || hasValues) concerned.add(name)
    }
  }
  // A set also visits what is added while it is read.
  for (const name of concerned) for (const holder of leadsTo.get(name) ?? []) concerned.add(holder)
  return concerned
}

function isNamedEnum(name: string): boolean {
  const shape = shapes.schemas[name]
  return shape !== undefined && isEnum(shape)
}
