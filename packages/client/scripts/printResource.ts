import {
  type OpenApiDocument,
  type OperationEntry,
  type Parameter,
  resolve,
  type Response,
  type Schema,
} from '../../types/scripts/document.ts'
import { comment } from './comment.ts'
import { printExample } from './printExample.ts'
import { printThrows } from './printThrows.ts'
import type { Schemas } from './schemas.ts'

const prefix = '/api/v0/'
/** Verbs that are reserved words in JavaScript, and the names of their functions inside the module. */
const reserved: Readonly<Record<string, string>> = { delete: 'remove', export: 'exportAll', import: 'importAll' }

/** Prints the module of one resource: a declared function per operation, with its input and its errors. */
export function printResource(document: OpenApiDocument, schemas: Schemas, entries: readonly OperationEntry[]): string {
  const imports = {
    schemas: new Set<string>(),
    errors: new Set<string>(),
    operation: new Set<string>(),
    list: new Set<string>(),
    redirect: new Set<string>(),
    text: new Set<string>(),
    form: new Set<string>(),
  }
  const use = (name: string): void => void imports.schemas.add(name)
  const bodies = entries.flatMap((entry) => printOperation({ document, schemas, imports, use }, entry))
  const aliases = entries.flatMap(({ id }) => {
    const [, verb = ''] = id.split('.')
    return verb in reserved ? [`${reserved[verb]} as ${verb}`] : []
  })
  const [
    {
      id: firstId = '',
      operation: {
        tags: [tag],
      },
    },
  ] = entries as [OperationEntry]
  return [
    ...comment([document.tags.find(({ name }) => name === tag)?.description, `@module ${firstId.split('.')[0]}`], ''),
    "import type { CallOptions, Caller } from '../../calls/createTransport.ts'",
    ...importLine(imports.errors, '../../shared/errors.ts'),
    ...importLine(imports.form, '../../calls/form.ts'),
    ...importLine(imports.list, '../../calls/listOperation.ts'),
    ...importLine(imports.operation, '../../calls/operation.ts'),
    ...importLine(imports.redirect, '../../calls/readRedirect.ts'),
    ...importLine(imports.text, '../../calls/readText.ts'),
    ...importLine(new Set([...imports.schemas].map((name) => `type ${name}`)), './schemas.ts'),
    '',
    ...bodies,
    ...(aliases.length > 0 ? [`export { ${aliases.join(', ')} }`, ''] : []),
  ].join('\n')
}

interface Imports {
  schemas: Set<string>
  errors: Set<string>
  operation: Set<string>
  list: Set<string>
  redirect: Set<string>
  text: Set<string>
  form: Set<string>
}

/** A module that is printed, and its sources. */
interface Module {
  document: OpenApiDocument
  schemas: Schemas
  imports: Imports
  /** Imports a schema. */
  use(name: string): void
}

