import { formOf, searchOf } from '@latchkey/base/formFields'
import { isNumber, type Operation, type Parameter } from './operationsOf.ts'

/** A call of an operation, as the form has it. */
export interface OperationCall {
  readonly params: Readonly<Record<string, string>>
  /** By names of parameters; fields of an object as `filter[value]`. An empty text is not sent. */
  readonly query: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
  /** JSON, also where it is sent as a form. `undefined` for an operation without a body. */
  readonly body: string | undefined
}

/** An id that no record has. */
const nobodysId = '01938c5e-0000-7000-8000-000000000000'

/** The call that an operation's form begins with: its example, and the ids that are there. */
export function exampleCall(operation: Operation, ids: Readonly<Record<string, string | undefined>>): OperationCall {
  const ofKind = (kind: Parameter['in']) => operation.parameters.filter((parameter) => parameter.in === kind)
  const { body } = operation
  return {
    params: Object.fromEntries(
      ofKind('path').map((parameter) => [parameter.name, ids[parameter.name] ?? valueFor(parameter)]),
    ),
    query: Object.fromEntries(
      ofKind('query').flatMap((parameter) =>
        fieldsOf(parameter).map((field) => [field, parameter.required ? valueFor(parameter, field) : '']),
      ),
    ),
    headers: Object.fromEntries(ofKind('header').map(({ name }) => [name, ''])),
    body: body && JSON.stringify(body.example, null, 2),
  }
}

/** The fields of a form for a parameter: several for an object. */
export function fieldsOf({ name, schema }: Parameter): readonly string[] {
  return schema.properties ? Object.keys(schema.properties).map((field) => `${name}[${field}]`) : [name]
}

/** Examples of parameters whose schemas say less than their names. */
const byName: Readonly<Record<string, string>> = {
  chain: 'EVM',
  chainName: 'EVM',
  walletAddress: '0x8ba1f109551bD432803012645Ac136ddd64DBA72',
  accountAddress: '0x8ba1f109551bD432803012645Ac136ddd64DBA72',
  'filter[field]': 'username',
}

function valueFor({ name, schema }: Parameter, field = name): string {
  const example = byName[field]
  if (example !== undefined) return example
  if (schema.enum) return String(schema.enum[0])
  if (schema.format === 'date') return '2026-01-01'
  if (schema.format === 'email') return 'ada@example.com'
  if (schema.type === 'boolean') return 'true'
  if (isNumber(schema)) return '1'
  return name.endsWith('Id') ? nobodysId : 'example'
}

/** The path and query of a call. A list is entered with commas. */
export function targetOf({ path, parameters }: Operation, { params, query }: OperationCall): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  return filled + searchOf(sentQuery(parameters, query))
}

/** The query by names of parameters, without those that were left empty. */
export function sentQuery(
  parameters: readonly Parameter[],
  query: OperationCall['query'],
): Readonly<Record<string, unknown>> {
  const sent: Record<string, unknown> = {}
  for (const parameter of parameters.filter((candidate) => candidate.in === 'query')) {
    const { name, schema } = parameter
    const values = fieldsOf(parameter).flatMap((field) => (query[field] ? [[field, query[field]] as const] : []))
    if (values.length === 0) continue
    if (schema.properties)
      sent[name] = Object.fromEntries(values.map(([field, value]) => [field.slice(name.length + 1, -1), value]))
    else sent[name] = typed(schema.type, values[0]?.[1] ?? '')
  }
  return sent
}

/** Text that is no such value stays text, so that the service refuses it. */
function typed(type: unknown, text: string): unknown {
  if (type === 'array') return text.split(',').map((item) => item.trim())
  if (type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true'
  if ((type === 'integer' || type === 'number') && text.trim() !== '' && Number.isFinite(Number(text)))
    return Number(text)
  return text
}

/** The headers that were filled in. */
export const sentHeaders = ({ headers }: OperationCall): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''))

/** The text of the body as it is sent. @throws TypeError for a body that is not JSON */
export function bodyTextOf({ body: documented }: Operation, { body }: OperationCall): string | undefined {
  if (!documented || body === undefined || body.trim() === '') return undefined
  const value = readJson(body)
  return documented.type === 'application/x-www-form-urlencoded' ? formOf(Object(value)) : JSON.stringify(value)
}

/** @throws TypeError in the form of refusals, so that the field shows it */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new TypeError('body: must be JSON.')
  }
}
