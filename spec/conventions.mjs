// The conventions of the document that need code, as a plugin of Redocly. `redocly.yaml` switches them on.

/** The extensions that the generators read. `packages/types/scripts/document.ts` declares them. */
const extensions = ['x-scope', 'x-role', 'x-paging', 'x-order-by']

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
    rules: {
      oas3: {
        'operation-extensions': operationExtensions,
        'path-item-name': pathItemName,
        'no-placeholders': noPlaceholders,
      },
    },
  }
}
