import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import type { LinkSchema } from './describeSchema.ts'
import { page, tryFile } from './markdown.ts'
import { entriesOf } from './packageEntries.ts'
import { type Context, printExport, printMembers, printTypes, unalias } from './printSymbols.ts'

const root = fileURLToPath(new URL('../../mock/', import.meta.url))

/** A sentence about each entry of the mock's export map, and the file of `examples/` that runs in its page. */
const described: Readonly<Record<string, readonly [description: string, example: string]>> = {
  index: ['The mock: what the package exports, and every function of a mock.', 'control.ts'],
  browser: ['The mock in a page, behind a service worker.', 'concepts/providers.ts'],
  cloudflare: ['The mock as a Worker, with a Durable Object for each world.', 'recipes/sharedMock.ts'],
  inspector: ['The element that shows what happens in a mock.', 'concepts/sessions.ts'],
  jest: ['Sweeps of a test in Jest: each call, and each way in which it can fail.', 'recipes/sweep.ts'],
  'jest-environment': ['The environment of Jest with jsdom in which the mock runs.', 'signIn.ts'],
  names: ['The names of a deployment that spells the interface differently.', 'recipes/names.ts'],
  node: ['The mock as a server in a process of Node.', 'concepts/worlds.ts'],
  playwright: ["Playwright's test with a mock for each test.", 'recipes/passkeys.ts'],
  storybook: ["Storybook's preview with a mock for each story.", 'client/react.ts'],
  vitest: ["vitest's test with a mock for each test.", 'signIn.ts'],
  'vitest-browser': ["vitest's test with a mock for each test in a real browser.", 'signIn.ts'],
}

/** The mock's reference, from the TSDoc of its entries: what each exports, and every member of a mock by its path. */
export function mockPages(link: LinkSchema, hasSchema: (name: string) => boolean): ReadonlyMap<string, string> {
  const entries = entriesOf('mock').flatMap(({ source, ...entry }) => (source ? [{ ...entry, source }] : []))
  const config = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile).config as unknown
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root)
  const program = ts.createProgram(
    entries.map(({ source }) => source),
    options,
  )
  const checker = program.getTypeChecker()
  /** The types that the page of the package itself describes. */
  let shared = new Set<string>()
  return new Map(
    entries
      .sort((a, b) => Number(b.page === 'index') - Number(a.page === 'index'))
      .map(({ page: name, specifier, source }) => {
        const [description, example] = described[name] ?? []
        if (!description || !example)
          throw new Error(`${specifier} has no reference. Describe "${name}" in scripts/mockPages.ts.`)
        const context: Context = {
          checker,
          root: `${root}src/`,
          link,
          hasSchema,
          types: new Map(),
        }
        const file = program.getSourceFile(source)
        const symbol = file && checker.getSymbolAtLocation(file)
        if (!symbol) throw new Error(`${specifier} exports nothing.`)
        const symbols = checker.getExportsOfModule(symbol).map((one) => unalias(context, one))
        const mock = name === 'index' && symbols.find((one) => one.name === 'Mock')
        const exported = symbols.filter((one) => one !== mock).map((one) => printExport(context, one))
        const members = mock ? ['## A mock\n', ...printMembers(context, mock, 'mock')] : []
        const types = printTypes(context, shared)
        if (name === 'index') shared = new Set(context.types.keys())
        return [
          `mock/${name}.md`,
          page(specifier, description, [
            `${description}\n`,
            tryFile(example),
            ...exported,
            ...members,
            ...(types.length > 0 ? ['## Types\n', ...types] : []),
          ]),
        ]
      }),
  )
}
