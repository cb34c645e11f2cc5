import {
  createCustomField,
  customFieldsOf,
  deleteCustomField,
  presentCustomField,
  updateCustomField,
} from '../../domain/customFields/customFields.ts'
import { touchEnvironment } from '../../domain/environments/environments.ts'
import { reachable } from '../../domain/shared/recordGuards.ts'
import { withRegex } from '../../domain/shared/regex.ts'
import type { ResourceOperations } from '../operation.ts'

export const customFields = {
  list({ params, backend }) {
    return { status: 200, body: customFieldsOf(backend, params.environmentId).map(presentCustomField) }
  },
  create({ params, body, backend }) {
    return withRegex(() => {
      const field = createCustomField(backend, params.environmentId, body)
      touchEnvironment(backend, params.environmentId)
      return { status: 201, body: presentCustomField(field) }
    })
  },
  get({ params, caller, backend }) {
    return {
      status: 200,
      body: presentCustomField(reachable(caller, backend.store.customFields.get(params.customFieldId), 'custom field')),
    }
  },
  update({ params, body, caller, backend }) {
    return withRegex(() => {
      const before = reachable(caller, backend.store.customFields.get(params.customFieldId), 'custom field')
      const field = updateCustomField(backend, before, body)
      if (field !== before) touchEnvironment(backend, field.environmentId)
      return { status: 200, body: presentCustomField(field) }
    })
  },
  delete({ params, caller, backend }) {
    const field = reachable(caller, backend.store.customFields.get(params.customFieldId), 'custom field')
    deleteCustomField(backend, field)
    touchEnvironment(backend, field.environmentId)
    return { status: 204 }
  },
} satisfies ResourceOperations<'customFields'>
