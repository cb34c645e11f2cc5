import { defined } from '@latchkey/base/defined'
import type { components } from '@latchkey/types'
import type { CustomField, User } from '../../store/records.ts'
import type { Backend } from '../shared/backend.ts'
import { customFieldsOf } from './customFields.ts'

type MissingField = components['schemas']['MissingField']

/** The enabled required fields, standard and custom, that are empty in the user's profile, in the order of a form. */
export function missingFieldsOf(backend: Backend, user: User): MissingField[] {
  const kyc = backend.store.environments.get(user.environmentId)?.settings.kyc ?? []
  const standard = kyc.filter((field) => isAsked(field) && isEmpty(valueOf(user, field.name)))
  const custom = customFieldsOf(backend, user.environmentId).filter(
    (field) => isAsked(field) && isEmpty(user.metadata?.[field.key]),
  )
  return [...standard, ...custom.map(presentMissingCustomField)]
}

/** A custom field in the form of a standard field. */
export function presentMissingCustomField({
  name,
  fieldType,
  validationRules,
  required,
  enabled,
  position,
}: CustomField): MissingField {
  return defined({
    name,
    label: name,
    type: 'custom' as const,
    validationType: fieldType,
    validationRules,
    required,
    enabled,
    unique: validationRules?.unique ?? false,
    verify: false,
    position,
  })
}

function isAsked({ enabled, required }: { readonly enabled: boolean; readonly required: boolean }): boolean {
  return enabled && required
}

function valueOf(user: User, name: string): unknown {
  return Object.hasOwn(user, name) ? user[name as keyof User] : undefined
}

/** A checkbox that must be ticked, such as the consent to the terms, counts as empty until it is ticked. */
function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || value === false
}
