import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { timeWalks } from './commandWalks.ts'
import { createProject, runNode, unpackedFolder } from './consumer.ts'

// Walks the parts of the packed client that no recipe of the mock walks.

timeWalks()

const installed = fileURLToPath(new URL('../../client/node_modules/', import.meta.url))

/** An empty project with these packages beside the packed ones, and a program in it. */
async function projectOf(name: string, packages: readonly string[], program: string): Promise<string> {
  const dependencies = Object.fromEntries(packages.map((each) => [each, join(installed, each)]))
  const cwd = await createProject(`walk-${name}`, dependencies)
  await writeFile(join(cwd, 'package.json'), '{ "private": true, "type": "module" }')
  await writeFile(join(cwd, 'walk.ts'), program)
  return cwd
}

describe('the component for Solid', () => {
  it('shows who is signed in, and else the way there', async () => {
    const readme = await readFile(join(unpackedFolder('client'), 'README.md'), 'utf8')
    const [, component = ''] = /^```tsx\n\/\/ Solid: Account\.tsx\n(.*?)^```/ms.exec(readme) ?? []
    const cwd = await projectOf(
      'solid',
      ['@babel/core', 'babel-preset-solid', 'solid-js'],
      `import { readFile, writeFile } from 'node:fs/promises'
      import { transformAsync } from '@babel/core'
      import { createTransport } from '@latchkey/client'
      import { createSession, memoryStorage } from '@latchkey/client/session'
      import { createMock } from '@latchkey/mock'

      const presets = [['babel-preset-solid', { generate: 'ssr' }]]
      const { code } = await transformAsync(await readFile('page.jsx', 'utf8'), { presets })
      await writeFile('page.js', code)
      const { render } = await import('./page.js')

      const mock = createMock()
      const { id: environmentId } = mock.defaults.environments.sandbox
      const api = createTransport({ baseUrl: mock.baseUrl, environmentId, fetch: mock.fetch })
      const session = createSession({ api, storage: memoryStorage() })
      console.log(render(session))
      await session.adopt((await mock.signIn('ada@example.com')).reply)
      console.log(render(session))
      process.exit()`,
    )
    await writeFile(
      join(cwd, 'page.jsx'),
      `${component}
      import { SessionProvider } from '@latchkey/client/solid'
      import { renderToString } from 'solid-js/web'
      export const render = (session) => renderToString(() => (
        <SessionProvider session={session} initialSnapshot={session}><Account /></SessionProvider>
      ))`,
    )
    const [signedOut, signedIn] = (await runNode(['walk.ts'], { cwd })).split('\n')
    expect(signedOut).toMatch(/<a .*href="\/sign-in".*>Sign in<\/a>/)
    expect(signedIn?.replaceAll(/<!--.*?-->/g, '')).toMatch(/<button.*>Sign out ada@example\.com<\/button>/)
  })
})

describe('the options for TanStack Query', () => {
  it('read an operation once until it is invalidated, page by page, and pass its refusal on', async () => {
    const cwd = await projectOf(
      'query',
      ['@tanstack/query-core'],
      `import { QueryClient } from '@tanstack/query-core'
      import { bearer, createTransport } from '@latchkey/client'
      import { users } from '@latchkey/client/operations'
      import { infiniteQueryOptions, mutationOptions, queryOptions } from '@latchkey/client/query'
      import { createMock } from '@latchkey/mock'

      const mock = createMock()
      const { id: environmentId, token } = mock.defaults.environments.sandbox
      const api = createTransport({ baseUrl: mock.baseUrl, environmentId, fetch: mock.fetch, auth: bearer(token) })
      const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } })

      const count = async () => (await queries.fetchQuery(queryOptions(users.list, api))).count
      const { mutationFn } = mutationOptions(users.create, api)
      const counts = [await count()]
      await mutationFn({ body: { email: 'ada@example.com' } })
      counts.push(await count())
      await queries.invalidateQueries({ queryKey: ['users'] })
      console.log('counts', ...counts, await count())

      for (const name of ['grace', 'joan']) await mock.create.user({ email: name + '@example.com' })
      const pages = infiniteQueryOptions(users.list, api, { query: { limit: 2 } })
      const { pages: read } = await queries.fetchInfiniteQuery({ ...pages, pages: 2 })
      console.log('pages of', ...read.map(({ items }) => items.length))

      const refused = queries.fetchQuery(queryOptions(users.get, api.with({ auth: bearer('of-nobody') }), { userId: '42' }))
      console.log('refusal', await refused.catch(({ status }) => status))`,
    )
    expect((await runNode(['walk.ts'], { cwd })).trim().split('\n')).toEqual([
      'counts 0 0 1',
      'pages of 2 1',
      'refusal 401',
    ])
  })
})
