import type { Mock, MockOptions } from '@latchkey/mock'
import { transform } from 'sucrase'
import { modules } from './modules.ts'
import { siteOptions } from './siteMock.ts'

type Module = Readonly<Record<string, unknown>>
type Print = (...values: unknown[]) => void

export interface ExampleHost {
  /** Receives what the example prints, and the error that ends it. */
  print(kind: 'value' | 'error', values: readonly unknown[]): void
  /** Receives each mock that the example creates. */
  onMock(mock: Mock): void
}

/**
 * Runs an example: a module in TypeScript whose imports are among {@link modules}.
 *
 * @returns Whether it ran to its end. Otherwise its error was printed.
 */
export async function runExample(source: string, host: ExampleHost): Promise<boolean> {
  try {
    const { code } = transform(source, { transforms: ['typescript', 'imports'], production: true })
    const loaded = await loadImports(code, host)
    const print =
      (kind: 'value' | 'error'): Print =>
      (...values) =>
        host.print(kind, values)
    const shownConsole = {
      ...console,
      log: print('value'),
      info: print('value'),
      warn: print('error'),
      error: print('error'),
    }
    const run = new Function('require', 'exports', 'console', `return (async () => {${code}\n})()`)
    await run((name: string) => loaded.get(name), {}, shownConsole)
    return true
  } catch (error) {
    host.print('error', [error])
    return false
  }
}

/** Loads what the compiled code requires. The mocks that it creates are reported to the host. */
async function loadImports(code: string, host: ExampleHost): Promise<ReadonlyMap<string, Module>> {
  const names = new Set(Array.from(code.matchAll(/\brequire\('([^']+)'\)/g), ([, name = '']) => name))
  const loaded = await Promise.all(
    Array.from(names, async (name): Promise<[string, Module]> => {
      const load = modules[name]
      if (!load)
        throw new TypeError(`"${name}" cannot be imported here. What can be: ${Object.keys(modules).join(', ')}.`)
      return [name, name === '@latchkey/mock' ? reporting(await load(), host) : await load()]
    }),
  )
  return new Map(loaded)
}

/** The module of the mock, whose `createMock` also tells the host. */
function reporting(module: Module, host: ExampleHost): Module {
  const createMock = module.createMock as (options?: MockOptions) => Mock
  const createReported = (options?: MockOptions) => {
    const mock = createMock({ ...siteOptions, ...options })
    host.onMock(mock)
    return mock
  }
  return { ...module, createMock: createReported }
}
