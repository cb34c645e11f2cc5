import { readdirSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { operationTable } from '@latchkey/types'
import { describe, expect, it } from 'vitest'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))
const pages = readdirSync(path('../docs/api'))
const read = (page: string) => readFileSync(path(`../docs/api/${page}`), 'utf8')

describe('the reference', () => {
  it('has each operation on the page of its resource, with an example', () => {
    const missing = Object.keys(operationTable).filter((id) => {
      const [resource] = id.split('.')
      return !pages.includes(`${resource}.md`) || !read(`${resource}.md`).includes(`${id}(client`)
    })
    expect(missing).toEqual([])
  })

  it('has less than 4.2 kB for each operation on the pages of operations and schemas', () => {
    const resources = new Set(Object.keys(operationTable).map((id) => `${id.split('.')[0]}.md`))
    const counted = pages.filter((page) => resources.has(page) || page === 'schemas.md')
    const bytes = counted.reduce((sum, page) => sum + statSync(path(`../docs/api/${page}`)).size, 0)
    expect(bytes).toBeLessThan(4_200 * Object.keys(operationTable).length)
  })

  it('contains nothing about the machine that wrote it', () => {
    expect(pages.filter((page) => /\/(?:home|work|Users|tmp)\/|file:\/\//.test(read(page)))).toEqual([])
  })
})
