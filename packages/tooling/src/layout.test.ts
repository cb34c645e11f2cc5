import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { operationTable } from '@latchkey/types'
import { describe, expect, it } from 'vitest'
import { generators } from './generators.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const namesOf = (pattern: string) => globSync(pattern, { cwd: root }).map((path) => basename(path))
const operations = 'packages/mock/src/operations'
const resources = [...new Set(Object.keys(operationTable).map((id) => id.split('.')[0] ?? id))].sort()

describe('a resource', () => {
  it('has its folder in spec/resources', () => {
    expect(namesOf('spec/resources/*').sort()).toEqual(resources)
  })

  it('has its folder in operations/, where the only other files serve several', () => {
    const present = namesOf(`${operations}/*`)
    expect(present.sort()).toEqual(
      [...resources, 'codeOperations.ts', 'generated', 'operation.ts', 'registry.ts'].sort(),
    )
  })

  it.each(resources)('has a file of handlers, and tests beside it: %s', (resource) => {
    const files = namesOf(`${operations}/${resource}/*`)
    expect(files.filter((name) => !name.endsWith('.test.ts'))).toEqual([`${resource}.ts`])
    expect(files.filter((name) => name.endsWith('.test.ts'))).not.toEqual([])
  })
})

describe('a view of the inspector', () => {
  it.each(namesOf('packages/inspector/src/views/*/'))('has its tests: %s', (view) => {
    expect(namesOf(`packages/mock/test/inspector/${view}.test.ts`)).toEqual([`${view}.test.ts`])
  })
})

it('pnpm generate runs each script that writes committed files: packages/<package>/scripts/generate….ts', () => {
  const scripts = globSync('packages/*/scripts/generate*.ts', { cwd: root }).filter(
    (path) => !path.endsWith('.test.ts'),
  )
  expect([...generators].sort()).toEqual(scripts.sort())
})

it.each(generators)('%s writes by writeGenerated(), so that --check writes nothing', (script) => {
  const code = readFileSync(`${root}/${script}`, 'utf8')
  expect(code).toMatch(/^writeGenerated\(/m)
  expect(code).not.toMatch(/\b(?:writeFileSync|createWriteStream|cpSync|renameSync)\b/)
})
