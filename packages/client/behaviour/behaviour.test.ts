import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { cases } from './cases/cases.ts'
import { type Column, compare } from './compare.ts'
import { columnsOf, publishedColumns, toTable } from './table.ts'

// Real processes, a real browser and a real server: once for all tests.
let columns: Column[] = []
let missing: string[] = []

beforeAll(async () => {
  ;({ columns, missing } = await compare(() => true))
})

const faultsOf = (name: string, in_: string) =>
  columns
    .find(({ client, runtime }) => client === name && runtime === in_)
    ?.verdicts.filter(({ verdict }) => verdict !== 'pass')

/** A busy machine makes clients late: cells about time are published from an idle one, and so are the sums. */
const isTimed = cases.map(({ timed }) => timed === true)
const isCertain = (_: string, row: number) => row < cases.length && !isTimed[row]

describe('the behaviour table', () => {
  it.each(['Node 24', 'Node 20', 'Chromium', 'workerd'])('is passed in %s', (runtime) => {
    // A machine may lack the older Node; which runtimes ran is told below.
    expect(missing.includes(runtime) ? [] : faultsOf('@latchkey/client', runtime)).toEqual([])
  })

  it('ran in every runtime that this machine has', () => {
    expect(['', 'Node 20']).toContain(missing.join())
  })

  it('has no case that passes for a client that does everything wrong', () => {
    const { verdicts = [] } = columns.find(({ client }) => client === 'careless') ?? {}
    expect(verdicts.length).toBeGreaterThan(40)
    expect(verdicts.filter(({ verdict }) => verdict !== 'fail')).toEqual([])
  })

  it('is the same as the published table', async () => {
    const published = publishedColumns(await readFile(new URL('README.md', import.meta.url), 'utf8'))
    const ran = columnsOf(toTable(columns.filter(({ client }) => client !== 'careless')))
    expect(ran.size).toBe(published.size - missing.length)
    for (const [head, cells] of ran) {
      expect({ head, cells: cells.filter(isCertain) }).toEqual({ head, cells: published.get(head)?.filter(isCertain) })
    }
  })

  it('has sums that agree with its cells', async () => {
    const published = publishedColumns(await readFile(new URL('README.md', import.meta.url), 'utf8'))
    for (const [head, cells] of [...published].slice(2)) {
      const count = (sign: string) => cells.filter((cell) => cell === sign).length
      expect({ head, sum: cells.at(-1) }).toEqual({ head, sum: `${count('✓')} of ${count('✓') + count('✗')}` })
    }
  })
})
