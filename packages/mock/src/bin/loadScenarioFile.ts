import { statSync } from 'node:fs'
import { extname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { importOutside } from '@latchkey/base/importOutside'
import type { ScenarioSource } from '../control/defineScenario.ts'
import type { Mock } from '../mock/createMock.ts'
import { fileProblem, readJsonFile } from './readDataFile.ts'
import { superviseScenario } from './superviseScenario.ts'

/** Scenarios of this package, by name. They are imported, since the built package has this code in another folder. */
const ownScenarios: Readonly<Record<string, () => Promise<{ readonly default: unknown }>>> = {
  demo: () => import('../../scenarios/demo.json', { with: { type: 'json' } }),
}

const modules: ReadonlySet<string> = new Set(['.js', '.mjs', '.cjs', '.ts', '.mts', '.cts'])

/**
 * Loads a scenario into a mock: the name of one of this package, or a file of JSON or code.
 *
 * @param exitCode - Of the command, if the scenario ends the process.
 * @throws TypeError with one sentence, also if the scenario does not end
 */
export async function loadScenarioFile(file: string, mock: Mock, exitCode: number): Promise<void> {
  await superviseScenario({ file, mock, exitCode }, async () => {
    const source = await readSource(file)
    const scenario = typeof source === 'function' ? await source(mock) : source
    if (scenario !== undefined) await mock.load(scenario)
  })
}

async function readSource(file: string): Promise<ScenarioSource> {
  const importOwn = Object.hasOwn(ownScenarios, file) ? ownScenarios[file] : undefined
  if (importOwn) return (await importOwn()).default as ScenarioSource
  const extension = extname(file)
  if (extension === '.json') return readJsonFile('scenario', file) as ScenarioSource
  if (!modules.has(extension))
    throw new TypeError(`--scenario takes a file that ends in .json, .js, .mjs or .ts, or "demo", not "${file}".`)
  if (extension.endsWith('ts') && !process.features.typescript)
    throw new TypeError(
      `The scenario ${file} cannot be read: Node ${process.versions.node} does not run TypeScript. ` +
        'Use Node 22.18 or later, or write it as .json or .mjs.',
    )
  return importScenario(file)
}

async function importScenario(file: string): Promise<ScenarioSource> {
  const path = resolve(file)
  try {
    // Says what is wrong with the path in the same words as for other files.
    if (statSync(path).isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' })
    const module = (await importOutside(pathToFileURL(path).href)) as { default?: unknown }
    if (module.default === undefined) throw new Error('it has no default export')
    return module.default as ScenarioSource
  } catch (error) {
    throw fileProblem('scenario', file, error)
  }
}
