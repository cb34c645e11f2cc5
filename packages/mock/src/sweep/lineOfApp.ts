/**
 * The first line of a stack that is neither of a library nor of the runtime: `src/profile.ts:12:5`.
 *
 * @param folder - From which paths are shown.
 */
export function lineOfApp(cause: unknown, folder: string | undefined): string | undefined {
  const { stack } = Object(cause) as { readonly stack?: unknown }
  if (typeof stack !== 'string') return undefined
  const lines = stack.split('\n').filter((line) => /^\s+at /.test(line))
  const own = lines.find((line) => !/node_modules|node:|<anonymous>|\/__mock\//.test(line))
  const place = own === undefined ? undefined : /\(?((?:file:\/\/)?[^\s()]+:\d+:\d+)\)?$/.exec(own)?.[1]
  const path = place?.replace(/^file:\/\//, '')
  return folder !== undefined && path?.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path
}
