// The conventions of the document that need code, as a plugin of Redocly. `redocly.yaml` switches them on.

import { expandReferences, isCombined, isReferred, sourceOf } from './expansions.mjs'

/** The extensions that the generators read. `packages/types/scripts/document.ts` declares them. */
const extensions = ['x-scope', 'x-role', 'x-paging', 'x-order-by', 'x-open-query']

/** An operation has no extension that nothing reads. */
function operationExtensions() {
  return {
    Operation(operation, { report, location }) {
      for (const name of Object.keys(operation)) {
        if (!name.startsWith('x-') || extensions.includes(name)) continue
        report({
          message: `An operation has no "${name}": the generators read ${extensions.join(', ')}.`,
          location: location.child([name]).key(),
        })
      }
    },
  }
}

/** An operation has an id. A webhook has the name of its event, and no id, which would make it an operation to call. */
function operationId() {
  return {
    Paths: {
      Operation(operation, { report, location }) {
        if (!operation.operationId) report({ message: 'An operation has an operationId.', location: location.key() })
      },
    },
    WebhooksMap: {
      Operation(operation, { report, location }) {
        if (operation.operationId === undefined) return
        report({
          message: 'A webhook has no operationId: its name is that of its event.',
          location: location.child(['operationId']).key(),
        })
      },
    },
  }
}

const methods = ['get', 'post', 'put', 'delete']

/** A path item has the verb of its first operation as its name. Its operations stand in the order of `methods`. */
function pathItemName() {
  return {
    PathItem(item, { report, location }) {
      const written = Object.keys(item).filter((name) => methods.includes(name))
      const ordered = methods.filter((method) => written.includes(method))
      if (written.join() !== ordered.join()) {
        report({
          message: `The operations of a path item stand in the order ${ordered.join(', ')}.`,
          location: location.key(),
        })
      }
      const verb = item[ordered[0]]?.operationId?.split('.')[1]
      const name = location.pointer.split('/').at(-1)
      if (verb === undefined || name === verb) return
      report({
        message: `A path item has the verb of its first operation as its name: rename "${name}" to "${verb}", here and in openapi.yaml.`,
        location: location.key(),
      })
    },
  }
}

/** The keys of each kind of node, in the order in which they stand. */
const keyOrders = {
  Operation: words(`
    operationId tags summary description deprecated ${extensions.join(' ')} security parameters requestBody responses
  `),
  Parameter: words('name in style explode required description schema'),
  Schema: words(`
    description readOnly writeOnly $ref anyOf type const enum format items minItems maxItems
    pattern x-phrase minLength maxLength minimum maximum default additionalProperties deprecated properties required
  `),
}

function words(text) {
  return text.trim().split(/\s+/)
}

/** The keys of an operation, a parameter and a schema stand in one order. So does a `$ref` with keys beside it. */
function keyOrder() {
  const check =
    (order) =>
    (node, { report, location }) => {
      const written = Object.keys(node)
      const unlisted = written.find((key) => !order.includes(key))
      const ordered = order.filter((key) => written.includes(key))
      const misplaced = unlisted ?? written.find((key, index) => key !== ordered[index])
      if (misplaced === undefined) return
      const message = unlisted
        ? `"${unlisted}" has no place in the order of keys: give it one in spec/conventions.mjs.`
        : `These keys stand in the order ${ordered.join(', ')}.`
      report({ message, location: location.child([misplaced]).key() })
    }
  return {
    Operation: check(keyOrders.Operation),
    Parameter: check(keyOrders.Parameter),
    Schema: check(keyOrders.Schema),
    ref: check(keyOrders.Schema),
  }
}

/** A part of an example with more than five lines is written once: other examples refer to it. */
function examplesWrittenOnce() {
  const parts = new Map()
  const visit = (value, { report, location }) => {
    if (typeof value !== 'object' || value === null) return
    const text = JSON.stringify(value)
    const firstValue = parts.get(text)
    if (firstValue === value) return
    if (firstValue && countLines(value) > 5) {
      report({ message: 'This is written twice: write it once, in an examples.yaml, and refer to it.', location })
      return
    }
    if (!firstValue) parts.set(text, value)
    for (const [key, part] of Object.entries(value)) visit(part, { report, location: location.child([key]) })
  }
  return {
    MediaType: ({ example }, { report, location }) => visit(example, { report, location: location.child(['example']) }),
  }
}

/** How many lines of values are written here. A reference is one line. */
function countLines(value) {
  if (typeof value !== 'object' || value === null) return String(value).trim().split('\n').length
  if (isCombined(value)) return 1
  return Object.values(value).reduce((count, part) => count + (isReferred(part) ? 1 : countLines(part)), 0)
}

/** A type that several resources refer to stands in `shared/`, unless it is a record of one of them. */
function sharedTypes() {
  const resourceOf = (path) => /\/resources\/(\w+)\/schemas\.yaml$/.exec(path)?.[1]
  const folderOf = (path) => /\/resources\/(\w+)\//.exec(path)?.[1]
  return {
    ref(node, { report, location, resolve }) {
      const { node: target, location: at } = resolve(node)
      const owner = resourceOf(at?.source.absoluteRef)
      const isRecord = target?.type === 'object' || target?.anyOf !== undefined
      if (owner === undefined || isRecord || owner === folderOf(location.source.absoluteRef)) return
      report({
        message: `Several resources refer to this type of ${owner}: move it to spec/shared/schemas.yaml.`,
        location,
      })
    },
  }
}

/** Fields that two schemas have in common are written once, from eight fields on: one schema takes them over. */
function fieldsWrittenOnce() {
  const written = new Map()
  return {
    Schema(schema, { report, location }) {
      const repeated = new Map()
      for (const [name, property] of Object.entries(schema.properties ?? {})) {
        const source = sourceOf(property)
        const text = JSON.stringify([name, source])
        const fields = written.get(text) ?? []
        written.set(text, [...fields, { source, of: schema }])
        for (const field of fields)
          if (field.source !== source) repeated.set(field.of, [...(repeated.get(field.of) ?? []), name])
      }
      const names = [...repeated.values()].find((list) => list.length >= 8)
      if (!names) return
      const message = `Another schema has ${names.join(', ')}, too: take its fields over with a $ref in the properties.`
      report({ message, location: location.child(['properties']).key() })
    },
  }
}

/** No placeholder is left of those that `pnpm new-operation` writes. */
function noPlaceholders() {
  return {
    any(node, { report, location }) {
      if (typeof node !== 'object' || node === null) return
      for (const [name, value] of Object.entries(node)) {
        if (typeof value !== 'string' || !/\bTODO\b/.test(value)) continue
        report({ message: `"${value.trim()}" is a placeholder: replace it.`, location: location.child([name]) })
      }
    },
  }
}

export default function conventions() {
  return {
    id: 'conventions',
    preprocessors: { oas3: { 'expand-references': expandReferences } },
    rules: {
      oas3: {
        'operation-extensions': operationExtensions,
        'operation-id': operationId,
        'path-item-name': pathItemName,
        'key-order': keyOrder,
        'shared-types': sharedTypes,
        'fields-written-once': fieldsWrittenOnce,
        'examples-written-once': examplesWrittenOnce,
        'no-placeholders': noPlaceholders,
      },
    },
  }
}
