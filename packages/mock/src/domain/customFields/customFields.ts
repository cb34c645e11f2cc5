import { defined } from '@latchkey/base/defined'
import { newRecord } from '@latchkey/base/newRecord'
import type { components } from '@latchkey/types'
import type { CustomField } from '../../store/records.ts'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'
import { withRegex } from '../shared/regex.ts'
import { isSameJson } from '../shared/sameJson.ts'
import { assertValidationRules, faultOf } from './customFieldRules.ts'

type Schemas = components['schemas']

/** The custom fields of an environment, enabled or not, in the order of their positions. */
export function customFieldsOf({ store }: Pick<Backend, 'store'>, environmentId: string): CustomField[] {
  return [...store.customFields.scan('byEnvironment', [environmentId])]
}

/** Runs work that checks values of fields, at once unless a field has a pattern and none was compiled before. */
export function withCustomFields<T>(
  backend: Pick<Backend, 'store'>,
  environmentId: string,
  work: () => T,
): T | Promise<T> {
  const fields = [
    ...customFieldsOf(backend, environmentId),
    ...(backend.store.environments.get(environmentId)?.settings.kyc ?? []),
  ]
  return fields.some(({ validationRules }) => validationRules?.regex) ? withRegex(work) : work()
}

/**
 * Adds a field to the profile of all users of the environment; a pattern needs {@link withRegex} around the call.
 *
 * @throws {@link DomainError} `invalidRegex`, `repeatedOptions`, `invalidPosition`, `customFieldExists`;
 * `customFieldNotUnique` where users share a value already
 */
export function createCustomField(
  backend: Backend,
  environmentId: string,
  input: Schemas['CustomFieldRequest'],
): CustomField {
  const field: CustomField = { ...newRecord(backend), environmentId, key: keyFrom(input.name), ...input }
  assertField(backend, field)
  return backend.store.customFields.insert(field)
}

/**
 * Replaces everything of a field except its key. Users keep their values; new rules apply when a value is changed next.
 * A pattern needs {@link withRegex} around the call.
 *
 * @returns The same record where nothing is different.
 * @throws {@link DomainError} as {@link createCustomField}; `invalidUpdate` for a type that present values do not fit
 */
export function updateCustomField(
  backend: Backend,
  field: CustomField,
  input: Schemas['CustomFieldRequest'],
): CustomField {
  const { validationRules: _, ...otherFields } = field
  const changed: CustomField = { ...otherFields, ...input }
  if (isSameJson(field, changed)) return field
  assertField(backend, changed, field)
  if (changed.fieldType !== field.fieldType) {
    const isFitting = (value: unknown) => faultOf(changed.fieldType, value, changed.validationRules) === undefined
    assert(valuesOf(backend, changed).every(isFitting), 'invalidUpdate', {
      message: 'Users have values that do not fit this type of field.',
    })
  }
  return backend.store.customFields.put(changed)
}

/** Removes a field from the profile. Users keep its values in their metadata. */
export function deleteCustomField({ store }: Backend, { id }: CustomField): void {
  store.customFields.delete(id)
}

function assertField(backend: Backend, field: CustomField, before?: CustomField) {
  assert(field.position >= 0, 'invalidPosition')
  assertValidationRules(field.validationRules)
  const others = customFieldsOf(backend, field.environmentId).filter(({ id }) => id !== field.id)
  assert(
    others.every(({ name }) => name !== field.name),
    'customFieldExists',
  )
  if (!keepsUnique(field) || (before && keepsUnique(before))) return
  const values = valuesOf(backend, field)
  assert(new Set(values).size === values.length, 'customFieldNotUnique', {
    message: 'Two users have the same value in this field already.',
  })
}

/** The values that users have for a field. */
function valuesOf({ store }: Backend, { environmentId, key }: CustomField): unknown[] {
  const users = [...store.users.scan('byCreatedAt', [environmentId])]
  return users.flatMap(({ metadata }) =>
    metadata && Object.hasOwn(metadata, key) && !isEmptyValue(metadata[key]) ? [metadata[key]] : [],
  )
}

