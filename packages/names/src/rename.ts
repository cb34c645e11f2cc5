import type { ObjectPlan, Plan } from './plans.ts'

/** A copy of JSON data in which the planned names are replaced. Parts without any are the same objects. */
export function rename(plan: Plan, value: unknown): unknown {
  if (plan.kind === 'enum') return typeof value === 'string' ? (plan.values.get(value) ?? value) : value
  if (typeof value !== 'object' || value === null) return value
  if (plan.kind === 'list') return Array.isArray(value) ? value.map((element) => rename(plan.element, element)) : value
  return Array.isArray(value) ? value : renameFields(plan, value as Readonly<Record<string, unknown>>)
}

function renameFields({ fields, rest }: ObjectPlan, value: Readonly<Record<string, unknown>>): object {
  const renamed: Record<string, unknown> = {}
  for (const [name, inner] of Object.entries(value)) {
    const field = fields.get(name)
    const plan = field ? field.inner : rest
    set(renamed, field?.to ?? name, plan ? rename(plan, inner) : inner)
  }
  return renamed
}

/** An assignment to `__proto__` would hide the field from those who refuse it. */
function set(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') object[name] = value
  else Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true })
}

/**
 * The same for a text of JSON. A text that is none, or that JSON could not say again, stays as it is: whoever reads it
 * refuses it.
 */
export function renameJson(plan: Plan, text: string): string {
  try {
    const value: unknown = JSON.parse(text)
    return mayBeInfinite.test(text) && hasInfinity(value) ? text : JSON.stringify(rename(plan, value))
  } catch {
    return text
  }
}

const mayBeInfinite = /\d[eE]\+?\d{3}|\d{300}/

function hasInfinity(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isFinite(value)
  return typeof value === 'object' && value !== null && Object.values(value).some(hasInfinity)
}

/** The same for the fields of a query or a form: `filter[email]` is the field `email` of `filter`. */
export function renameQuery(plan: ObjectPlan, text: string): string {
  const renamed = new URLSearchParams()
  for (const [key, value] of new URLSearchParams(text)) {
    const [, name = key, inner] = /^([^[]+)\[([^\]]*)\]$/.exec(key) ?? []
    const field = plan.fields.get(name)
    const to = field?.to ?? name
    const fields = field?.inner?.kind === 'object' ? field.inner.fields : undefined
    if (inner === undefined) renamed.append(to, valueOf(field?.inner, value))
    else renamed.append(`${to}[${fields?.get(inner)?.to ?? inner}]`, valueOf(fields?.get(inner)?.inner, value))
  }
  return renamed.toString()
}

/** A list is a parameter that is given several times. */
function valueOf(plan: Plan | undefined, text: string): string {
  const element = plan?.kind === 'list' ? plan.element : plan
  return element?.kind === 'enum' ? (element.values.get(text) ?? text) : text
}
