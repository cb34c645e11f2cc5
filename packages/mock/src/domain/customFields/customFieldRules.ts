import type { components } from '@latchkey/types'
import type { CustomField } from '../../store/records.ts'
import { assert } from '../shared/errors.ts'
import { compileRegex } from '../shared/regex.ts'

type Schemas = components['schemas']
type ValidationRules = Schemas['ValidationRules']

/**
 * Refuses rules that cannot be applied; a pattern needs `withRegex` around the call.
 *
 * @throws {@link DomainError} `invalidRegex`, `repeatedOptions`
 */
export function assertValidationRules({ regex, validOptions = [] }: ValidationRules = {}): void {
  if (regex) assert(compileRegex(regex), 'invalidRegex')
  assert(isDistinct(validOptions.map(({ label }) => label)) && isDistinct(validOptions.map(keyOf)), 'repeatedOptions')
}

/**
 * The broken rule of a value, as the end of a sentence; `undefined` for a valid value. A pattern needs `withRegex`
 * around the call.
 */
export function faultOf(
  fieldType: CustomField['fieldType'],
  value: unknown,
  rules: ValidationRules = {},
): string | undefined {
  return checks[fieldType](value, rules)
}

const checks: Record<CustomField['fieldType'], (value: unknown, rules: ValidationRules) => string | undefined> = {
  text(value, { regex }) {
    if (typeof value !== 'string') return 'must be a text'
    return !regex || compileRegex(regex)?.test(value) ? undefined : 'must match the pattern of the field'
  },
  checkbox: (value) => (typeof value === 'boolean' ? undefined : 'must be true or false'),
  select: (value, { validOptions = [] }) =>
    validOptions.some((option) => keyOf(option) === value) ? undefined : 'must be one of the options of the field',
}

function keyOf({ key, label }: Schemas['CustomFieldValidValue']): string {
  return key ?? label
}

/** Whether every value is different. */
export function isDistinct(values: readonly unknown[]): boolean {
  return new Set(values).size === values.length
}
