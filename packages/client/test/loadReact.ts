import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { compileFunction } from 'node:vm'
import { build } from 'esbuild'

export const reactVersions = [18, 19] as const

type ReactVersion = (typeof reactVersions)[number]

/** A version of React, and `src/react.ts` on it. React 18 has the functions that the types of React 19 name here. */
export interface LoadedReact {
  React: typeof import('react')
  client: typeof import('react-dom/client')
  server: typeof import('react-dom/server')
  hooks: typeof import('../src/react.ts')
}

const source = fileURLToPath(new URL('../src/', import.meta.url))

/** The packages of each version, by the names that code imports. */
const packages: Readonly<Record<ReactVersion, Record<string, string>>> = {
  18: { react: 'react-18', 'react-dom': 'react-dom-18' },
  19: {},
}

/** Loads a version of React. Its DOM has to be in the global variables already. */
export async function loadReact(version: ReactVersion): Promise<LoadedReact> {
  const { outputFiles } = await build({
    stdin: {
      contents: `
        export * as React from 'react'
        export * as client from 'react-dom/client'
        export * as server from 'react-dom/server'
        export * as hooks from './react.ts'`,
      resolveDir: source,
      loader: 'ts',
    },
    alias: packages[version],
    absWorkingDir: source,
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    logLevel: 'silent',
  })
  const module = { exports: {} as LoadedReact }
  const run = compileFunction(outputFiles[0]?.text ?? '', ['require', 'module', 'exports'])
  run(createRequire(import.meta.url), module, module.exports)
  return module.exports
}
