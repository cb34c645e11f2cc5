import { join } from 'node:path'
import ts from 'typescript'

/** Files that are parsed already, so that only the first call reads them. */
const parsed = new Map<string, ts.SourceFile | undefined>()

/**
 * The compiler's errors in files of a copied repository, each with its path. Other files are checked only as far as
 * these use them. A file that changes on disk between two calls has to be in `replaced`.
 *
 * @param replaced - Texts that files have in place of their own, by path; undefined for a file that is not there.
 */
export function typeErrors(
  folder: string,
  files: readonly string[],
  replaced: ReadonlyMap<string, string | undefined> = new Map(),
): string[] {
  const mock = join(folder, 'packages/mock')
  const { config } = ts.readConfigFile(join(mock, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, mock)
  const host = ts.createCompilerHost(options)
  const { readFile, fileExists, getSourceFile } = host
  const texts = new Map([...replaced].map(([path, text]) => [join(folder, path), text]))
  host.readFile = (path) => (texts.has(path) ? texts.get(path) : readFile(path))
  host.fileExists = (path) => (texts.has(path) ? texts.get(path) !== undefined : fileExists(path))
  host.getSourceFile = (path, ...rest) => {
    const text = texts.get(path)
    if (text !== undefined) return ts.createSourceFile(path, text, rest[0])
    const source = parsed.get(path) ?? getSourceFile(path, ...rest)
    parsed.set(path, source)
    return source
  }
  const paths = files.map((file) => join(folder, file)).filter((path) => host.fileExists(path))
  const program = ts.createProgram(paths, options, host)
  const diagnostics = paths.flatMap((path) => program.getSemanticDiagnostics(program.getSourceFile(path)))
  return diagnostics.map(
    ({ file, messageText }) =>
      `${file?.fileName.slice(folder.length + 1)}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
  )
}
