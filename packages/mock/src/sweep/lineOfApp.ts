/**
 * The first line of a stack that is neither of a library nor of the runtime: `src/profile.ts:12:5`.
 *
 * @param folder - From which paths are shown.
 */
export function lineOfApp(cause: unknown, folder: string | undefined): string | undefined {
  const { stack } = Object(cause) as { readonly stack?: unknown }
  if (typeof stack !== 'string') return undefined
  const lines = stack.split('\n').filter((line) => line.trimStart().startsWith('at '))
  const own = lines.find((line) => !/node_modules|node:|<anonymous>|\/__mock\//.test(line))
  const path = own && placeIn(own)?.replace('file://', '')
  return folder !== undefined && path?.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path
}

/** The place at the end of a line: `at run (src/profile.ts:12:5)`. */
function placeIn(line: string): string | undefined {
  const text = line.trimEnd()
  const place = text.slice(Math.max(text.lastIndexOf(' '), text.lastIndexOf('(')) + 1).replace(')', '')
  const [column, row] = place.split(':').toReversed()
  return Number(row) > 0 && Number(column) > 0 ? place : undefined
}
