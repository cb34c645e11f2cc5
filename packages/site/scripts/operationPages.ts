import { printExample } from '../../client/scripts/printExample.ts'
import evidenceById from '../../mock/evidence.json' with { type: 'json' }
import { listOperations, type OpenApiDocument, type OperationEntry, type Schema } from '../../types/scripts/document.ts'
import type { EvidenceById } from '../../types/scripts/supportedPage.ts'
import { describeFields, limitsOf, typeOf } from './describeSchema.ts'
import { codeBlock, escapeText, page, table, tryBlock, tryFile } from './markdown.ts'
import { exampleOf } from './operationExample.ts'
import { codesOf, describeParameters, repliesOf } from './operationParts.ts'
import { anchorOf, type SchemaPlaces } from './schemaPlaces.ts'

interface Context {
  readonly document: OpenApiDocument
  readonly places: SchemaPlaces
}

/** The operations of each resource, in the order of the document's tags. */
export function byResource(document: OpenApiDocument): ReadonlyMap<string, readonly OperationEntry[]> {
  const entries = listOperations(document)
  return new Map(
    document.tags
      .map(({ name }) => [name, entries.filter(({ operation }) => operation.tags[0] === name)] as const)
      .filter(([, entries]) => entries.length > 0),
  )
}

/** A page for each resource, one for the schemas that several share, and their index. */
export async function operationPages(
  document: OpenApiDocument,
  resources: ReadonlyMap<string, readonly OperationEntry[]>,
  places: SchemaPlaces,
): Promise<ReadonlyMap<string, string>> {
  const context = { document, places }
  const pages = new Map<string, string>()
  for (const { name, description } of document.tags) {
    const entries = resources.get(name)
    if (!entries) continue
    const example = await exampleOf(document, name, entries)
    pages.set(`operations/${name}.md`, printResource(context, { name, description, entries, example }))
  }
  return pages
    .set(
      'operations/schemas.md',
      printShared(context, await exampleOf(document, 'users', resources.get('users') ?? [])),
    )
    .set('operations/index.md', printIndex(document, resources))
}

interface Resource {
  readonly name: string
  readonly description: string
  readonly entries: readonly OperationEntry[]
  readonly example: string
}

function printResource(context: Context, { name, description, entries, example }: Resource): string {
  const schemas = context.places.on(name)
  return page(name, description, [
    `${escapeText(description)}\n`,
    tryBlock(example),
    ...entries.map((entry) => printOperation(context, entry)),
    schemas.length > 0 ? '## Schemas\n' : '',
    ...schemas.map((schema) => printSchema(context, schema)),
  ])
}

const evidence: EvidenceById = evidenceById
const supportedPage = 'https://github.com/latchkey-dev/latchkey/blob/main/SUPPORTED.md'

const credentials: Readonly<Record<string, string>> = {
  environmentToken: "an environment's token",
  memberToken: "a member's token",
  userJwt: 'the session of a user',
  sessionCookie: "a session's cookie",
}

function printOperation(context: Context, entry: OperationEntry): string {
  const { id, method, path, operation } = entry
  const { document, places } = context
  const link = (name: string) => places.link(name)
  const [mediaType, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
  const codes = new Map(codesOf(document, entry))
  const needs = operation['x-scope'] ?? (operation['x-role'] && `role ${operation['x-role']}`)
  const schemes = [...new Set((operation.security ?? []).map((one) => Object.keys(one)[0] ?? 'none'))]
  const credential = schemes.map((name) => credentials[name] ?? 'no credential').join(' or ') || 'no credential'
  return [
    `## ${id}\n`,
    `${escapeText(operation.summary)}.${operation.deprecated ? ' **Deprecated.**' : ''}\n`,
    codeBlock('http', `${method.toUpperCase()} ${path}`),
    `${escapeText(operation.description)}\n`,
    `**Credential:** ${credential}.${needs ? ` **Needs:** \`${needs}\`.` : ''}\n`,
    `**Tested:** ${evidence[id] ?? 'not yet'} ([the words](${supportedPage})).\n`,
    describeParameters(entry, link),
    content ? `**Body:** ${typeOf(content.schema, link)}, as \`${mediaType}\`.\n` : '',
    table(
      ['status', 'reply', 'meaning'],
      repliesOf(document, entry).map(([status, response]) => [
        String(status),
        Object.values(response.content ?? {})
          .map(({ schema }) => typeOf(schema, link))
          .join(' or ') || 'no body',
        [
          escapeText(status < 400 ? response.description : ''),
          ...(codes.get(status) ?? []).map((code) => `[\`${code}\`](/reference/errors#${code})`),
        ]
          .filter(Boolean)
          .join(' '),
      ]),
    ),
    codeBlock('ts', printExample(document, entry).replace(/^@example\n```ts\n|\n```$/g, '')),
    `<Call operation="${id}" />\n`,
  ]
    .filter(Boolean)
    .join('\n')
}

function printSchema({ document, places }: Context, name: string): string {
  const schema = document.components.schemas[name] as Schema
  const link = (other: string) => places.link(other)
  const fields = describeFields(schema, link)
  return [
    `### ${name} {#${anchorOf(name)}}\n`,
    `${escapeText(schema.description ?? '')}\n`,
    fields || `Type: ${typeOf(schema, link)}. ${limitsOf(schema)}\n`,
  ].join('\n')
}

function printShared(context: Context, example: string): string {
  const description = 'The schemas that the operations of several resources use.'
  return page('Shared schemas', description, [
    `${description}\n`,
    tryBlock(example),
    '## Schemas\n',
    ...context.places.on('schemas').map((name) => printSchema(context, name)),
  ])
}

function printIndex(document: OpenApiDocument, resources: ReadonlyMap<string, readonly OperationEntry[]>): string {
  const count = [...resources.values()].flat().length
  const description = `All ${count} operations of the API, by resource.`
  return page('Operations', description, [
    `${description} Each is a function of \`@latchkey/client/operations\`, and the mock serves each with its effects.\n`,
    'A bundler that keeps unused functions imports only one resource: `@latchkey/client/operations/gates`.\n',
    tryFile('operations.ts'),
    table(
      ['resource', 'operations', 'meaning'],
      document.tags
        .filter(({ name }) => resources.has(name))
        .map(({ name, description }) => [
          `[${name}](./${name})`,
          String(resources.get(name)?.length),
          escapeText(description),
        ]),
    ),
  ])
}
