import { type FormField, formFieldsOf, valueAt, withValue } from '../../operations/bodyForm.ts'
import type { OpenApiDocument, Operation } from '../../operations/operationsOf.ts'
import { groupOf, type SettingGroup } from './settingGroups.ts'

/** A body of settings, by sections. */
export type Settings = Readonly<Record<string, unknown>>

interface Documented {
  readonly document: OpenApiDocument
  readonly operations: readonly Operation[]
}

/** The fields of all settings, by the document. Objects in objects have fields of their own, however deep. */
export function settingFieldsOf({ document, operations }: Documented): readonly FormField[] {
  const update = operations.find(({ id }) => id === 'environments.update')
  return update?.body ? formFieldsOf(document, update.body.schema, { deepest: Number.POSITIVE_INFINITY }) : []
}

/** The fields of a group. Those that are deprecated have a successor there. */
export const fieldsOfGroup = (fields: readonly FormField[], group: SettingGroup): readonly FormField[] =>
  fields.filter(({ path, schema }) => schema.deprecated !== true && groupOf(path.join('.')) === group)

/** How a setting is shown in one line: `'security.jwtDuration.unit hours'`; empty for one that is not set. */
export function settingText(settings: Settings, { path }: FormField): string {
  const value = valueAt(settings, path)
  if (value === undefined || value === null || value === '') return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return `${path.at(-1)} ${text}`
}

/** A setting is never removed: an emptied one is null where that is allowed, and otherwise an empty text. */
export function withSetting(settings: Settings, field: FormField, entered: string): Settings {
  const { path, schema, isNullable } = field
  if (entered.trim() !== '') return withValue(settings, field, entered)
  if (isNullable) return put(settings, path, null)
  return schema.type === 'string' && !schema.enum ? put(settings, path, '') : settings
}

function put(settings: Settings, [name = '', ...rest]: readonly string[], value: unknown): Settings {
  const inner = rest.length === 0 ? value : put(Object(settings[name]) as Settings, rest, value)
  return { ...settings, [name]: inner }
}

/** The settings that were changed, as a body with nothing else but what the objects around them have to have. */
export function changedSettings(fields: readonly FormField[], before: Settings, after: Settings): Settings {
  const changed = fields.filter(
    ({ path }) => JSON.stringify(valueAt(after, path)) !== JSON.stringify(valueAt(before, path)),
  )
  const parents = new Set(changed.flatMap(({ path }) => path.map((_, index) => path.slice(0, index).join('.'))))
  const isSent = (field: FormField) =>
    changed.includes(field) || (field.isRequired && parents.has(field.path.slice(0, -1).join('.')))
  let body: Settings = {}
  for (const { path } of fields.filter(isSent)) {
    const value = valueAt(after, path)
    if (value !== undefined) body = put(body, path, value)
  }
  return body
}
