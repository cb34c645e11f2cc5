import { type Schema, schemaOf30 } from './schemaOf30.ts'
import { each, list, type Node, without, withRules } from './withRules.ts'

const note =
  'This is the same document in OpenAPI 3.0, for tools that do not read 3.1. Webhooks, which 3.0 does not know, are in ' +
  '`x-webhooks`, and patterns that RE2 does not read in `x-pattern`.'

/** Fields that 3.0 does not have, and the version itself. */
const droppedParts = ['openapi', 'jsonSchemaDialect']
const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']
const prefix = '#/components/schemas/'

/**
 * Says in OpenAPI 3.0.3 what a document of 3.1 says, for generators that do not read 3.1. Webhooks are in `x-webhooks`,
 * which ReDoc and others read.
 *
 * @throws Error for a schema that 3.0 has no words for.
 */
export function toOpenApi30(document: object): object {
  const { info, paths = {}, webhooks, components = {}, ...rest } = without(document as Node, droppedParts)
  const parts = without(components as Node, ['pathItems'])
  const schemas = (parts.schemas ?? {}) as Readonly<Record<string, Schema>>
  const schema = (value: unknown) => schemaOf30(value as Schema, (reference) => schemas[reference.slice(prefix.length)])
  const media = (value: unknown) => withRules({ schema, encoding: each(encoding) }, value)
  const parameter = referable({ schema, content: each(media) })
  const encoding = (value: unknown) => withRules({ headers: each(parameter) }, value)
  const response = referable({ headers: each(parameter), content: each(media) })
  const body = referable({ content: each(media) })
  const callback = referable({}, (value) => each(pathItem)(value) as Node)
  const operation = (value: unknown) =>
    withRules(
      { parameters: list(parameter), requestBody: body, responses: each(response), callbacks: each(callback) },
      value,
    )
  const ofMethods = Object.fromEntries(methods.map((method) => [method, operation]))
  const pathItem = (value: unknown): Node => withRules({ parameters: list(parameter), ...ofMethods }, value)
  const ofParts = {
    schemas: each(schema),
    parameters: each(parameter),
    headers: each(parameter),
    responses: each(response),
    requestBodies: each(body),
    callbacks: each(callback),
  }
  return {
    openapi: '3.0.3',
    info: infoOf30(info as Node),
    ...rest,
    paths: each(pathItem)(paths),
    ...(webhooks !== undefined && { 'x-webhooks': each(pathItem)(webhooks) }),
    components: withRules(ofParts, parts),
  }
}

/** A summary and the identifier of a licence are new in 3.1. The list of identifiers has a page for each. */
function infoOf30({ summary, description, license, ...rest }: Node): Node {
  const { identifier, ...named } = (license ?? {}) as Node
  return {
    ...rest,
    description: [summary, description, note].filter((part) => typeof part === 'string').join('\n\n'),
    ...(license !== undefined && {
      license:
        typeof identifier === 'string' ? { ...named, url: `https://spdx.org/licenses/${identifier}.html` } : named,
    }),
  }
}

/** A rule for an object or a reference to one. Beside a reference, 3.0 allows nothing. */
const referable =
  (rules: Parameters<typeof withRules>[0], convert = (value: unknown) => withRules(rules, value)) =>
  (value: unknown): Node => {
    const { $ref } = value as Node
    return typeof $ref === 'string' ? { $ref } : convert(value)
  }
