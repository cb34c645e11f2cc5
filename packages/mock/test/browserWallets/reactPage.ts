import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { compileFunction } from 'node:vm'
import { build } from 'esbuild'
import { Window } from 'happy-dom'
import { vi } from 'vitest'

const folder = fileURLToPath(new URL('.', import.meta.url))

/**
 * Puts an empty page into the global variables, and loads libraries there. They are bundled, so that they are new to
 * each page: they remember the window in which they have looked for wallets.
 *
 * @param exported - Lines such as `export * as React from 'react'`.
 * @param conditions - Of the exports that are taken from packages, before those of Node.
 */
export async function openReactPage<Libraries>(
  exported: string,
  conditions: string[] = [],
): Promise<Libraries & { readonly window: Window }> {
  const window = new Window({ url: 'https://app.example.com/' })
  const globals = ['window', 'document', 'Event', 'CustomEvent', 'localStorage', 'navigator', 'HTMLElement'] as const
  for (const name of globals) vi.stubGlobal(name, name === 'window' ? window : window[name])
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const { outputFiles } = await build({
    stdin: { contents: exported, resolveDir: folder, loader: 'ts' },
    absWorkingDir: folder,
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    conditions,
    // The page shows nothing.
    loader: { '.css': 'empty' },
    logLevel: 'silent',
  })
  const module = { exports: {} as Libraries }
  const run = compileFunction(outputFiles[0]?.text ?? '', ['require', 'module', 'exports'])
  run(createRequire(import.meta.url), module, module.exports)
  return { ...module.exports, window }
}

/** React, as a bundle has it. */
export interface ReactLibraries {
  readonly React: typeof import('react')
  readonly client: typeof import('react-dom/client')
}

/** Renders an element, which tells what it has read, until a function is called that takes it away. */
export async function render<Reading>(
  { React, client }: ReactLibraries,
  provide: (component: () => null) => import('react').ReactNode,
  read: () => Reading,
) {
  const readings: Reading[] = []
  function Probe() {
    readings.push(read())
    return null
  }
  const root = client.createRoot(document.createElement('div'))
  await React.act(async () => root.render(provide(Probe)))
  return {
    get current() {
      return readings.at(-1) as Reading
    },
    act: <T>(work: () => Promise<T>): Promise<T> => React.act(work),
    unmount: () => React.act(async () => root.unmount()),
  }
}
