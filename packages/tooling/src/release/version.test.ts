import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8')
const versionOf = (name: string) => (JSON.parse(read(`packages/${name}/package.json`)) as { version: string }).version

it('the three packages have one version', () => {
  expect(['types', 'client', 'mock'].map(versionOf)).toEqual(Array(3).fill(versionOf('types')))
})

it.each<[path: string, expression: RegExp]>([
  ['spec/openapi.yaml', /^ {2}version: (\S+)$/gm],
  ['packages/mock/Dockerfile', /VERSION=(\d\S*)/g],
  ['packages/mock/docs/recipes/docker.md', /VERSION=(\d\S*)/g],
  ['.github/ISSUE_TEMPLATE/bug.yml', /@latchkey\/mock (\d[^,\s]*)/g],
])('%s names the version of the packages', (path, expression) => {
  const versions = Array.from(read(path).matchAll(expression), ([, version]) => version)
  expect(versions).toEqual([versionOf('types')])
})
