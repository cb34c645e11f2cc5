import { globSync } from 'node:fs'
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
  const tests = namesOf(`${operations}/**/*.test.ts`)

  it('has its folder in spec/resources', () => {
    expect(namesOf('spec/resources/*').sort()).toEqual(resources)
  })

  it('has its file in operations/, where the only other files are the two that serve all', () => {
    const files = namesOf(`${operations}/*.ts`).filter((name) => !name.endsWith('.test.ts'))
    expect(files.sort()).toEqual([...resources, 'operation', 'registry'].map((name) => `${name}.ts`).sort())
  })

  it('has tests with its name: <resource>.test.ts or <resource>.<topic>.test.ts', () => {
    const patterns = resources.map((resource) => ({
      resource,
      name: new RegExp(`^${resource}(\\.[a-z]\\w*)?\\.test\\.ts$`),
    }))
    expect(tests.filter((test) => !patterns.some(({ name }) => name.test(test)))).toEqual([])
    expect(
      patterns.filter(({ name }) => !tests.some((test) => name.test(test))).map(({ resource }) => resource),
    ).toEqual([])
  })
})

it('runs each script that writes committed files: packages/<package>/scripts/generate….ts', () => {
  const scripts = globSync('packages/*/scripts/generate*.ts', { cwd: root }).filter(
    (path) => !path.endsWith('.test.ts'),
  )
  expect([...generators].sort()).toEqual(scripts.sort())
})
