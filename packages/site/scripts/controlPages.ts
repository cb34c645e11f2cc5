import { startServer } from '@latchkey/mock/node'
import { listOperations, type OpenApiDocument, type OperationEntry, type Schema } from '../../types/scripts/document.ts'
import { describeFields, typeOf } from './describeSchema.ts'
import { codeBlock, escapeText, page, tryFile } from './markdown.ts'
import { describeParameters, repliesOf } from './operationParts.ts'

const link = (name: string) => `[${name}](#schema-${name.toLowerCase()})`

/** The control interface, from the document that the mock serves about itself. */
export async function controlPages(): Promise<ReadonlyMap<string, string>> {
  const server = await startServer({}, { port: 0 })
  const document = (await (await fetch(`${server.url}/__mock/v1/openapi.json`)).json()) as OpenApiDocument
  await server.close()
  const entries = listOperations(document)
  const tags = [...new Set(entries.map(({ operation }) => operation.tags[0] ?? ''))].sort()
  const description = `All ${entries.length} calls of the control interface, by which other processes control a mock.`
  return new Map([
    [
      'control.md',
      page('Control interface', description, [
        `${description} The server serves it under \`/__mock/v1\`, and its OpenAPI document at`,
        '`/__mock/v1/openapi.json`. A POST needs `content-type: application/json`, even without a body.\n',
        codeBlock(
          'sh',
          `npx @latchkey/mock --port 4010\ncurl -X POST -H 'content-type: application/json' -d '{"minutes":10}' http://127.0.0.1:4010/__mock/v1/clock/advance`,
        ),
        tryFile('control.ts'),
        ...tags.flatMap((tag) => [
          `## ${tag}\n`,
          ...entries.filter(({ operation }) => operation.tags[0] === tag).map((entry) => printRoute(document, entry)),
        ]),
        '## Schemas\n',
        ...Object.entries(document.components.schemas).map(([name, schema]) => printSchema(name, schema)),
      ]),
    ],
  ])
}

function printRoute(document: OpenApiDocument, entry: OperationEntry): string {
  const { method, path, operation } = entry
  const [content] = Object.values(operation.requestBody?.content ?? {})
  const replies = repliesOf(document, entry).filter(([status]) => status < 400)
  return [
    `### ${method.toUpperCase()} ${path}\n`,
    `${escapeText(operation.summary)}.\n`,
    escapeText(operation.description ?? ''),
    describeParameters(entry, link),
    content?.schema ? `**Body:**\n\n${printType(content.schema)}` : '',
    ...replies.map(([status, { content: reply = {} }]) => {
      const [schema] = Object.values(reply).map(({ schema }) => schema)
      return `**${status}:** ${schema ? `\n\n${printType(schema)}` : 'no body\n'}`
    }),
  ]
    .filter(Boolean)
    .join('\n')
}

const printType = (schema: Schema) => describeFields(schema, link) || `${typeOf(schema, link)}\n`

const printSchema = (name: string, schema: Schema) =>
  `### ${name} {#schema-${name.toLowerCase()}}\n\n${escapeText(schema.description ?? '')}\n\n${printType(schema)}`
