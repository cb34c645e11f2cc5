import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  command,
  createProject,
  installedPackages,
  packageFolder,
  packageNames,
  runNode,
  unpackedFolder,
} from './consumer.ts'
import { isFull, onlyInFull } from './tier.ts'
import { printWrappers } from './wrappers.ts'

type PackageName = (typeof packageNames)[number]
type Layout = 'npm' | 'pnpm'

const compilers = { '5.4': 'typescript-5.4', '5.9': 'typescript-5.9', '6': 'typescript', '7': 'typescript-7' } as const

/** As pnpm installs the packages, a caller finds fewer names. */
const rows: readonly (readonly [version: keyof typeof compilers, layout: Layout])[] = [
  ['7', 'pnpm'],
  ...onlyInFull(
    ['7', 'npm'] as const,
    ['6', 'pnpm'] as const,
    ['5.9', 'pnpm'] as const,
    ['5.9', 'npm'] as const,
    ['5.4', 'npm'] as const,
  ),
]

/** The packages that callers install beside ours. Their compiler names the types of a peer that they import. */
const peers = [
  '@playwright/test',
  'jest-environment-jsdom',
  'msw',
  'react',
  'solid-js',
  'svelte',
  'vitest',
  'vue',
  'zod',
]

/** An entry of a package. */
interface Entry {
  readonly packageName: PackageName
  /** As programs import it. */
  readonly name: string
  readonly isCommonJs: boolean
  /** The file of its declarations. */
  readonly declarations: string
}

let entries: readonly Entry[]
let wrappers: ReadonlyMap<Entry, string>

beforeAll(async () => {
  entries = (await Promise.all(packageNames.map(entriesOf))).flat()
  wrappers = await printAll()
})

/**
 * The entries with types. `pnpm test:full` tries the CommonJS of all of them, the entry of each resource, which are all
 * generated alike, and the schemas, whose types are zod's.
 */
async function entriesOf(packageName: PackageName): Promise<readonly Entry[]> {
  const folder = unpackedFolder(packageName)
  const { exports } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { exports: object }
  return (
    await Promise.all(
      Object.entries(exports).map(async ([path, target]) => {
        const files = Array.from(JSON.stringify(target).matchAll(/"types":"(.+?)"/g), ([, file = '']) => file)
        const tried =
          isFull || path === '.' ? files : files.filter((file) => file.endsWith('.d.ts') && path !== './zod')
        const names = path.includes('*') ? await resources(folder) : ['']
        return names.flatMap((name) =>
          tried.map((file) => ({
            packageName,
            name: `@latchkey/${packageName}${path.slice(1).replace('*', name)}`,
            isCommonJs: file.endsWith('.cts'),
            declarations: join(folder, file.replace('*', name)),
          })),
        )
      }),
    )
  ).flat()
}

async function resources(folder: string): Promise<readonly string[]> {
  if (!isFull) return ['users']
  const files = await readdir(join(folder, 'dist/operations'))
  return files.filter((file) => /^(?!index).+\.js$/.test(file)).map((file) => file.slice(0, -3))
}

/** A module for each entry that exports all of it. The compiler reads the entries in a project of npm. */
async function printAll(): Promise<ReadonlyMap<Entry, string>> {
  const project = await createInstallation('declarations', 'npm')
  const file = join(project, 'entries.ts')
  const names = [...new Set(entries.map(({ name }) => name))]
  await writeFile(file, names.map((name) => `import '${name}'\n`).join(''))
  const program = ts.createProgram([file], {
    module: ts.ModuleKind.NodeNext,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
    types: [],
  })
  const checker = program.getTypeChecker()
  const imports = program.getSourceFile(file)?.statements.filter(ts.isImportDeclaration) ?? []
  const modules = new Map(
    imports.map(({ moduleSpecifier }, index) => [names[index], checker.getSymbolAtLocation(moduleSpecifier)]),
  )
  return new Map(
    await Promise.all(
      entries.map(async (entry): Promise<[Entry, string]> => {
        const module = modules.get(entry.name)
        if (!module) throw new Error(`The compiler does not find ${entry.name}.`)
        const text = await readFile(entry.declarations, 'utf8')
        const imported = peers.filter((peer) => text.includes(`from '${peer}`))
        return [
          entry,
          [
            ...imported.map((peer) => `import '${peer === 'svelte' ? 'svelte/store' : peer}'`),
            printWrappers({
              name: entry.name,
              module,
              checker,
              isOwn: (path) => path.includes(`/@latchkey/${entry.packageName}/`),
            }),
            '',
          ].join('\n'),
        ]
      }),
    ),
  )
}

