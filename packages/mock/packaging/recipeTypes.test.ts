import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runnerFolder } from '@latchkey/runners'
import { beforeAll, describe, expect, it } from 'vitest'
import { command, createProject, runNode, unpackedFolder } from './consumer.ts'
import { type Module, modulesOf } from './recipeBlocks.ts'
import { pageOfClient, writeFiles } from './recipes.ts'

// Every block of TypeScript and JavaScript in a recipe, checked by the compiler with the packed packages.

/** Names that the loose blocks of a page take for granted: the page says so, or they are the user's own. */
const givenOf: Readonly<Record<string, string>> = {
  batches: 'declare const calls: { to: `0x${string}` }[]',
  cookies: "import { createMock } from '@latchkey/mock'",
  connect: "import { startServer } from '@latchkey/mock/node'\nimport { createClient } from '@latchkey/client'",
  chains: 'declare const address: `0x${string}`',
  events: "import { createMock } from '@latchkey/mock'",
  exchanges: `declare const mock: import('@latchkey/mock').Mock
    declare const [orderId, paymentId, address]: [string, string, string]
    declare const ada: { id: string }`,
  inspector: "import { createMock } from '@latchkey/mock'",
  mailboxes: "import { createMock } from '@latchkey/mock'",
  names: 'declare const [token, environmentId]: [string, string]',
  'real-providers': "declare const mock: import('@latchkey/mock').Mock",
  'signing-out': "declare const session: import('@latchkey/client/session').Session",
}

/** Pages whose test runner or library brings globals, or has no types here, which are `any` for the compiler then. */
const untyped: Readonly<Record<string, string>> = {
  codes: 'declare const beforeEach, describe, it, expect, cy, device, element, by, browser, $: any',
  jest: 'declare const beforeAll, afterAll, beforeEach, afterEach, test, expect, jest: any',
  runtimes: "declare const Deno: any\ndeclare module 'bun:test'",
  supertest: "declare module 'express'\ndeclare module 'supertest'",
}

/** Globals of the scripts of a page whose TypeScript has types. */
const globalsOfScripts: Readonly<Record<string, string>> = {
  'browser-wallets': 'declare const beforeEach, afterEach, test, expect, jest: any',
}

/** Modules that a bundler resolves. */
const bundled = `/// <reference types="vite/client" />
declare module '*.vue' { const component: import('vue').Component; export default component }
declare module 'react-native-get-random-values'`

const compilerOptions = {
  strict: true,
  module: 'preserve',
  target: 'es2023',
  lib: ['es2023', 'dom', 'dom.iterable'],
  jsx: 'react-jsx',
  types: ['node'],
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  resolveJsonModule: true,
  experimentalDecorators: true,
}

/** Without types of parameters, as JavaScript has them. */
const loose = { ...compilerOptions, strict: false, allowJs: true, checkJs: true }

const config = (options: object) => ({ path: 'tsconfig.json', text: JSON.stringify({ compilerOptions: options }) })

const recipes = fileURLToPath(new URL('../docs/recipes/', import.meta.url))
const mockModules = fileURLToPath(new URL('../node_modules/', import.meta.url))

let folder: string
beforeAll(async () => {
  folder = await createProject('recipe-types', await everyDependency())
  const app = await pageOfClient()
  for (const page of await readdir(recipes)) {
    const name = page.replace('.md', '')
    const modules = modulesOf(
      await readFile(join(unpackedFolder('mock'), 'docs/recipes', page), 'utf8'),
      givenOf[name] ?? '',
    )
    const [strict, lax] = [false, true].map((isLax) =>
      modules.filter(({ isScript }) => (isScript || name in untyped) === isLax),
    ) as [Module[], Module[]]
    const shown = new Set(modules.map(({ path }) => path))
    const others = modules.some(({ text }) => /'\.\/(?:App|session)'/.test(text)) ? app : []
    const beside = others.filter(({ path }) => !shown.has(path))
    const globals = { path: 'globals.d.ts', text: untyped[name] ?? globalsOfScripts[name] ?? '' }
    const file = { path: 'names.json', text: '{}' }
    if (strict.length > 0) await writeFiles(join(folder, 'strict', name), [...beside, ...strict, ...lax, file])
    if (lax.length > 0) await writeFiles(join(folder, 'lax', name), [...beside, ...lax, ...strict, globals])
  }
  const bundler = { path: 'bundled.d.ts', text: bundled }
  await writeFiles(join(folder, 'strict'), [bundler, config(compilerOptions)])
  await writeFiles(join(folder, 'lax'), [bundler, config(loose)])
})

/** The packages that the recipes import, from the workspace. */
async function everyDependency(): Promise<Record<string, string>> {
  const runners = dirname(runnerFolder('react'))
  const folders = [mockModules, runners]
  const names = await Promise.all(folders.map((from) => namesIn(from)))
  return Object.fromEntries(
    folders.flatMap((from, index) => (names[index] ?? []).map((name) => [name, join(from, name)] as const)),
  )
}

async function namesIn(modules: string): Promise<string[]> {
  const names = (await readdir(modules)).filter((name) => !name.startsWith('.') && name !== '@latchkey')
  const nested = names.map(async (name) =>
    name.startsWith('@') ? (await readdir(join(modules, name))).map((inner) => `${name}/${inner}`) : [name],
  )
  return (await Promise.all(nested)).flat()
}

const check = (kind: string) =>
  runNode([command('typescript-7', 'bin/tsc'), '-p', join(folder, kind), '--pretty', 'false'])

/** Output, languages that have no types, and those that have a compiler of their own, with which `recipes.test.ts` reads them. */
const others = ['', ...'sh json yaml html vue go java php python nginx apache caddy'.split(' ')]

describe('the blocks of the recipes', () => {
  it('name languages that are known, so that none is left out by its spelling', async () => {
    const pages = await Promise.all((await readdir(recipes)).map((page) => readFile(join(recipes, page), 'utf8')))
    // Every second fence ends a block.
    const fences = pages.map((page) => page.split('\n').filter((line) => line.startsWith('```')))
    const languages = fences.flatMap((lines) =>
      lines.filter((_, index) => index % 2 === 0).map((line) => line.slice(3)),
    )
    const checked = ['ts', 'tsx', 'js', 'jsx', 'mjs']
    expect([...new Set(languages)].filter((name) => ![...checked, ...others].includes(name))).toEqual([])
  })

  it.each(['strict', 'lax'])('have no errors of types: %s', async (kind) => {
    expect(await check(kind)).toBe('')
  })

  it('are really checked, in files and in loose blocks of each kind', async () => {
    const wrong = 'mock.create.usr()'
    const mockOf = "declare const mock: import('@latchkey/mock').Mock"
    const pages = [
      [compilerOptions, `\`\`\`ts\n${wrong}\n\`\`\`\n`],
      [compilerOptions, `\`\`\`tsx\n// planted.tsx\n${mockOf}\n${wrong}\n\`\`\`\n`],
      [loose, `\`\`\`js\n${wrong}\n\`\`\`\n`],
      [loose, `\`\`\`js\n// planted.mjs\nconst mock = { create: 'x' }\n${wrong}\n\`\`\`\n`],
    ] as const
    const errors = pages.map(async ([options, page], index) => {
      const place = join(folder, `planted${index}`)
      await writeFiles(place, [config(options), ...modulesOf(page, mockOf)])
      return check(`planted${index}`).catch(String)
    })
    for (const error of await Promise.all(errors)) expect(error).toContain("'usr' does not exist")
  })
})
