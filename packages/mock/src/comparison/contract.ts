import type { OperationId } from '@latchkey/types'
import { type DocumentedOperation, loadDocument, operationsOf, resolve, type Schema } from '../mcp/document.ts'
import { type DocumentWords, wordsOf } from './documentWords.ts'

/** The schemas of a body by media type. */
type Content = ReadonlyMap<string, Schema>

/** A status of an operation, as the document describes it. */
export interface DocumentedReply {
  readonly content: Content
  /** By name in lower case. */
  readonly headers: ReadonlyMap<string, Schema>
}

interface DocumentedParameter {
  readonly schema: Schema
  readonly isRequired: boolean
}

/** An operation of the document, with its references to parameters, replies and headers followed. */
interface OperationContract {
  readonly path: ReadonlyMap<string, DocumentedParameter>
  readonly query: ReadonlyMap<string, DocumentedParameter>
  readonly body: Content
  readonly replies: ReadonlyMap<number, DocumentedReply>
}

/** The document, as exchanges are compared with it. */
export interface Contract {
  operation(id: OperationId): OperationContract
  readonly words: DocumentWords
  /** Follows the reference of a schema. */
  resolve(schema: Schema): Schema
}

/** Reads the document. Each operation is read when it is asked for. */
export async function loadContract(): Promise<Contract> {
  const document = await loadDocument()
  const operations = operationsOf(document)
  const read = new Map<OperationId, OperationContract>()
  const follow = (value: unknown) => resolve(document, value as Schema)

  return {
    operation(id) {
      const existing = read.get(id)
      if (existing) return existing
      const contract = contractOf(operations.get(id) as DocumentedOperation, follow)
      read.set(id, contract)
      return contract
    },
    words: wordsOf(document),
    resolve: follow,
  }
}

type Follow = (value: unknown) => Schema

function contractOf(operation: DocumentedOperation, follow: Follow): OperationContract {
  const parameters = (operation.parameters ?? []).map(follow)
  const inPart = (part: string) =>
    new Map(
      parameters
        .filter((parameter) => parameter.in === part)
        .map(({ name, schema, required }) => [
          String(name),
          { schema: schema as Schema, isRequired: required === true },
        ]),
    )
  const replies = Object.entries(operation.responses ?? {}).map(([status, reply]) => {
    const { content, headers = {} } = follow(reply)
    const schemas = Object.entries(headers as object).map(
      ([name, header]) => [name.toLowerCase(), follow(header).schema as Schema] as const,
    )
    return [Number(status), { content: contentOf(content), headers: new Map(schemas) }] as const
  })
  return {
    path: inPart('path'),
    query: inPart('query'),
    body: contentOf(operation.requestBody?.content),
    replies: new Map(replies),
  }
}

function contentOf(content: unknown = {}): Content {
  return new Map(
    Object.entries(content as Record<string, { schema: Schema }>).map(([type, { schema }]) => [type, schema]),
  )
}
