import type { Method, OperationRequest } from './request.ts'

/** Who calls an operation: the holder of an environment's token, a member of the organization, or a signed-in user. */
type Caller = 'environment' | 'member' | 'user'

const callers: Readonly<Record<string, Caller>> = {
  sdk: 'user',
  organizations: 'member',
  projects: 'member',
  members: 'member',
  invites: 'member',
}

const callerOf = ({ url }: OperationRequest): Caller => callers[url.split('/')[3] ?? ''] ?? 'environment'

const schemes: Readonly<Record<Caller, readonly string[]>> = {
  environment: ['environmentToken', 'memberToken'],
  member: ['memberToken'],
  user: ['userJwt', 'userCookie'],
}

const need: Readonly<Record<Caller, readonly string[]>> = {
  environment: ['x-scope: TODO-scope'],
  member: ['x-role: TODO-role'],
  user: [],
}

const successes: Readonly<Record<Method, number>> = { get: 200, post: 201, put: 200, delete: 204 }

const refusals = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  415: 'UnsupportedMediaType',
  422: 'UnprocessableEntity',
  429: 'TooManyRequests',
  500: 'InternalServerError',
} as const

/** A placeholder starts with `TODO-`, which the rule `no-placeholders` in spec/conventions.mjs refuses. */
const content = (indent: string) => [
  `${indent}content:`,
  `${indent}  application/json:`,
  `${indent}    schema: { $ref: schemas.yaml#/TODO-schema }`,
  `${indent}    example: TODO-example`,
]

/** The operation in its path item, at the indentation that it has there. */
export function printMethod(request: OperationRequest): string {
  const { resource, verb, method, hasBody, parameters } = request
  const caller = callerOf(request)
  const hasIds = parameters.some((parameter) => parameter !== 'environmentId')
  const statuses = [
    ...(hasIds || hasBody ? [400] : []),
    401,
    403,
    ...(hasIds ? [404] : []),
    ...(hasBody ? [415, 422] : []),
    429,
    500,
  ]
  const success = successes[method]
  return [
    `  ${method}:`,
    `    operationId: ${resource}.${verb}`,
    `    tags: [${resource}]`,
    '    summary: TODO-summary',
    '    description: |',
    '      TODO-description',
    ...need[caller].map((line) => `    ${line}`),
    '    security:',
    ...schemes[caller].map((scheme) => `      - ${scheme}: []`),
    ...(hasBody ? ['    requestBody:', '      required: true', ...content('      ')] : []),
    '    responses:',
    `      '${success}':`,
    '        description: TODO-reply',
    ...(success === 204 ? [] : content('        ')),
    ...statuses.map(
      (status) =>
        `      '${status}': { $ref: ../../shared/responses.yaml#/${refusals[status as keyof typeof refusals]} }`,
    ),
    '',
  ].join('\n')
}

/** A path item with only the operation. `references` lead to its path parameters. */
export function printPathItem(request: OperationRequest, references: readonly string[]): string {
  const parameters = references.map((reference) => `    - { $ref: ${reference} }\n`)
  const list = parameters.length > 0 ? `  parameters:\n${parameters.join('')}` : ''
  return `${request.verb}:\n${list}${printMethod(request)}`
}

/** The handler, as a property of the resource's object. */
export function printHandler({ resource, verb }: OperationRequest): string {
  return `  ${verb}() {\n    throw new Error('${resource}.${verb} is not written yet.')\n  },\n`
}

/** The module of a new resource. */
export function printModule(request: OperationRequest): string {
  const { resource } = request
  return [
    "import type { ResourceOperations } from '../operation.ts'",
    '',
    `export const ${resource} = {`,
    `${printHandler(request)}} satisfies ResourceOperations<'${resource}'>`,
    '',
  ].join('\n')
}

const tables: Readonly<Record<Exclude<Caller, 'user'>, readonly [name: string, file: string]>> = {
  environment: ['describeEnvironmentRefusals', 'environmentRefusals'],
  member: ['describeMemberRefusals', 'memberRefusals'],
}

/** The tests of the operation. What it does and what it refuses fails until somebody writes it. */
export function printTest(request: OperationRequest): string {
  const { resource, verb, method, hasBody, parameters } = request
  const id = `${resource}.${verb}`
  const caller = callerOf(request)
  const ids = parameters.filter((parameter) => parameter !== 'environmentId')
  const input = [
    ...(ids.length > 0 ? [`params: { ${ids.map((name) => `${name}: 'TODO-${name}'`).join(', ')} }`] : []),
    ...(hasBody ? ["body: { 'TODO-field': 'TODO-value' }"] : []),
  ]
  const inputWith = (more: readonly string[]) => {
    const fields = [...input, ...more]
    return fields.length > 0 ? `, { ${fields.join(', ')} }` : ''
  }
  const call = inputWith(caller === 'user' ? ["token: 'TODO-token'"] : [])
  const table = caller === 'user' ? undefined : tables[caller]
  const tableInput = input.map((line) =>
    line.startsWith('params') ? line.replace('params: ', 'params: async () => (') + ')' : line,
  )
  return [
    "import { describe, expect, it } from 'vitest'",
    "import { createHost } from '#host'",
    ...(table ? [`import { ${table[0]} } from '../../../test/contract/${table[1]}.ts'`] : []),
    '',
    'const host = createHost()',
    '',
    ...(table
      ? [
          '// Missing and unknown credentials, those of others, unknown and malformed ids, malformed bodies.',
          `${table[0]}(host, { '${id}': { ${tableInput.join(', ')} } })`,
          '',
        ]
      : []),
    `describe('${id}', () => {`,
    "  it('TODO: say what it does', async () => {",
    `    const reply = await host.call('${id}'${call})`,
    `    expect(reply).toMatchObject({ status: ${successes[method]}, body: 'TODO-reply' })`,
    '  })',
    '',
    "  it('TODO: say what it refuses', async () => {",
    `    const refusal = await host.refuse('${id}'${call})`,
    "    expect(refusal).toMatchObject({ status: 422, body: { code: 'TODO-code' } })",
    '  })',
    ...(caller === 'user'
      ? [
          '',
          "  it('refuses a call without a session', async () => {",
          `    expect((await host.refuse('${id}'${inputWith(['token: null'])})).status).toBe(401)`,
          '  })',
        ]
      : []),
    '})',
    '',
  ].join('\n')
}
