import type { components } from '@latchkey/types'
import { type Backend, newRecord } from '../backend.ts'
import type { CustomField } from '../store/records.ts'
import { assert } from './errors.ts'
import { compileRegex, withRegex } from './regex.ts'

type Schemas = components['schemas']

/** The custom fields of an environment, enabled or not, in the order of their positions. */
export function customFieldsOf({ store }: Pick<Backend, 'store'>, environmentId: string): CustomField[] {
  return [...store.customFields.scan('byEnvironment', [environmentId])]
}

/** Runs work that checks values of custom fields, at once unless a field has a pattern and none was compiled before. */
export function withCustomFields<T>(backend: Pick<Backend, 'store'>, environmentId: string, work: () => T): T | Promise<T> {
  return customFieldsOf(backend, environmentId).some(({ validationRules }) => validationRules?.regex) ? withRegex(work) : work()
}

/**
 * Adds a field to the profile of all users of the environment; a pattern needs {@link withRegex} around the call.
 *
 * @throws {@link DomainError} `invalidRegex`, `repeatedOptions`, `invalidPosition`, `customFieldExists`
 */
export function createCustomField(backend: Backend, environmentId: string, input: Schemas['CustomFieldRequest']): CustomField {
  const { regex, validOptions = [] } = input.validationRules ?? {}
  assert(input.position >= 0, 'invalidPosition')
  if (regex) assert(compileRegex(regex), 'invalidRegex')
  assert(isDistinct(validOptions.map(({ label }) => label)) && isDistinct(validOptions.map(keyOf)), 'repeatedOptions')
  return backend.store.customFields.insert({ ...newRecord(backend), environmentId, key: keyFrom(input.name), ...input })
}

/**
 * Checks values that a user is given for custom fields; keys that are no custom field's are not looked at. Null,
 * undefined and an empty text take a value away, which is always accepted. Called inside of {@link withCustomFields}.
 *
 * @param values - By the fields' keys.
 * @param userId - Who is given the values, so that a unique value may be kept; absent for a new user.
 * @throws {@link DomainError} `invalidMetadata`, `customFieldNotUnique`
 */
export function validateCustomFields(backend: Pick<Backend, 'store'>, environmentId: string, values: Readonly<Record<string, unknown>>, userId?: string): void {
  for (const field of customFieldsOf(backend, environmentId)) {
    const value = Object.hasOwn(values, field.key) ? values[field.key] : undefined
    if (!field.enabled || isEmptyValue(value)) continue
    const fault = checks[field.fieldType](value, field.validationRules ?? {})
    assert(fault === undefined, 'invalidMetadata', { message: `${field.key}: ${fault}.` })
    if (field.validationRules?.unique && field.fieldType !== 'checkbox') assertUnique(backend, field, value, userId)
  }
}

/** Whether a profile counts as having no value there. */
export function isEmptyValue(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

/** A custom field as replies about fields show it. */
export function presentCustomField({ id, key, name, enabled, required, fieldType, validationRules, position }: CustomField): Schemas['CustomField'] {
  return { id, key, name, enabled, required, fieldType, validationRules, position }
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

/** By type of field: what is wrong with a value, as the end of a sentence. */
const checks: Record<CustomField['fieldType'], (value: unknown, rules: Schemas['ValidationRules']) => string | undefined> = {
  text(value, { regex }) {
    if (typeof value !== 'string') return 'must be a text'
    return !regex || compileRegex(regex)?.test(value) ? undefined : 'does not match the pattern of the field'
  },
  checkbox: (value) => (typeof value === 'boolean' ? undefined : 'must be true or false'),
  select: (value, { validOptions = [] }) => (validOptions.some((option) => keyOf(option) === value) ? undefined : 'must be one of the options of the field'),
}

function assertUnique({ store }: Pick<Backend, 'store'>, { environmentId, key }: CustomField, value: unknown, userId: string | undefined) {
  for (const { id, metadata } of store.users.scan('byCreatedAt', [environmentId])) {
    const isTaken = id !== userId && metadata !== undefined && Object.hasOwn(metadata, key) && metadata[key] === value
    assert(!isTaken, 'customFieldNotUnique', { message: `${key}: another user has this value.` })
  }
}

function keyOf({ key, label }: Schemas['CustomFieldValidValue']): string {
  return key ?? label
}

function isDistinct(texts: readonly string[]): boolean {
  return new Set(texts).size === texts.length
}
