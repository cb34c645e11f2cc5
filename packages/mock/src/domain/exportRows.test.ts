import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { toCsv } from './exportRows.ts'

describe('toCsv', () => {
  it('writes a header row and quotes what needs it', async () => {
    const text = await toCsv({ columns: ['id', 'note'], rows: [{ id: '1', note: 'a "b", c' }, { id: '2' }] })
    expect(text).toBe('id,note\r\n1,"a ""b"", c"\r\n2,')
  })

  it('writes the header row alone when there are no records', async () => {
    expect(await toCsv({ columns: ['id', 'note'], rows: [] })).toBe('id,note')
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '=1\n+2', '=HYPERLINK("https://example.com")'])('keeps %j from running as a formula', async (value) => {
    const [, row] = Papa.parse<string[]>(await toCsv({ columns: ['note', 'last'], rows: [{ note: value, last: 'x' }] })).data
    expect(row?.[0]).toBe(`'${value}`)
  })

  it.each(['a=1', 'x+y', 'Ada', '1-2'])('leaves %j as it is', async (value) => {
    expect(await toCsv({ columns: ['note'], rows: [{ note: value }] })).toBe(`note\r\n${value}`)
  })
})
