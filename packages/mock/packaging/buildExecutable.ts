/**
 * Builds the command as one file that runs without Node and without packages: Node's own program with the bundled
 * command in it, and that command's compiled code.
 *
 *   node packaging/buildExecutable.ts <folder>
 *
 * The executable is for the system and the processor that build it.
 */
import { execFileSync } from 'node:child_process'
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { inject } from 'postject'
import { readManifest } from '../../tooling/src/bundles/licenses.ts'
import { inputsOf, noticesOf } from '../../tooling/src/bundles/notices.ts'
import { bundledPackages, cycloneDx } from '../../tooling/src/bundles/sbom.ts'
import manifest from '../package.json' with { type: 'json' }
import { bundleInspector } from './bundleInspector.ts'
import { serverLibraries } from './serverLibraries.ts'
import { urlOfCommonJs } from './urlOfCommonJs.ts'

const root = fileURLToPath(new URL('../', import.meta.url))

/** The mark in Node's program that says whether something was put into it. */
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'

const systems: Readonly<Partial<Record<NodeJS.Platform, string>>> = { darwin: 'macos', win32: 'windows' }

/** The name of the executable for this system, such as `latchkey-mock-linux-x64`. */
export const executableName = `latchkey-mock-${systems[process.platform] ?? process.platform}-${process.arch}${
  process.platform === 'win32' ? '.exe' : ''
}`

/**
 * Builds the executable of this system into a folder, with its bill of materials and the licences of what is in it.
 *
 * @returns Its path.
 */
export async function buildExecutable(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  const work = await mkdtemp(join(tmpdir(), 'latchkey-executable-'))
  try {
    const inputs = await bundleCommand(join(work, 'command.cjs'))
    const blob = await prepareBlob(work)
    const executable = join(folder, executableName)
    await copyFile(process.execPath, executable)
    await chmod(executable, 0o755)
    const isMac = process.platform === 'darwin'
    if (isMac) execFileSync('codesign', ['--remove-signature', executable])
    await inject(executable, 'NODE_SEA_BLOB', blob, {
      sentinelFuse: fuse,
      ...(isMac && { machoSegmentName: 'NODE_SEA' }),
    })
    // macOS runs no program without a signature. This one names nobody.
    if (isMac) execFileSync('codesign', ['--sign', '-', executable])
    await describeParts(executable, inputs)
    return executable
  } finally {
    await rm(work, { recursive: true })
  }
}

/** Bundles the command as one file of CommonJS. @returns The paths of the files in it, relative to the package's folder. */
export async function bundleCommand(outfile: string): Promise<string[]> {
  const inspector = await bundleInspector()
  const { banner, define, logOverride } = urlOfCommonJs('import.meta')
  /** The modules that others take the place of, and whether they were there. */
  const replaced = new Map<RegExp, boolean>()
  const { metafile } = await build({
    stdin: {
      contents: "import { runCommandLine } from './src/bin/commandLine.ts'\nvoid runCommandLine()",
      resolveDir: root,
    },
    absWorkingDir: root,
    bundle: true,
    outfile,
    format: 'cjs',
    platform: 'node',
    target: `node${process.versions.node}`,
    conditions: ['@latchkey/source', 'module', 'browser'],
    mainFields: ['module', 'main'],
    minifyWhitespace: true,
    metafile: true,
    logLevel: 'error',
    banner: { js: banner },
    logOverride,
    define: {
      ...define,
      PAPA_BROWSER_CONTEXT: 'true',
      'process.env.NODE_ENV': '"production"',
      LATCHKEY_INSPECTOR: JSON.stringify(inspector.code),
      LATCHKEY_MOCK_VERSION: JSON.stringify(manifest.version),
    },
    plugins: [
      serverLibraries,
      {
        name: 'parts of the executable',
        setup({ onLoad }) {
          const replace = (part: RegExp, contents: string, resolveDir: string) => {
            replaced.set(part, false)
            onLoad({ filter: part }, () => {
              replaced.set(part, true)
              return { contents, resolveDir, loader: 'ts' }
            })
          }
          replace(
            /\/hosts\/inspectorScript\.ts$/,
            "import { inspectorCode } from './inspectorCode.ts'\nexport const loadInspectorScript = async () => inspectorCode",
            `${root}src/control/http`,
          )
          replace(
            /\/base\/src\/importOutside\.ts$/,
            "export { importOutside } from './importOutsideExecutable.ts'",
            `${root}packaging`,
          )
        },
      },
    ],
  })
  for (const [part, isFound] of replaced) if (!isFound) throw new Error(`The command has no module ${part}.`)
  return [...inputsOf(metafile).filter((path) => !path.startsWith('<')), ...inspector.inputs]
}

/** Compiles the bundle, as the start of the executable needs it. */
async function prepareBlob(work: string): Promise<Buffer> {
  const [config, output] = [join(work, 'sea.json'), join(work, 'command.blob')]
  await writeFile(
    config,
    JSON.stringify({
      main: join(work, 'command.cjs'),
      output,
      disableExperimentalSEAWarning: true,
      useCodeCache: true,
    }),
  )
  execFileSync(process.execPath, ['--experimental-sea-config', config], { stdio: 'pipe' })
  return readFile(output)
}

/** Lists all that is in an executable beside it, with the licences. */
export async function describeParts(executable: string, inputs: readonly string[]): Promise<void> {
  const bundled = bundledPackages(inputs, root)
  const libraries = bundled.filter(({ folder }) => folder.includes('/node_modules/'))
  const node = { name: 'node', version: process.versions.node, license: 'MIT' }
  await writeFile(`${executable}.licenses.md`, await noticesOf(libraries))
  const bill = cycloneDx({ ...readManifest(root), name: 'latchkey-mock' }, [...bundled, node])
  await writeFile(`${executable}.cdx.json`, `${JSON.stringify(bill, null, 2)}\n`)
}

const [, script = '', folder] = process.argv
if (folder !== undefined && fileURLToPath(import.meta.url) === script) {
  const executable = await buildExecutable(folder)
  console.log(`${executable} ${execFileSync(executable, ['--version'], { encoding: 'utf8' }).trim()}`)
}
