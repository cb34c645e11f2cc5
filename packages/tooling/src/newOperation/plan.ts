import { parse } from 'yaml'
import { type Method, methods, type OperationRequest, UsageError } from './request.ts'
import { printHandler, printMethod, printModule, printPathItem, printTest } from './stubs.ts'
import { appendToList, insertIntoMap, keysAt, renameKey, replaceValue } from './yamlEdits.ts'

type PathItem = Partial<Record<Method, { operationId: string }>>
type Parameters = Record<string, { name: string; in: string }>
interface RootDocument {
  tags: { name: string }[]
  paths: Record<string, { $ref: string }>
}

/** Reads a file by its path from the root of the repository; `undefined` where there is none. */
export type Read = (path: string) => string | undefined

const rootPath = 'spec/openapi.yaml'

/**
 * Plans a new operation: the text of each changed or new file by its path from the root of the repository.
 *
 * @throws {@link UsageError} The operation cannot be added as requested.
 */
export function planOperation(request: OperationRequest, read: Read): Map<string, string> {
  const { resource, verb } = request
  const itemsPath = `spec/resources/${resource}/paths.yaml`
  const folder = `packages/mock/src/operations/${resource}`
  const handlersPath = `${folder}/${resource}.ts`
  const root = read(rootPath) ?? ''
  const document = parse(root) as RootDocument
  const items = read(itemsPath)
  const handlers = read(handlersPath)

  if (request.isNewResource) {
    if (items !== undefined || handlers !== undefined) {
      throw new UsageError(
        `"${resource}" is taken by ${items === undefined ? handlersPath : itemsPath}: leave --new-resource out or choose another name.`,
      )
    }
  } else if (items === undefined || handlers === undefined) {
    const resources = document.tags.map(({ name }) => name).join(', ')
    throw new UsageError(
      `There is no resource "${resource}". Add --new-resource to create it, or choose one of: ${resources}.`,
    )
  }
  const testPath = `${folder}/${request.isNewResource ? resource : verb}.test.ts`
  if (read(testPath) !== undefined) throw new UsageError(`${testPath} exists already.`)

  const spec = placeInSpec(request, { root, document, items: items ?? '', itemsPath, read })
  return new Map([
    [rootPath, request.isNewResource ? addTag(spec.root, resource) : spec.root],
    [itemsPath, spec.items],
    [handlersPath, handlers === undefined ? printModule(request) : addHandler(handlers, request)],
    [testPath, printTest(request)],
  ])
}

interface Spec {
  readonly root: string
  readonly document: RootDocument
  readonly items: string
  readonly itemsPath: string
  readonly read: Read
}

/** Puts the operation into the URL's path item, or into a new one with a line in the route table. */
function placeInSpec(request: OperationRequest, spec: Spec): { root: string; items: string } {
  const { resource, verb, method, url } = request
  const { root, document, items, itemsPath, read } = spec
  const operations = Object.values((parse(items) ?? {}) as Record<string, PathItem>).flatMap((item) =>
    methods.map((name) => item[name]?.operationId),
  )
  if (operations.includes(`${resource}.${verb}`)) throw new UsageError(`${itemsPath} has ${resource}.${verb} already.`)

  const shapeOf = (template: string) => template.replaceAll(/\{\w+\}/g, '{}')
  const twin = Object.keys(document.paths).find((path) => path !== url && shapeOf(path) === shapeOf(url))
  if (twin !== undefined) throw new UsageError(`${url} is written ${twin} in ${rootPath}.`)

  const reference = document.paths[url]?.$ref
  if (reference === undefined) {
    const line = `  ${url}: { $ref: resources/${resource}/paths.yaml#/${verb} }\n`
    const item = printPathItem(
      request,
      request.parameters.map((name) => referenceTo(name, resource, read)),
    )
    return {
      root: insertIntoMap(root, ['paths'], { lines: line, isLater: (path) => path > url }),
      items: items === '' ? item : `${items.trimEnd()}\n\n${item}`,
    }
  }

  const [, owner, name] = /^resources\/(\w+)\/paths\.yaml#\/(\w+)$/.exec(reference) ?? []
  if (owner !== resource || name === undefined) throw new UsageError(`${url} belongs to the resource "${owner}".`)
  const present = methods.filter((other) => keysAt(items, [name]).includes(other))
  const item = (parse(items) as Record<string, PathItem>)[name]
  if (present.includes(method)) {
    throw new UsageError(`${method.toUpperCase()} ${url} is ${item?.[method]?.operationId} already.`)
  }
  const isLater = (key: string) => methods.indexOf(key as Method) > methods.indexOf(method)
  const extended = insertIntoMap(items, [name], { lines: printMethod(request), isLater })
  // A path item has the verb of its first operation as its name.
  const isFirst = present.every(isLater)
  return isFirst
    ? {
        root: replaceValue(root, ['paths', url, '$ref'], `resources/${resource}/paths.yaml#/${verb}`),
        items: renameKey(extended, name, verb),
      }
    : { root, items: extended }
}

/** The reference to a path parameter of the document, from the folder of the resource. */
function referenceTo(name: string, resource: string, read: Read): string {
  const places = {
    '../../shared/parameters.yaml': 'spec/shared/parameters.yaml',
    'parameters.yaml': `spec/resources/${resource}/parameters.yaml`,
  }
  for (const [place, path] of Object.entries(places)) {
    const parameters = (parse(read(path) ?? '') ?? {}) as Parameters
    const key = Object.keys(parameters).find(
      (candidate) => parameters[candidate]?.in === 'path' && parameters[candidate].name === name,
    )
    if (key !== undefined) return `${place}#/${key}`
  }
  throw new UsageError(`There is no path parameter {${name}}: describe it in spec/shared/parameters.yaml first.`)
}

function addTag(root: string, resource: string): string {
  return appendToList(root, ['tags'], `  - { name: ${resource}, description: TODO-description }\n`)
}

/** Adds the handler at the end of the resource's object. */
function addHandler(handlers: string, request: OperationRequest): string {
  const end = handlers.lastIndexOf('} satisfies ResourceOperations<')
  if (end === -1) {
    throw new UsageError(
      `The handlers of "${request.resource}" do not end with "} satisfies ResourceOperations<…>", so that none can be added.`,
    )
  }
  const before = handlers.slice(0, end).trimEnd()
  const comma = /[{,]$/.test(before) ? '' : ','
  return `${before}${comma}\n${printHandler(request)}${handlers.slice(end)}`
}
