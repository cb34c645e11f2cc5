/**
 * Loads the ES modules of a package where `require` does not take them: in Jest's CommonJS mode, in Node 21 and 22 before
 * 22.12, and with `--no-experimental-require-module`. So a package has its code once.
 *
 * `writeCommonJs.ts` bundles this file as `dist/commonJs.cjs`, which an entry of CommonJS loads after `require` has
 * failed.
 */

import { readModule } from './readModule.ts'

declare const module: { require(specifier: string): unknown }
declare const __dirname: string

type Exports = Record<string, unknown>

/** By a variable, or the bundlers of pages would look for modules of Node. */
const { require: requireModule } = module
const requireOutside = (specifier: string): unknown => requireModule.call(module, specifier)

const loaded = new Map<string, Exports>()

/**
 * Loads an entry in place of `require`.
 *
 * @param path - Such as `./index.js`.
 * @param reason - The error of `require`. One that comes from the code of the entry is thrown again.
 */
export function load(path: string, reason: { readonly code?: string; readonly name?: string }): Exports {
  // Jest 29 has a syntax error without a code.
  if (reason.code !== 'ERR_REQUIRE_ESM' && reason.name !== 'SyntaxError') throw reason
  return loadModule(path)
}

function loadModule(path: string): Exports {
  const existing = loaded.get(path)
  if (existing) return existing
  const { readFileSync } = requireOutside('node:fs') as typeof import('node:fs')
  const { join } = requireOutside('node:path') as typeof import('node:path')
  const { pathToFileURL } = requireOutside('node:url') as typeof import('node:url')
  const file = join(__dirname, path)
  const url = pathToFileURL(file).href
  const exports: Exports = Object.defineProperty({}, '__esModule', { value: true })
  loaded.set(path, exports)
  try {
    const { body } = readModule(readFileSync(file, 'utf8'))
    // `eval` makes values of the realm of the test. `node:vm` would give the classes of another one.
    // oxlint-disable-next-line no-eval
    const run = (0, eval)(`${body}\n//# sourceURL=${url}`) as (...parts: readonly unknown[]) => void
    run(exports, loadNow, loadLater, url)
  } catch (error) {
    loaded.delete(path)
    throw error
  }
  return exports
}

/** The exports of a module, as a static import sees them. */
function loadNow(specifier: string): Exports {
  if (specifier.startsWith('./')) return loadModule(specifier)
  const exports = requireOutside(specifier) as Exports
  return exports?.['__esModule'] ? exports : { ...exports, default: exports }
}

const loadLater = (specifier: string): Promise<Exports> => Promise.resolve().then(() => loadNow(specifier))
