import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { copyRepository, root } from './walk/repositoryCopy.ts'
import { typeErrors } from './walk/typeErrors.ts'

const copy = copyRepository()
afterAll(() => copy.remove())

/** The code blocks of the section that tells how to add an operation, without their indentation. */
function readBlocks(language: string): string[] {
  const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
  const section = page.split(/^## /m).find((part) => part.startsWith('How to add an operation')) ?? ''
  const blocks = section.matchAll(/^ {3}```(\w+)\n(.*?)^ {3}```/gms)
  return [...blocks].flatMap(([, tag, code = '']) => (tag === language ? [code.replaceAll(/^ {3}/gm, '')] : []))
}

it('adds an operation by the steps of CONTRIBUTING.md, and all checks pass', { timeout: 300_000 }, async () => {
  const [writeStubs, generate, test, ...otherCommands] = readBlocks('sh') as [string, string, string]
  const [pathItem, ...otherItems] = readBlocks('yaml') as [string]
  const [handler, tests, ...otherCode] = readBlocks('ts') as [string, string]
  expect([otherCommands, otherItems, otherCode]).toEqual([[], [], []])
  await copy.run(writeStubs)
  copy.edit('spec/resources/gates/paths.yaml', (text) => text.replace(/^duplicate:\n(?: .*\n|\n)*/m, () => pathItem))
  await copy.run(generate)
  copy.edit('packages/mock/src/operations/gates/gates.ts', (text) =>
    text.replace(/^ {2}duplicate\(\) \{\n.*\n {2}\},\n/m, () => handler.replaceAll(/^(?=.)/gm, '  ')),
  )
  copy.edit('packages/mock/src/operations/gates/duplicate.test.ts', () => tests)

  const checks = Promise.all([
    copy.run(test),
    copy.run('oxfmt --check && oxlint --deny-warnings packages/mock/src/operations'),
    copy.run('redocly lint --config spec/redocly.yaml'),
  ])
  const operations = ['gates/gates.ts', 'generated/resources.ts', 'gates/duplicate.test.ts']
  const errors = typeErrors(
    copy.folder,
    operations.map((file) => `packages/mock/src/operations/${file}`),
  )
  await checks
  expect(errors).toEqual([])
  expect(readFileSync(join(copy.folder, 'SUPPORTED.md'), 'utf8')).toContain(
    '| `gates.duplicate` | `POST /environments/',
  )
  expect(readFileSync(join(copy.folder, 'packages/client/docs/api/gates.md'), 'utf8')).toContain(
    'gates.duplicate(client',
  )
})
