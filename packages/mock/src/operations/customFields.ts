import { createCustomField, customFieldsOf, presentCustomField } from '../domain/customFields.ts'
import { touchEnvironment } from '../domain/environments.ts'
import { withRegex } from '../domain/regex.ts'
import type { ResourceOperations } from './operation.ts'

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
} satisfies ResourceOperations<'customFields'>
