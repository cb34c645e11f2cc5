import { listOperations, type OpenApiDocument, type Schema } from './document.ts'

/** Adds the columns of each list's `x-order-by` to its `orderBy`, in both directions. */
export function nameOrderings(document: OpenApiDocument): void {
  for (const { path, method, operation, parameters } of listOperations(document)) {
    const columns = operation['x-order-by']
    const orderBy = parameters.find(({ name }) => name === 'orderBy')
    if (!columns !== !orderBy) throw new Error(`${method} ${path} has "orderBy" without "x-order-by", or vice versa.`)
    if (!columns || !orderBy) continue
    const schema: Schema = {
      type: 'string',
      enum: columns.flatMap((column) => [`${column}-asc`, `${column}-desc`]),
    }
    operation.parameters = operation.parameters?.map((parameter) =>
      '$ref' in parameter && parameter.$ref.endsWith('/OrderBy') ? { ...orderBy, schema } : parameter,
    )
  }
}
