import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'
import { pages } from './site.ts'

// A reader who does what the page says. What `npm install` would install is linked.
const modules = fileURLToPath(new URL('../node_modules', import.meta.url))
const rootModules = fileURLToPath(new URL('../../../node_modules', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'latchkey-start-'))
afterAll(() => rmSync(folder, { recursive: true }))

const $ = pages.get('getting-started.html')!

/** The files that the page says to create: the name in the sentence, and the code block below it. */
const files = $('p')
  .toArray()
  .flatMap((element) => {
    const [, name] = /^Create (\S+):$/.exec($(element).text()) ?? []
    return name ? [{ name, text: $(element).next().find('pre code').text() }] : []
  })
const commands = $('.language-sh pre code')
  .toArray()
  .flatMap((element) => $(element).text().trim().split('\n'))
const shownOutput = $('.language-text pre code').text().trim()

async function run(command: string): Promise<string> {
  // The variables that vitest sets here would affect the tests of the reader.
  const { VITEST: _, NODE_ENV: __, ...environment } = process.env
  const env = { ...environment, NO_COLOR: '1', npm_config_offline: 'true' }
  const { stdout } = await promisify(execFile)('sh', ['-c', command], { cwd: folder, env }).catch(
    (error: { stdout: string; stderr: string }) => {
      throw new Error(`\`${command}\` failed:\n${error.stdout}\n${error.stderr}`)
    },
  )
  return stdout
}

it('the page "Getting started" installs the packages that its files import', () => {
  const imported = new Set(
    files.flatMap(({ text }) => Array.from(text.matchAll(/from '((?:@[^/']+\/)?[^./'][^/']*)/g), ([, name]) => name)),
  )
  const installed = commands
    .filter((command) => command.startsWith('npm install'))
    .flatMap((command) => command.split(' ').slice(2))
    .filter((word) => !word.startsWith('-'))
  expect([...imported].sort()).toEqual(installed.sort())
})

it('the page "Getting started" ends in the output that it shows, if a reader does what it says', async () => {
  mkdirSync(join(folder, 'node_modules'))
  for (const [name, path] of [
    ['@latchkey', join(modules, '@latchkey')],
    ['vitest', join(rootModules, 'vitest')],
    ['.bin', join(rootModules, '.bin')],
  ] as const)
    symlinkSync(path, join(folder, 'node_modules', name))
  for (const { name, text } of files) writeFileSync(join(folder, name), `${text}\n`)

  const outputs = new Map<string, string>()
  for (const command of commands.filter((line) => !line.startsWith('npm install')))
    outputs.set(command, await run(command))
  expect(files.map(({ name }) => name)).toEqual(['signIn.ts', 'signIn.test.ts'])
  expect(outputs.get('npx vitest run')).toContain(shownOutput)
})
