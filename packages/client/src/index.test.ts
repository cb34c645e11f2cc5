import { execFileSync } from 'node:child_process'
import { operationTable } from '@latchkey/types'
import { expect, it } from 'vitest'
import * as operations from './generated/operations/index.ts'
import * as client from './index.ts'

it('exports the names of this list from @latchkey/client', () => {
  expect(Object.keys(client).sort()).toEqual([
    'ApiError',
    'AuthError',
    'ConnectionError',
    'LatchkeyError',
    'PaginationError',
    'ResponseParseError',
    'TimeoutError',
    'ValidationError',
    'bearer',
    'cookies',
    'createAuth',
    'createClient',
    'createTransport',
    'isApiError',
    'isLatchkeyError',
    'logger',
    'validateWith',
  ])
})

it('exports a namespace per resource, with each operation of the contract, from the operations entry', () => {
  const functions = Object.entries(operations).flatMap(([resource, verbs]) =>
    Object.keys(verbs)
      .filter((verb) => verb !== 'remove')
      .map((verb) => `${resource}.${verb}`),
  )
  expect(functions.sort()).toEqual(Object.keys(operationTable).sort())
})

it('iterates exactly the lists that the contract pages', () => {
  const never = { baseUrl: 'https://api.test', dispatch: () => new Promise<never>(() => {}) }
  const paged = Object.entries(operationTable).filter(([id]) => {
    const [resource = '', verb = ''] = id.split('.')
    const verbs: Readonly<Record<string, Readonly<Record<string, (caller: typeof never, input: never) => object>>>> =
      operations
    const input = new Proxy(
      {},
      {
        get: () => 'x',
        ownKeys: () => ids,
        getOwnPropertyDescriptor: () => ({ value: 'x', enumerable: true, configurable: true }),
      },
    )
    return 'pages' in (verbs[resource]?.[verb]?.(never, input as never) ?? {})
  })
  expect(paged.map(([id]) => id)).toEqual(
    Object.entries(operationTable)
      .filter(([, row]) => 'paging' in row)
      .map(([id]) => id),
  )
})

it('touches no web API when it is imported', () => {
  const names = ['Request', 'Response', 'Headers', 'FormData', 'fetch', 'AbortController', 'URLSearchParams']
  const script = `
    const touched = []
    for (const name of ${JSON.stringify(names)}) {
      const value = globalThis[name]
      Object.defineProperty(globalThis, name, { configurable: true, get() { touched.push(name); return value } })
    }
    await import(${JSON.stringify(new URL('./index.ts', import.meta.url).href)})
    await import(${JSON.stringify(new URL('./generated/operations/index.ts', import.meta.url).href)})
    console.log(JSON.stringify(touched))`
  expect(
    execFileSync(process.execPath, ['--conditions=@latchkey/source', '--input-type=module', '-e', script], {
      encoding: 'utf8',
    }).trim(),
  ).toBe('[]')
})

const ids = [
  ...new Set(
    Object.values(operationTable).flatMap(({ path }) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)),
  ),
]
