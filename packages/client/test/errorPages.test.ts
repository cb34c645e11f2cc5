import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createMock } from '@latchkey/mock'
import { beforeAll, afterAll, describe, expect, it } from 'vitest'
import * as client from '../src/index.ts'
import { makeFolder, typeErrors } from './typeCheck.ts'

const pages = new URL('../docs/errors/', import.meta.url)
const names = readdirSync(pages)
  .map((file) => file.replace('.md', ''))
  .sort()
const read = (name: string) => readFileSync(new URL(`${name}.md`, pages), 'utf8')

/** The blocks of a page as a function of a client. */
function programOf(name: string): string {
  const code = Array.from(read(name).matchAll(/^```ts\n(.*?)^```/gms), ([, block]) => block).join('\n')
  const imports = code.match(/^import .*$/gm) ?? []
  return [
    ...imports,
    "import type { Transport } from '@latchkey/client'",
    'export async function run(client: Transport & { environmentId: string }, unknownId: string, console: { log(...values: unknown[]): void }): Promise<void> {',
    code.replace(/^import .*$/gm, ''),
    '}',
    '',
  ].join('\n')
}

/** The output of each page's example. */
const printed: Record<string, RegExp> = {
  ApiError: /^400 validation_failed \S+\nThere is no such user\.$/,
  AuthError: /^users\.list .+ Error: Nobody is signed in\.$/,
  ConnectionError: /^health\.check got no whole reply from 127\.0\.0\.1:1: no connection\.$/,
  PaginationError: /^events\.list .+$/,
  ResponseParseError: /^users\.list was answered with 200, but its body is not JSON\.$/,
  TimeoutError: /^users\.list got no whole reply within 20 ms\.$/,
  ValidationError: /^\$\.id is not of type string\n/,
}

let folder: string
const cleanUp: (() => void)[] = []
beforeAll(() => {
  folder = makeFolder(Object.fromEntries(names.map((name) => [`${name}.ts`, programOf(name)])), (remove) =>
    cleanUp.push(remove),
  )
})
afterAll(() => cleanUp.forEach((remove) => remove()))

it('there is a page for each error that a call may throw', () => {
  const classes = Object.keys(client).filter(
    (name) => /[a-z]Error$/.test(name) && name !== 'LatchkeyError' && !name.startsWith('is'),
  )
  expect(names).toEqual(classes.sort())
})

it('the examples of the pages are correct programs', async () => {
  expect(
    await typeErrors(
      folder,
      names.map((name) => `${name}.ts`),
    ),
  ).toEqual([])
})

describe.each(names)('the page of %s', (name) => {
  it('says when the error occurs and what to do, and has an example that runs', async () => {
    expect(read(name)).toMatch(new RegExp(`^# ${name}\n\n[^#]+\n## What to do\n\n[^#]+\n## Example\n`))
    const mock = createMock({ seed: 'errors', now: '2026-01-15T09:30:00.000Z' })
    const { id, token } = mock.defaults.environments.sandbox
    const api = client.createTransport({
      baseUrl: mock.baseUrl,
      environmentId: id,
      auth: client.bearer(token),
      fetch: mock.fetch,
    })
    const lines: string[] = []
    const { run } = await import(join(folder, `${name}.ts`))
    await run(api, '01900000-0000-7000-8000-00000000dead', {
      log: (...values: unknown[]) => lines.push(values.join(' ')),
    })
    expect(lines.join('\n')).toMatch(printed[name] as RegExp)
  })
})
