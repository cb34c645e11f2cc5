import { defined } from '@latchkey/base/defined'
import { formOf, searchOf } from '@latchkey/base/formFields'
import { didYouMean } from '@latchkey/base/nearest'
import { operationIds } from '@latchkey/contract/operationIds'
import type { OperationId, OperationRow } from '@latchkey/types'
import { operationTable } from '@latchkey/types'
import * as z from 'zod'
import { headersOf, type ReadyCaller, readyCallerOf } from '../control/objects/operationCaller.ts'
import type { Access } from './access.ts'

const scalar = z.union([z.string(), z.number(), z.boolean()])

/** The caller of an operation. */
export const asField = z
  .string()
  .regex(/^(environment|admin|nobody|user:.+)$/)
  .optional()
  .describe(
    'Who calls: "environment" (its API token), "admin" (a member of the organization), "user:<userId>" or "user:<e-mail address>" (signs that user in) or "nobody". Default: by the operation.',
  )

/** The input of a call of any operation. */
export const operationCall = z.strictObject({
  operation: z.string().describe('Id of the operation, such as users.create'),
  params: z
    .record(z.string(), scalar)
    .optional()
    .describe('Parameters of the path. The ids of the sandbox, project and organization are filled in.'),
  query: z.record(z.string(), z.union([scalar, z.array(scalar)])).optional(),
  body: z.unknown().optional(),
  as: asField,
})

type OperationCall = z.output<typeof operationCall>

/** An answer of the service. */
export interface OperationAnswer {
  readonly status: number
  /** As JSON if it is JSON, otherwise as text. */
  readonly body: unknown
}

/**
 * Calls an operation of the service with the credential that the operation needs.
 *
 * @throws TypeError for an id that is not one of an operation, a missing parameter, or a caller that is missing
 */
export async function callOperation(access: Access, call: OperationCall): Promise<OperationAnswer> {
  const { operation: id, params = {}, query = {}, body } = call
  if (!isOperation(id))
    throw new TypeError(`There is no operation "${id}".${didYouMean(id, operationIds)} Use the tool "search".`)
  const row: OperationRow = operationTable[id]
  const defaults = await access.control.call('GET defaults')
  const pathParameters: Readonly<Record<string, unknown>> = {
    environmentId: defaults.environments.sandbox.id,
    organizationId: defaults.organizationId,
    projectId: defaults.projectId,
    ...params,
  }
  const path = row.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = pathParameters[name]
    if (value === undefined) throw new TypeError(`The operation "${id}" needs the parameter "${name}" in \`params\`.`)
    return encodeURIComponent(String(value))
  })
  const headers = await credential(access, {
    id,
    row,
    as: call.as,
    defaults,
    environmentId: String(pathParameters.environmentId),
  })
  const response = await access.send(`${access.url}${path}${searchOf(query)}`, {
    method: row.method,
    headers: {
      ...headers,
      ...defined({ 'content-type': body === undefined ? undefined : (row.body ?? 'application/json') }),
    },
    ...defined({ body: body === undefined ? undefined : bodyOf(row, body) }),
    redirect: 'manual',
  })
  return { status: response.status, body: readBody(await response.text()) }
}

const isOperation = (id: string): id is OperationId => Object.hasOwn(operationTable, id)

interface Credential {
  readonly id: string
  readonly row: OperationRow
  readonly as: string | undefined
  readonly defaults: Awaited<ReturnType<typeof defaultsOf>>
  readonly environmentId: string
}

const defaultsOf = ({ control }: Access) => control.call('GET defaults')

async function credential(
  { control }: Access,
  { id, row, as, defaults, environmentId }: Credential,
): Promise<Record<string, string>> {
  if (as?.startsWith('user:')) {
    const { headers } = await control.call('POST signIn', { userId: as.slice('user:'.length) })
    return { ...headers }
  }
  const caller = (as as ReadyCaller | undefined) ?? readyCallerOf(row)
  if (caller === undefined)
    throw new TypeError(
      `A user calls "${id}": pass \`as: "user:<userId>"\` or \`as: "user:<e-mail address>"\`. The operation users.list has the ids.`,
    )
  return headersOf(caller, { defaults, environmentId })
}

function bodyOf({ body: type }: OperationRow, body: unknown): string {
  return type === 'application/x-www-form-urlencoded' ? formOf(Object(body)) : JSON.stringify(body)
}

function readBody(text: string): unknown {
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