function printOperation(module: Module, entry: OperationEntry): string[] {
  const { document, imports } = module
  const { id, method, path, operation } = entry
  const [, verb = ''] = id.split('.')
  if (!path.startsWith(prefix)) throw new Error(`${id} is not below ${prefix}, where the client looks for it.`)
  const name = reserved[verb] ?? verb
  const title = verb.charAt(0).toUpperCase() + verb.slice(1)
  const replies = Object.entries(operation.responses).map(
    ([status, response]) => [Number(status), resolve<Response>(document, response)] as const,
  )
  const input = printInput(module, entry, `${title}Input`)
  const data = printData(module, replies)
  imports.errors.add('type ApiError')

  const failure = `${title}Error`
  const line = [id, method.toUpperCase(), path.slice(prefix.length), mayBeEmpty(replies) && 'e']
    .filter(Boolean)
    .join(' ')
  const paging = operation['x-paging']
  const traits = traitsOf(entry, replies)
  for (const [module, name] of Object.entries(traits)) if (name) imports[module as keyof typeof traits].add(name)
  const next = paging === 'offset' ? 'NextOffset' : 'NextCursor'
  const item = paging && itemOf(module, entry, replies)
  const call = paging ? `ListCall<${data}, ${item}, ${next}, ${failure}>` : `Call<${data}, ${failure}>`
  for (const name of paging ? ['listOperation', 'type ListCall', `type ${next}`, paging] : []) imports.list.add(name)
  for (const name of paging ? [] : ['operation', 'type Call']) imports.operation.add(name)
  if (!input.lines) imports.operation.add('type NoInput')

  const parameters = ['client: Caller', `input${input.optional ? '?' : ''}: ${input.type}`, 'options?: CallOptions']
  const reader = traits.redirect ?? traits.text ?? (traits.form && 'undefined')
  const traitArguments = [`'${line}'`, reader, traits.form].filter(Boolean)
  return [
    ...(input.lines ? [`/** The input of {@link ${name}}. */`, ...input.lines, ''] : []),
    `/** The refusals of {@link ${name}}; \`body\` narrows by \`status\`. */`,
    `export type ${failure} =`,
    ...printFailures(module, replies),
    '',
    ...comment(docsOf(document, entry, { replies, input, item }), ''),
    `export const ${name}: (${parameters.join(', ')}) => ${call} =`,
    `  /*#__PURE__*/ ${paging ? `listOperation('${line}', ${paging})` : `operation(${traitArguments.join(', ')})`}`,
    '',
  ]
}

interface Input {
  type: string
  lines?: string[]
  optional: boolean
  /** Names of its fields. */
  fields: string[]
}

function printInput({ schemas, use }: Module, { operation, parameters }: OperationEntry, type: string): Input {
  const path = parameters.filter((parameter) => parameter.in === 'path')
  const query = parameters.filter((parameter) => parameter.in === 'query')
  const headers = parameters.filter((parameter) => parameter.in === 'header')
  const [body] = Object.values(operation.requestBody?.content ?? {})
  const field = (
    { name, schema, description = schema.description }: Parameter,
    indent: string,
    optional: boolean,
  ): string[] => schemas.printField(name, { ...schema, description }, { optional, use, direction: 'input', indent })
  const lines = path.flatMap((parameter) =>
    parameter.name === 'environmentId'
      ? [
          ...comment([`${parameter.description?.trim() ?? ''} A UUID.\n@default the client's \`environmentId\``], '  '),
          '  environmentId?: string | undefined',
        ]
      : field(parameter, '  ', false),
  )
  const [queryRequired, headersRequired] = [query, headers].map((list) => list.some((parameter) => parameter.required))
  const group = (name: string, list: readonly Parameter[], required = false): void => {
    if (list.length > 0)
      lines.push(
        `  ${name}${required ? '' : '?'}: {`,
        ...list.flatMap((parameter) => field(parameter, '    ', !parameter.required)),
        required ? '  }' : '  } | undefined',
      )
  }
  group('query', query, queryRequired)
  group('headers', headers, headersRequired)
  const bodyRequired = operation.requestBody?.required === true
  if (body)
    lines.push(
      ...schemas.printField('body', body.schema, { optional: !bodyRequired, use, direction: 'input', indent: '  ' }),
    )
  if (lines.length === 0) return { type: 'NoInput', optional: true, fields: [] }
  const fields = [
    ...path.map(({ name }) => name),
    ...(query.length > 0 ? ['query'] : []),
    ...(headers.length > 0 ? ['headers'] : []),
    ...(body ? ['body'] : []),
  ]
  const optional =
    path.every(({ name }) => name === 'environmentId') && !queryRequired && !headersRequired && !bodyRequired
  return { type, lines: [`export interface ${type} {`, ...lines, '}'], optional, fields }
}

type Replies = ReadonlyArray<readonly [number, Response]>

function printData({ schemas, imports, use }: Module, replies: Replies): string {
  const types = replies
    .filter(([status]) => status < 400)
    .map(([status, response]) => {
      if (status < 300) return schemas.bodyOf(response, use)
      imports.redirect.add('type Redirect')
      return 'Redirect'
    })
  return [...new Set(types)].join(' | ') || 'never'
}

