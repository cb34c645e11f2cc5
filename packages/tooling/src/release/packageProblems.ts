import { changelogProblems } from './changelogProblems.ts'

/** The files of a package as `pnpm publish` would upload them, and its manifest. */
export interface ReleasePackage {
  readonly manifest: {
    readonly name: string
    readonly version: string
    readonly license?: string | undefined
    readonly repository?: { readonly url?: string; readonly directory?: string }
    readonly publishConfig?: { readonly access?: string; readonly provenance?: boolean }
    readonly scripts?: Readonly<Record<string, string>>
  }
  /** Folder in the repository, such as `packages/mock`. */
  readonly folder: string
  /** Paths in the package. */
  readonly files: readonly string[]
  /** Text of the changelog; empty if there is none. */
  readonly changelog: string
}

/** Scripts that run on the machine of whoever installs the package. */
const installScripts = ['preinstall', 'install', 'postinstall', 'prepare']

/** Lists the reasons against publishing a package, as sentences. */
export function packageProblems({ manifest, folder, files, changelog }: ReleasePackage): string[] {
  const { name, version, license, repository, publishConfig, scripts = {} } = manifest
  const missingFiles = ['LICENSE', 'README.md', 'CHANGELOG.md', 'package.json'].filter((file) => !files.includes(file))
  const hasVersion = version !== '0.0.0'
  const bundlesLibraries = files.includes('dist/THIRD_PARTY_LICENSES.md')
  const facts: [isProblem: boolean, sentence: string][] = [
    [!hasVersion, 'has no version yet: run "pnpm changeset version".'],
    [license !== 'MIT', 'does not name its licence, MIT.'],
    [repository?.directory !== folder, `does not say that its source is in ${folder}, which provenance needs.`],
    [publishConfig?.provenance !== true, 'is not published with provenance.'],
    [publishConfig?.access !== 'public', 'is not published for everybody.'],
    [missingFiles.length > 0, `lacks ${missingFiles.join(', ')}.`],
    [
      bundlesLibraries && !files.includes('dist/sbom.cdx.json'),
      'bundles libraries without a bill of materials (dist/sbom.cdx.json).',
    ],
    [!files.some((file) => file.startsWith('dist/')), 'is not built.'],
    [installScripts.some((script) => script in scripts), 'runs a script when it is installed.'],
  ]
  const changelogSentences = hasVersion ? changelogProblems(changelog, version) : []
  return [
    ...facts.flatMap(([isProblem, sentence]) => (isProblem ? `${name} ${sentence}` : [])),
    ...changelogSentences.map((sentence) => `${name} has a changelog ${sentence}`),
  ]
}
