import { cp, symlink, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { build, preview } from 'vite'
import { describe, expect, it } from 'vitest'
import { startServer } from '../src/node.ts'
import { emptyProject, programOf, timeWalks, walkVariables } from './commandWalks.ts'
import { createProject, packageFolder, runNode, unpackedFolder } from './consumer.ts'
import { inChromium } from './page.ts'
import { readRecipe } from './recipes.ts'
import { isFull, onlyInFull } from './tier.ts'

// Walks whole apps and programs, with the packed packages in place of those of the workspace.

timeWalks()

const examples = fileURLToPath(new URL('../../../examples/', import.meta.url))
const dependencyOf = (folder: string, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, join(folder, 'node_modules', name)]))

/** A copy of an example without its tests, beside its dependencies. */
async function copyOf(example: string, dependencies: readonly string[]): Promise<string> {
  const folder = join(examples, example)
  const cwd = await createProject(`walk-${example}`, dependencyOf(folder, dependencies))
  const isCopied = (path: string) =>
    !['node_modules', 'tsconfig.json'].includes(basename(path)) && !path.endsWith('.test.ts')
  await cp(folder, cwd, { recursive: true, filter: isCopied })
  // Those of the examples extend the one of the workspace.
  await writeFile(join(cwd, 'tsconfig.json'), '{ "compilerOptions": { "jsx": "react-jsx" } }')
  return cwd
}

describe('the apps of the examples', () => {
  // The tests of `examples/servers` start all of them with the built packages.
  it.each(['express', 'hono', ...onlyInFull('fastify', 'next', 'sveltekit')])(
    '%s lets in who may, and nobody else',
    async (name) => {
      const cwd = await servers()
      await writeFile(
        join(cwd, 'walk.ts'),
        `import { startServer } from '@latchkey/mock/node'
      import { startApp } from './startApp.ts'
      const service = await startServer()
      const app = await startApp('${name}', service)
      const { token } = await service.mock.signIn('ada@example.com')
      const statusOf = async (path: string, init = {}) => (await fetch(app.url + path, init)).status
      const headers = { authorization: 'Bearer ' + token }
      const account = [await statusOf('/account', { headers }), await statusOf('/account')]
      console.log('statuses', ...account, await statusOf('/gold', { method: 'POST', headers }))
      await app.close()
      await service.close()`,
      )
      expect(await runNode(['walk.ts'], { cwd })).toContain('statuses 200 401 403')
    },
  )

  // The tests of `examples/react-sign-in` do this with the built packages.
  if (!isFull) return

  it('the page of React signs a person in by nothing but the code of an e-mail, with the mock in its service worker', async () => {
    const cwd = await copyOf('react-sign-in', ['@types/react', 'msw', 'react', 'react-dom', 'vite'])
    await build({ root: cwd, logLevel: 'error' })
    const server = await preview({ root: cwd, logLevel: 'error', preview: { port: 0, host: '127.0.0.1' } })
    const shown = await inChromium(server.resolvedUrls?.local[0] ?? '', async (page) => {
      const enter = async (label: string, text: string, button: string) => {
        await page.getByLabel(label).fill(text)
        await page.getByRole('button', { name: button, exact: true }).click()
      }
      await enter('E-mail', 'ada@example.com', 'Send a code')
      const letter = await page.getByRole('complementary', { name: 'Inbox' }).locator('pre').textContent()
      const [code = ''] = /\b\d{6}\b/.exec(letter ?? '') ?? []
      await enter('Code', code === '000000' ? '111111' : '000000', 'Sign in')
      const refusal = await page.getByRole('alert').textContent()
      await enter('Code', code, 'Sign in')
      const waysIn = page.getByRole('list', { name: 'Your ways to sign in' }).getByRole('listitem')
      return [refusal, await waysIn.textContent()]
    }).finally(() => server.close())
    expect(shown).toEqual([
      'This is not the code that was sent last, or it is no longer valid.',
      'email: ada@example.com',
    ])
  })
})

let copied: Promise<string> | undefined
/** The copy that the apps share. */
function servers(): Promise<string> {
  const kit = ['@sveltejs/kit', '@sveltejs/vite-plugin-svelte', 'svelte', 'vite']
  const next = ['@types/react', 'next', 'react', 'react-dom']
  return (copied ??= copyOf('servers', [...kit, ...next, '@hono/node-server', 'express', 'fastify', 'hono']).then(
    async (cwd) => {
      for (const name of ['typescript', '@types/node'])
        await symlink(packageFolder(name), join(cwd, 'node_modules', name))
      // Its bundler follows links only within this folder.
      await writeFile(join(cwd, 'next/next.config.ts'), "export default { turbopack: { root: '/' } }")
      return cwd
    },
  ))
}

describe('the page about x402', () => {
  it('pays for what an agent reads, and not where a policy forbids it', async () => {
    const names = ['@x402/evm', '@x402/fetch', 'viem']
    const cwd = await createProject('walk-x402', dependencyOf(fileURLToPath(new URL('..', import.meta.url)), names))
    await writeFile(
      join(cwd, 'x402.ts'),
      `${await programOf(join(unpackedFolder('mock'), 'docs/recipes/x402.md'))}
      console.log(weather, payments.length, refusal.message)
      mock.close()`,
    )
    await writeFile(join(cwd, 'package.json'), '{ "private": true, "type": "module" }')
    const output = await runNode(['x402.ts'], { cwd })
    expect(output).toContain("{ sky: 'clear' } 1 ")
    expect(output).toContain('The rule "Not here" denies this')
  })
})

describe('the configuration of a coding agent', () => {
  it('gives it tools that act in the mock that runs', async () => {
    const server = await startServer()
    const [, config = ''] = /^```json\n(.*?)^```/ms.exec(await readRecipe('coding-agents')) ?? []
    const { command, args } = JSON.parse(config).mcpServers.latchkey as { command: string; args: string[] }
    const cwd = await emptyProject('mcp')
    const client = new Client({ name: 'walk', version: '1' })
    const argsHere = args.map((arg) => arg.replace('http://127.0.0.1:4010', server.url))
    await client.connect(new StdioClientTransport({ command, args: argsHere, cwd, env: walkVariables(cwd) }))
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toContain('call_operation')
    const call = { route: 'POST create/user', input: { email: 'ada@example.com' } }
    const reply = await client.callTool({ name: 'control', arguments: call })
    expect(reply.isError ?? false, JSON.stringify(reply)).toBe(false)
    expect(server.mock.counts().users).toBe(1)
    await client.close()
    await server.close()
  })
})
