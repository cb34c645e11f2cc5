import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { API, type Diagnostic } from 'typescript-7/unstable/sync'

/** The native compiler with a project of a copied repository. Between two changes it keeps what it has parsed. */
export interface TypeChecker {
  /** The paths of the copy's own files that the project reads. */
  files(): string[]
  /** The errors in files, each with its path. Other files are checked only as far as these use them. */
  errorsIn(files: readonly string[]): string[]
  /** Has to be called after files have changed on disk, or have come or gone. */
  update(files: readonly string[]): void
  close(): void
}

/**
 * Opens a project of a copied repository.
 *
 * @param config - The path of its `tsconfig.json` in the copy.
 */
export function openTypeChecker(folder: string, config: string): TypeChecker {
  const project = join(folder, config)
  const api = new API({ cwd: folder })
  let snapshot = api.updateSnapshot({ openProjects: [project] })
  const program = () => {
    const opened = snapshot.getProject(project)
    if (!opened) throw new Error(`The compiler does not open ${project}.`)
    return opened.program
  }
  const inCopy = `${folder}/`
  return {
    files: () =>
      program()
        .getSourceFileNames()
        .filter((path) => path.startsWith(inCopy) && !path.includes('/node_modules/'))
        .map((path) => path.slice(inCopy.length)),
    errorsIn(files) {
      const compiler = program()
      return files.flatMap((file) => {
        const path = join(folder, file)
        const diagnostics = [...compiler.getSyntacticDiagnostics(path), ...compiler.getSemanticDiagnostics(path)]
        return diagnostics.map((diagnostic) => `${file}: ${textOf(diagnostic)}`)
      })
    },
    update(files) {
      const paths = files.map((file) => join(folder, file))
      const former = new Set(program().getSourceFileNames())
      const present = paths.filter((path) => existsSync(path))
      const before = snapshot
      snapshot = api.updateSnapshot({
        fileChanges: {
          changed: present.filter((path) => former.has(path)),
          created: present.filter((path) => !former.has(path)),
          deleted: paths.filter((path) => !existsSync(path)),
        },
      })
      before.dispose()
    },
    close: () => api.close(),
  }
}

function textOf({ text, messageChain = [] }: Diagnostic): string {
  return [text, ...messageChain.map(textOf)].join('\n')
}
