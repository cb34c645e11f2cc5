import { namedCodes } from '../../client/scripts/printThrows.ts'
import { type OpenApiDocument, type OperationEntry, resolve, type Response } from '../../types/scripts/document.ts'
import { type LinkSchema, limitsOf, typeOf } from './describeSchema.ts'
import { escapeText, table } from './markdown.ts'

/** The replies of an operation, by status. */
export function repliesOf(document: OpenApiDocument, { operation }: OperationEntry): [status: number, Response][] {
  return Object.entries(operation.responses).map(([status, response]) => [
    Number(status),
    resolve<Response>(document, response),
  ])
}

/** The error codes that an operation answers with, by status. */
export function codesOf(document: OpenApiDocument, entry: OperationEntry) {
  return namedCodes(document, entry.operation, repliesOf(document, entry))
}

/** A table of an operation's parameters. */
export function describeParameters({ parameters }: OperationEntry, link: LinkSchema): string {
  return table(
    ['parameter', 'in', 'type', 'required', 'meaning'],
    parameters.map(({ name, in: place, schema, required, description = '' }) => [
      `\`${name}\``,
      place,
      typeOf(schema, link),
      required ? 'yes' : '',
      [escapeText(description), limitsOf(schema)].filter(Boolean).join(' '),
    ]),
  )
}
