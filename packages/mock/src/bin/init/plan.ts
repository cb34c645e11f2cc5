import type { Project } from './project.ts'

/** A file that `init` adds, unless there is one with its path. */
export interface PlannedFile {
  /** Relative to the project, with slashes. */
  readonly path: string
  readonly text: string
}

/** Lines that a person has to add to a file of theirs, or that they should know. */
export interface Advice {
  readonly sentence: string
  readonly lines?: readonly string[]
}

/** The steps of `init` for a runner, and advice on the rest. */
export interface Plan {
  readonly files: readonly PlannedFile[]
  /** Packages that the files need, besides the mock. */
  readonly packages: readonly string[]
  readonly advice: readonly Advice[]
  /** Further commands, after the installation. The last one shows that it works. */
  readonly commands: readonly string[]
}

/** A test runner, or Vite, that `init` knows. */
export interface Runner {
  readonly title: string
  /** Its package, by which a project is recognized. */
  readonly packageName: string
  /**
   * @param apiUrl - Where the app calls the service.
   * @throws TypeError with one line where the project's version is too old
   */
  plan(project: Project, apiUrl: string): Plan
}

/** The names of a configuration file in the forms that runners read. */
export const configNames = (...names: readonly string[]): string[] =>
  names.flatMap((name) => ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs'].map((extension) => `${name}.config.${extension}`))

/** The folder of a project's tests. */
export const testFolder = (project: Project): string => project.find(['test', 'tests', '__tests__']) ?? 'test'

/** Advice for a project whose configuration may leave the new test out. */
export function adviceOnPatterns(project: Project, config: string | undefined, folder: string): Advice[] {
  const selects = /\b(include|testMatch|testRegex|roots)\b/.test(project.text(config))
  return selects ? [{ sentence: `${config} selects which files are tests. See that it selects ${folder}/, too.` }] : []
}