/** A folder in which a package manager has installed one package, or all of them, with their peers. */
async function createInstallation(name: string, layout: Layout, packageName?: PackageName): Promise<string> {
  const { folder } = installedPackages()
  const targets = Object.fromEntries(
    [...peers, '@types/react', 'jose', 'openapi-fetch'].map((peer) => [peer, join(folder, 'node_modules', peer)]),
  )
  const found = { ...targets, '@playwright/test': packageFolder('@playwright/test'), vitest: packageFolder('vitest') }
  if (layout === 'npm') return createProject(name, found)
  const store = await createProject(`${name}/node_modules/.pnpm/all`, found)
  const project = join(folder, 'projects', name)
  for (const dependency of [...peers, '@types/react', `@latchkey/${packageName}`]) {
    const path = join(project, 'node_modules', dependency)
    await mkdir(dirname(path), { recursive: true })
    await symlink(join(store, 'node_modules', dependency), path)
  }
  return project
}

/** Writes a composite project per module, so that each one sees only what its entry brings along. @returns Their folders */
async function writeLibraries(installation: string, packageName: PackageName): Promise<readonly string[]> {
  await writeFile(join(installation, 'package.json'), '{ "private": true, "type": "module" }')
  const own = [...wrappers].filter(([entry]) => entry.packageName === packageName)
  return Promise.all(
    own.map(async ([{ name, isCommonJs }, text]) => {
      const folder = join(installation, name.replaceAll(/\W+/g, '_') + (isCommonJs ? '_cjs' : ''))
      const file = isCommonJs ? 'index.cts' : 'index.ts'
      await mkdir(folder)
      await writeFile(join(folder, file), text)
      const options = { module: 'nodenext', target: 'es2022', lib: ['es2023', 'dom', 'dom.iterable'], types: [] }
      const emitted = { composite: true, emitDeclarationOnly: true, outDir: 'out', strict: true, skipLibCheck: true }
      const config = { compilerOptions: { ...options, ...emitted }, files: [file] }
      await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
      return folder
    }),
  )
}

/**
 * Faults of peers: msw has types that it does not export, so nobody can name them. To TypeScript before 5.8, a library
 * of ES modules cannot be imported by CommonJS.
 */
const ofPeers = /\/node_modules\/msw\/lib\/_chunks\/|TS1479: .* 'import\("(msw|solid-js)"\)'/

describe('a library that exports every result, argument and property of an entry', () => {
  it.each(rows)('emits its declarations with TypeScript %s, as %s installs the packages', async (version, layout) => {
    const faults: string[] = []
    for (const packageName of packageNames) {
      const installation = await createInstallation(`${layout}-${version}-${packageName}`, layout, packageName)
      const folders = await writeLibraries(installation, packageName)
      const args = [command(compilers[version], 'bin/tsc'), '-b', ...folders, '--pretty', 'false']
      const output = await runNode(args, { cwd: installation }).catch(({ message }: Error) => message)
      const errors = output.split('\n').filter((line) => line.includes('error TS'))
      faults.push(...errors.filter((line) => !ofPeers.test(line)))
    }
    expect(faults).toEqual([])
  })
})