/** Whether the values of a field must be unique. Checkboxes cannot be unique. */
function keepsUnique({ enabled, fieldType, validationRules }: CustomField): boolean {
  return enabled && fieldType !== 'checkbox' && validationRules?.unique === true
}

/**
 * Checks values for custom fields, and ignores keys without a custom field. Null, undefined and an empty text remove a
 * value, which is always accepted. Called inside of {@link withCustomFields}.
 *
 * @param input.values - By the fields' keys.
 * @param input.userId - The user who gets the values and may keep a unique one; absent for a new user.
 * @throws {@link DomainError} `invalidMetadata`, `customFieldNotUnique`
 */
export function validateCustomFields(
  backend: Pick<Backend, 'store'>,
  environmentId: string,
  { values, userId }: { readonly values: Readonly<Record<string, unknown>>; readonly userId?: string | undefined },
): void {
  for (const field of customFieldsOf(backend, environmentId)) {
    const value = Object.hasOwn(values, field.key) ? values[field.key] : undefined
    if (!field.enabled || isEmptyValue(value)) continue
    const fault = faultOf(field.fieldType, value, field.validationRules)
    assert(fault === undefined, 'invalidMetadata', { message: `${field.key} ${fault}.` })
    if (keepsUnique(field)) assertUnique(backend, field, { value, userId })
  }
}

/**
 * Checks values of standard fields whose settings have rules. Called inside of {@link withCustomFields}.
 *
 * @param values - By the names of the fields.
 * @throws {@link DomainError} `invalidMetadata`
 */
export function validateStandardFields(
  { store }: Pick<Backend, 'store'>,
  environmentId: string,
  values: Readonly<Record<string, unknown>>,
): void {
  for (const {
    name,
    enabled,
    validationRules,
    validationType = validationRules?.validOptions ? 'select' : 'text',
  } of store.environments.get(environmentId)?.settings.kyc ?? []) {
    if (!enabled || !validationRules || !Object.hasOwn(values, name) || isEmptyValue(values[name])) continue
    const fault = faultOf(validationType, values[name], validationRules)
    assert(fault === undefined, 'invalidMetadata', { message: `${name} ${fault}.` })
  }
}

/** Whether a profile counts as having no value there. */
export function isEmptyValue(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

/** A custom field as replies about fields show it. */
export function presentCustomField({
  id,
  key,
  name,
  enabled,
  required,
  fieldType,
  validationRules,
  position,
}: CustomField): Schemas['CustomField'] {
  return defined({ id, key, name, enabled, required, fieldType, validationRules, position })
}

/** The key of a field in camel case: `Employee number` becomes `employeeNumber`. Only letters and digits are kept. */
function keyFrom(name: string): string {
  const [first = 'field', ...rest] = name.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const key = [lowerFirst(first), ...rest.map((word) => word.replace(/^./u, (letter) => letter.toUpperCase()))].join('')
  // `constructor` and the like are on every object, so that a missing value would seem to be there.
  return key in {} ? `${key}Field` : key
}

/** A word in capitals, such as `ID`, is lowered as a whole. */
function lowerFirst(word: string): string {
  return word === word.toUpperCase() ? word.toLowerCase() : word.replace(/^./u, (letter) => letter.toLowerCase())
}

function assertUnique(
  { store }: Pick<Backend, 'store'>,
  { environmentId, key }: CustomField,
  { value, userId }: { readonly value: unknown; readonly userId: string | undefined },
) {
  for (const { id, metadata } of store.users.scan('byCreatedAt', [environmentId])) {
    const isTaken = id !== userId && metadata !== undefined && Object.hasOwn(metadata, key) && metadata[key] === value
    assert(!isTaken, 'customFieldNotUnique', { message: `${key} must be a value that no other user has.` })
  }
}
