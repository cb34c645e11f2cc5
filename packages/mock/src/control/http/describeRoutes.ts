import {
  Allowlist,
  AllowlistEntry,
  CryptoPaymentResponse,
  CustomField,
  DeeplinkUrl,
  Gate,
  GlobalWalletConnection,
  HostedOnrampOrder,
  Hostname,
  MessengerUser,
  OriginResponse,
  Provider,
  SdkUser,
  TokenWithRaw,
  User,
  VerifyResponse,
  Wallet,
  Webhook,
} from '@latchkey/types/zod'
import * as z from 'zod'
import { version } from '../../shared/version.ts'
import { idpAccount, settings } from '../objects/inputSchemas.ts'
import { describeStreams } from './describeStreams.ts'
import type { ControlRoute, ControlRoutes, RefusalKind } from './routes/controlRoute.ts'

/** The schemas that the document has once. */
const named = {
  Allowlist,
  AllowlistEntry,
  CryptoPayment: CryptoPaymentResponse,
  CustomField,
  DeeplinkUrl,
  Gate,
  GlobalWalletConnection,
  HostedOnrampOrder,
  Hostname,
  IdpAccount: idpAccount,
  MessengerUser,
  Origin: OriginResponse,
  Provider,
  Settings: settings,
  SdkUser,
  SignIn: VerifyResponse,
  TokenWithRaw,
  User,
  Wallet,
  Webhook,
}
const names = z.registry<{ id: string }>()
for (const [id, schema] of Object.entries(named)) names.add(schema, { id })

type JsonSchema = Readonly<Record<string, unknown>>

/** `GET wallets/embedded/shares` as `getWalletsEmbeddedShares`. */
const operationIdOf = (method: string, path: string) =>
  method.toLowerCase() + path.replace(/(?:^|\/)(.)/g, (_, first: string) => first.toUpperCase())

const error = { $ref: '#/components/responses/Error' }

/** Describes a control interface in OpenAPI 3.1, with the schemas of all that routes read and answer. */
export function describeRoutes(routes: ControlRoutes, baseUrl: string): object {
  const schemas: Record<string, JsonSchema> = {
    Error: {
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
      },
      required: ['error', 'code'],
    },
  }

  /** The JSON Schema of what a route reads, or answers. Schemas with a name go to the components. */
  function toJsonSchema(schema: z.ZodType, isAnswer: boolean): JsonSchema {
    const {
      $schema: _,
      $defs,
      ...json
    } = z.toJSONSchema(schema, {
      io: 'input',
      unrepresentable: 'any',
      metadata: names,
      override({ jsonSchema }) {
        // A list that nobody changes is a list for those who read it.
        delete jsonSchema.readOnly
        // A later version may answer more.
        if (isAnswer && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
      },
    })
    for (const [name, definition] of Object.entries($defs ?? {})) schemas[name] = inComponents(definition)
    return inComponents(json)
  }

  const paths: Record<string, Record<string, object>> = {}
  for (const [key, route] of Object.entries(routes)) {
    const [method = '', path = ''] = key.split(' ')
    paths[`/${path}`] = { ...paths[`/${path}`], [method.toLowerCase()]: operation(key, route) }
  }

  function operation(key: string, { summary, input, output }: ControlRoute): object {
    const [method = '', path = ''] = key.split(' ')
    const schema = input && toJsonSchema(input, false)
    const success = output
      ? { 200: { description: 'Success.', content: { 'application/json': { schema: toJsonSchema(output, true) } } } }
      : { 204: { description: 'Success, without a body.' } }
    return {
      operationId: operationIdOf(method, path),
      tags: path.split('/', 1),
      summary,
      ...(method === 'GET' && schema && { parameters: parametersOf(schema) }),
      // A POST without input also needs the content type.
      ...(method === 'POST' && {
        requestBody: { required: schema !== undefined, content: { 'application/json': schema ? { schema } : {} } },
      }),
      responses: { ...success, 400: error, 403: error, ...(method === 'POST' && { 415: error }), default: error },
    }
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
    // Callers of the same machine need no token.
    security: [{}, { controlToken: [] }],
    paths: { ...paths, ...describeStreams() },
    components: {
      schemas,
      responses: {
        Error: {
          description:
            'A refusal. 400: the input is invalid, or the function was used in a wrong way. 403: a page of another ' +
            'origin, or a webhook, may not control the mock. 415: a POST without `content-type: application/json`. ' +
            'Others: a rule of the service refuses it.',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      },
      securitySchemes: {
        controlToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'The control token of the server, for callers of other machines.',
        },
      },
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

/** The same schema, with references to the components. */
function inComponents(schema: object): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as JsonSchema
}
