import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

interface Workflow {
  permissions: Record<string, string>
  jobs: Record<string, { permissions?: Record<string, string>; strategy?: { matrix: { node: number[] } } }>
}

const textOf = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../../.github/workflows/${name}.yml`, import.meta.url)), 'utf8')
const workflow = (name: string) => parse(textOf(name)) as Workflow

describe('the workflow that tests', () => {
  it('runs on every supported version of Node', () => {
    expect(workflow('test').jobs.test?.strategy?.matrix.node).toEqual([20, 22, 24])
  })

  it('may write nothing', () => {
    const { permissions, jobs } = workflow('test')
    expect(permissions).toEqual({ contents: 'read' })
    expect(Object.values(jobs).map((job) => job.permissions)).toEqual([undefined])
  })
})

describe('the workflow that releases', () => {
  it('may write its identity alone, and needs no secret', () => {
    const { permissions, jobs } = workflow('release')
    expect(permissions).toEqual({})
    expect(Object.values(jobs).map((job) => job.permissions)).toEqual([{ contents: 'read', 'id-token': 'write' }])
    expect(textOf('release')).not.toMatch(/secrets\.|NPM_TOKEN|NODE_AUTH_TOKEN/)
  })
})
