import { defined } from '@latchkey/base/defined'
import type { ControlRoutes, RefusalKind } from '@latchkey/contract/routes/controlRoute'
import { version } from '../../effects/version.ts'
import { describedInput } from './describedInput.ts'
import { describeSchemas, type JsonSchema } from './describeSchemas.ts'
import { describeStreams } from './describeStreams.ts'

/** `GET wallets/embedded/shares` as `getWalletsEmbeddedShares`. */
const operationIdOf = (method: string, path: string) =>
  method.toLowerCase() + path.replace(/(?:^|\/)(.)/g, (_, first: string) => first.toUpperCase())

const error = { $ref: '#/components/responses/Error' }

const errorSchema: JsonSchema = {
  type: 'object',
  properties: {
    error: { type: 'string', description: 'What is wrong, as a sentence.' },
    code: { type: 'string', description: 'Stays the same when the sentence changes.' },
    kind: {
      enum: ['input', 'use', 'rule'] satisfies RefusalKind[],
      description:
        'Why a route refuses. `input`: it does not fit the schema. `use`: the function was used in a wrong way. ' +
        '`rule`: a rule of the service refuses it.',
    },
    ofFunction: {
      type: 'string',
      description: 'With `use`: the sentence of the function in JavaScript, which names functions instead of routes.',
    },
  },
  required: ['error', 'code'],
}

const components = {
  responses: {
    Error: {
      description:
        'A refusal. 400: the input is invalid, or the function was used in a wrong way. 401: the server has a control ' +
        'token, which the caller has not sent. 403: callers of other machines or through a proxy, pages of other ' +
        'origins, and webhooks may not control the mock. 415: a POST without `content-type: application/json`. ' +
        'Others: a rule of the service refuses it.',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  },
  securitySchemes: {
    controlToken: {
      type: 'http',
      scheme: 'bearer',
      description: 'The control token of the server, if it has one.',
    },
  },
}

/** Describes a control interface in OpenAPI 3.1, with the schemas of all that routes read and answer. */
export function describeRoutes(routes: ControlRoutes, baseUrl: string): object {
  const all = Object.values(routes)
  const describedInputs = new Map(Object.entries(routes).map(([key, route]) => [route, describedInput(key, route)]))
  const inputs = describeSchemas(
    [...describedInputs.values()].flatMap((input) => input ?? []),
    false,
  )
  const outputs = describeSchemas(
    all.flatMap(({ output }) => output ?? []),
    true,
  )
  const paths: Record<string, Record<string, object>> = {}
  for (const [key, route] of Object.entries(routes)) {
    const { summary, output } = route
    const input = describedInputs.get(route)
    const [method = '', path = ''] = key.split(' ')
    const described = {
      method,
      path,
      summary,
      input: input && inputs.schemaOf(input),
      output: output && outputs.schemaOf(output),
    }
    paths[`/${path}`] = { ...paths[`/${path}`], [method.toLowerCase()]: describeOperation(described) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Control interface of the mock',
      version,
      description: 'The functions of the control object, for other processes.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${baseUrl}/__mock/v1` }],
    // Callers of the same machine need none, if the server has none.
    security: [{}, { controlToken: [] }],
    paths: { ...paths, ...describeStreams() },
    components: { schemas: { Error: errorSchema, ...outputs.components }, ...components },
  }
}

interface DescribedRoute {
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly input: JsonSchema | undefined
  readonly output: JsonSchema | undefined
}

function describeOperation({ method, path, summary, input, output }: DescribedRoute): object {
  const success = output
    ? { 200: { description: 'Success.', content: { 'application/json': { schema: output } } } }
    : { 204: { description: 'Success, without a body.' } }
  return {
    operationId: operationIdOf(method, path),
    tags: path.split('/', 1),
    summary,
    ...defined({ parameters: method === 'GET' && input ? parametersOf(input) : undefined }),
    // A POST without input also needs the content type.
    ...defined({
      requestBody:
        method === 'POST'
          ? { required: !!input, content: { 'application/json': input ? { schema: input } : {} } }
          : undefined,
    }),
    responses: {
      ...success,
      400: error,
      403: error,
      ...defined({ 415: method === 'POST' ? error : undefined }),
      default: error,
    },
  }
}

function parametersOf({ properties = {}, required = [] }: JsonSchema): object[] {
  return Object.entries(properties as Record<string, object>).map(([name, schema]) => ({
    name,
    in: 'query',
    required: (required as string[]).includes(name),
    schema,
  }))
}