/** Statuses with the same body share a line: the fewer types, the faster a check. */
function printFailures({ schemas, imports, use }: Module, replies: Replies): string[] {
  const byBody = new Map<string, number[]>()
  const failures = replies.filter(([status]) => status >= 400)
  for (const [status, response] of failures) {
    const body = schemas.bodyOf(response, use)
    byBody.set(body, [...(byBody.get(body) ?? []), status])
  }
  const undocumented = schemas.documented.filter((status) => !failures.some(([other]) => other === status))
  imports.schemas.add('OtherStatus')
  return [
    ...[...byBody].map(([body, statuses]) => `  | ApiError<${statuses.join(' | ')}, ${body}>`),
    `  | ApiError<${[...undocumented, 'OtherStatus'].join(' | ')}, unknown>`,
  ]
}

function mayBeEmpty(replies: Replies): boolean {
  return replies.some(([status, { content }]) => status < 300 && !content)
}

/** The modules for operations with other formats than JSON; see `operation`. */
function traitsOf(
  { operation }: OperationEntry,
  replies: Replies,
): Record<'redirect' | 'text' | 'form', string | undefined> {
  const redirects = replies.some(([status]) => status >= 300 && status < 400)
  const isText = replies.some(([status, { content }]) => status < 300 && content && !('application/json' in content))
  const type = Object.keys(operation.requestBody?.content ?? {})[0] ?? 'application/json'
  const isForm = type === 'application/x-www-form-urlencoded'
  if (!isForm && type !== 'application/json') throw new Error(`The client cannot write ${type}.`)
  const redirectReader = isText ? 'readRedirectOrText' : 'readRedirect'
  return {
    redirect: redirects ? redirectReader : undefined,
    text: isText && !redirects ? 'readText' : undefined,
    form: isForm ? 'form' : undefined,
  }
}

/** The type of a paged list's items; the runtime finds the list by being the only array of a page. */
function itemOf({ document, schemas, use }: Module, { id }: OperationEntry, replies: Replies): string {
  const page = replies.find(([status]) => status === 200)?.[1].content?.['application/json']?.schema
  const schema = page && resolve<Schema>(document, page.$ref ? { $ref: page.$ref } : page)
  const lists =
    schema?.type === 'array' ? [schema] : Object.values(schema?.properties ?? {}).filter(({ type }) => type === 'array')
  const [list] = lists
  if (!list?.items || lists.length > 1) throw new Error(`${id} is paged, but its page does not hold exactly one array.`)
  return schemas.typeOf(list.items, use, 'output')
}

function docsOf(
  document: OpenApiDocument,
  entry: OperationEntry,
  { replies, input, item }: { replies: Replies; input: Input; item?: string | undefined },
): string[] {
  const { operation } = entry
  const fields = input.fields.map((name) => `\`${name}\``)
  const parameters = [
    '@param client - Transport or client to call through.',
    `@param input - ${input.lines ? `${fields.join(', ')}; see {@link ${input.type}}.` : 'None. Leave it out, or pass `{}` before options.'}`,
    '@param options - Credential, headers, time limits in milliseconds and abort signal of this call.',
    ...(operation['x-paging'] ? ['@returns One page when awaited, each item of all pages when iterated.'] : []),
    ...printThrows(document, operation, replies),
    printExample(document, entry, item),
    ...(operation.deprecated ? ['@deprecated See above for what to call instead.'] : []),
  ]
  return [
    operation.summary,
    operation.description === operation.summary ? '' : operation.description,
    parameters.join('\n'),
  ]
}

function importLine(names: ReadonlySet<string>, from: string): string[] {
  if (names.size === 0) return []
  const sorted = [...names].sort((a, b) => bare(a).localeCompare(bare(b)))
  const typesOnly = sorted.every((name) => name.startsWith('type '))
  return [`import ${typesOnly ? 'type ' : ''}{ ${(typesOnly ? sorted.map(bare) : sorted).join(', ')} } from '${from}'`]
}

function bare(name: string): string {
  return name.replace(/^type /, '')
}
