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

export default function conventions() {
  return {
    id: 'conventions',
    rules: { oas3: { 'operation-extensions': operationExtensions } },
  }
}
