import { controlRoutes } from '@latchkey/contract/routes/controlRoutes'
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { describeRoutes } from '../../src/control/http/describeRoutes.ts'

interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required: boolean }[]
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, { schema?: object }>> }
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema: object }>> }>>
}

/** The control interface's description of itself, as far as tests read it. */
export interface ControlDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, object>> }
}

const document = describeRoutes(controlRoutes, 'http://127.0.0.1:4010') as ControlDocument
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
ajv.addSchema(document, 'document')
const validators = new Map<string, ValidateFunction>()

/** Why a reply is not as the document says; null for one that is. */
export function faultsOf(
  key: string,
  { status, body }: { readonly status: number; readonly body?: unknown },
): readonly ErrorObject[] | string | null {
  const [method = '', path = ''] = key.split(' ')
  const response = document.paths[`/${path}`]?.[method.toLowerCase()]?.responses[status]
  if (!response) return `The document has no reply ${status} of ${key}.`
  if (!response.content) return body === undefined ? null : 'The document says that there is no body.'
  const pointer = ['paths', `~1${path.replaceAll('/', '~1')}`, method.toLowerCase(), 'responses', status, 'content']
  const validate =
    validators.get(key) ?? ajv.compile({ $ref: `document#/${[...pointer, 'application~1json', 'schema'].join('/')}` })
  validators.set(key, validate)
  return validate(body) ? null : (validate.errors ?? [])
}
