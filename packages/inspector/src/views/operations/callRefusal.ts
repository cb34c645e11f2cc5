import { formRefusalOf } from '../../formRefusal.ts'
import { formFieldsOf } from './bodyForm.ts'
import { fieldsOf } from './operationCall.ts'
import type { OpenApiDocument, Operation } from './operationsOf.ts'
import { readReply, type Reply } from './readReply.ts'

/** Why a call was refused: sentences by the names of fields. */
export interface CallRefusal {
  /** By {@link nameInRefusals}. */
  readonly parameters: Readonly<Record<string, string>>
  /** By paths, their names joined by dots. */
  readonly body: Readonly<Record<string, string>>
}

/** The name of a parameter's field in sentences of the service: `'filter.value'` for `filter[value]`. */
export const nameInRefusals = (field: string): string => field.replace(/\[([^[\]]*)\]$/, '.$1')

/** Finds the fields of a call that a refusal names. A refusal that names none is only in the reply. */
export function callRefusalOf(operation: Operation, document: OpenApiDocument, reply: Reply | undefined): CallRefusal {
  if (!reply || reply.status < 400) return { parameters: {}, body: {} }
  const { error, code } = Object(readReply(reply.text)) as { error?: unknown; code?: string }
  const refusal = { message: typeof error === 'string' ? error : '', code }
  const ofBody = operation.body ? formFieldsOf(document, operation.body.schema).map(({ path }) => path.join('.')) : []
  const ofParameters = operation.parameters.flatMap(fieldsOf).map(nameInRefusals)
  return {
    parameters: formRefusalOf(refusal, { names: ofParameters }).fields,
    body: formRefusalOf(refusal, { names: ofBody }).fields,
  }
}
