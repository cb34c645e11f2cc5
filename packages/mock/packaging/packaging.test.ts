import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { describe, expect, it } from 'vitest'
import { command, createProject, installedPackages, packageFolder, packageNames, runNode } from './consumer.ts'
import { textOfPage } from './page.ts'
import { writeFiles } from './recipes.ts'
import { onlyInFull } from './tier.ts'

const { folder, tarballs } = installedPackages()

describe('the packed packages', () => {
  it('work together in a page built by Vite', async () => {
    expect(await textOfPage(join(folder, 'page'), '#emails', 'ada@example.com 3')).toBe('ada@example.com 3')
  })

  it('runs the bytecode of a contract in a page', async () => {
    expect(await textOfPage(join(folder, 'bytecodePage'), '#answer', '42')).toBe('42')
  })

  it.each([
    ['an ES module', '--input-type=module', (name: string) => `await import('${name}')`],
    ['CommonJS', '--input-type=commonjs', (name: string) => `require('${name}')`],
  ])('make and know passkeys in %s', async (_, type, load) => {
    const program = `async function signIn() {
        const { createMock } = ${load('@latchkey/mock')}
        const { bearer, createTransport } = ${load('@latchkey/client')}
        const { passkeys } = ${load('@latchkey/client/operations')}
        const origin = 'https://app.example.com'
        const mock = createMock({ providers: ['emailOnly', 'passkey'] })
        await mock.create.origin(origin)
        const { token } = await mock.signIn(await mock.create.user({ email: 'ada@example.com' }))
        const environmentId = mock.defaults.environments.sandbox.id
        const api = createTransport({ baseUrl: mock.baseUrl, environmentId, fetch: mock.fetch })
        const hers = api.with({ auth: bearer(token) })
        const device = mock.authenticator()
        const body = await device.create(await passkeys.getRegistrationOptions(hers), { origin })
        await passkeys.register(hers, { body })
        const answer = await device.get(await passkeys.getSignInOptions(api), { origin })
        console.log((await passkeys.signIn(api, { body: answer })).user.email)
      }
      signIn()`
    expect(await runNode([type, '-e', program])).toBe('ada@example.com\n')
  })

  it('contain the command', async () => {
    expect(await runNode(['node_modules/.bin/latchkey-mock', '--help'])).toContain('latchkey-mock [flags]')
  })
})

const compilers = {
  '5.0': 'typescript-5.0',
  '5.9': 'typescript-5.9',
  '6': 'typescript',
  '7': 'typescript-7',
} as const
const resolutions = {
  bundler: { module: 'esnext', moduleResolution: 'bundler' },
  nodenext: { module: 'nodenext', moduleResolution: 'nodenext' },
} as const
type Combination = readonly [version: keyof typeof compilers, name: keyof typeof resolutions]

/**
 * The oldest and the newest version, each with a way to resolve; `pnpm test:full` tries the versions with both. The
 * declarations of openapi-fetch do not check before 5.4, so the oldest one reads them as `skipLibCheck` lets it.
 */
const combinations: readonly Combination[] = [
  ['5.0', 'nodenext'],
  ['5.9', 'nodenext'],
  ['7', 'bundler'],
  ...onlyInFull<Combination>(['5.9', 'bundler'], ['6', 'bundler'], ['6', 'nodenext'], ['7', 'nodenext']),
]

describe('the types', () => {
  it.each(combinations)(
    'check under TypeScript %s with %s, declarations included from 5.9 on',
    async (version, name) => {
      const compiler = compilers[version]
      const config = join(folder, 'types', `tsconfig.${compiler}.${name}.json`)
      await writeFile(
        config,
        JSON.stringify({
          compilerOptions: {
            ...resolutions[name],
            target: 'es2022',
            lib: ['ES2022', 'DOM', 'DOM.Iterable'],
            types: [],
            strict: true,
            skipLibCheck: version === '5.0',
            noEmit: true,
          },
          files: name === 'bundler' ? ['uses.ts'] : ['uses.ts', 'usesCommonJs.cts'],
        }),
      )
      expect(await runNode([command(compiler, 'bin/tsc'), '-p', config])).toBe('')
    },
  )

  it('check on a server, which has the types of Node 22 and no DOM', async () => {
    const cwd = await createProject('server-types', {
      '@tanstack/query-core': packageFolder('@tanstack/query-core'),
      '@types/node': packageFolder('types-node22'),
    })
    const options = { module: 'nodenext', target: 'es2023', lib: ['es2023'], types: ['node'], strict: true }
    await writeFiles(cwd, [
      { path: 'package.json', text: '{ "private": true, "type": "module" }' },
      { path: 'tsconfig.json', text: JSON.stringify({ compilerOptions: { ...options, noEmit: true } }) },
      { path: 'server.ts', text: await readFile(join(folder, 'types/server.ts'), 'utf8') },
    ])
    expect(await runNode([command('typescript-7', 'bin/tsc'), '-p', cwd], { cwd })).toBe('')
  })
})

describe('the kits for vitest', () => {
  it.each([...onlyInFull('5.9' as const, '6' as const), '7' as const])(
    'have types in a CommonJS package with nodenext, TypeScript %s',
    async (version) => {
      const compiler = compilers[version]
      const vitest = packageFolder('vitest')
      const cwd = await createProject(`vitest-types-${compiler}`, { vitest })
      const options = { module: 'nodenext', target: 'es2023', lib: ['es2023', 'dom'], types: [], strict: true }
      const check = async (line: string) => {
        await writeFiles(cwd, [
          { path: 'package.json', text: '{ "private": true }' },
          {
            path: 'tsconfig.json',
            text: JSON.stringify({ compilerOptions: { ...options, skipLibCheck: true, noEmit: true } }),
          },
          {
            path: 'people.test.ts',
            text: `import { createTest } from '@latchkey/mock/vitest'
            import { createTest as createBrowserTest } from '@latchkey/mock/vitest-browser'
            export const browserTest = createBrowserTest({ seed: 'types' })
            createTest({ seed: 'types' })('reads', async ({ mock, expect }) => {
              const { email } = await mock.create.user({ email: 'ada@example.com' })
              ${line}
            })`,
          },
        ])
        return runNode([command(compiler, 'bin/tsc'), '-p', cwd], { cwd })
      }
      expect(await check("expect(email).toBe('ada@example.com')")).toBe('')
      await expect(check('mock.create.person()')).rejects.toThrow("Property 'person' does not exist")
    },
  )
})

/** Entries without CommonJS, since what they extend has none. */
const esModules = ['vitest', 'vitest-browser']

describe.each(packageNames)('@latchkey/%s as a package', (name) => {
  it('has no finding of publint', async () => {
    const file = await readFile(tarballs[name])
    const { messages, pkg } = await publint({
      strict: true,
      pack: { tarball: file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength) },
    })
    expect(messages.map((message) => formatMessage(message, pkg ?? {}))).toEqual([])
  })

  it('has no finding of attw under any resolution', async () => {
    const attw = [command('@arethetypeswrong/cli', 'dist/index.js'), tarballs[name]]
    // A finding ends the command with an error.
    await expect(runNode([...attw, '--exclude-entrypoints', ...esModules])).resolves.toContain(`@latchkey/${name}`)
    if (name !== 'mock') return
    const output = await runNode([...attw, '--entrypoints', ...esModules, '--profile', 'esm-only'])
    expect(output).toContain('@latchkey/mock')
  })
})
