import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { type Sheet, toCsv } from './exportRows.ts'

async function chunksOf(sheet: Sheet): Promise<string[]> {
  const chunks: string[] = []
  for await (const chunk of toCsv(sheet)) chunks.push(chunk)
  return chunks
}
const textOf = async (sheet: Sheet) => (await chunksOf(sheet)).join('')
const parse = (text: string) => Papa.parse<string[]>(text, { skipEmptyLines: true }).data

describe('toCsv', () => {
  it('writes a header row, ends each line with CRLF, and quotes what needs it', async () => {
    const text = await textOf({
      columns: ['id', 'note', 'count'],
      rows: [
        ['1', 'a "b", c', 2],
        ['2', undefined, 0],
        ['3', 'a\nb', true],
        ['4', ' Ada ', undefined],
      ],
    })
    expect(text).toBe('id,note,count\r\n1,"a ""b"", c",2\r\n2,,0\r\n3,"a\nb",true\r\n4," Ada ",\r\n')
  })

  it('writes only the header row when there are no records', async () => {
    expect(await chunksOf({ columns: ['id', 'note'], rows: [] })).toEqual(['id,note\r\n'])
  })

  it('begins without a byte order mark', async () => {
    expect((await textOf({ columns: ['id'], rows: [['ä']] })).charCodeAt(0)).toBe('i'.charCodeAt(0))
  })

  it('reads rows only as it writes them, a chunk of whole lines at a time', async () => {
    let asked = 0
    function* rows() {
      for (; asked < 2_500; asked++) yield [String(asked), 'a\r\nb']
    }
    const seen: [number, number][] = []
    for await (const chunk of toCsv({ columns: ['id', 'note'], rows: rows() })) seen.push([asked, parse(chunk).length])
    expect(seen).toEqual([
      [999, 1_000],
      [1_999, 1_000],
      [2_500, 501],
    ])
  })

  it('writes the header row once', async () => {
    const lines = parse(await textOf({ columns: ['id'], rows: Array.from({ length: 3_000 }, (_, i) => [String(i)]) }))
    expect(lines).toEqual([['id'], ...Array.from({ length: 3_000 }, (_, i) => [String(i)])])
  })
})

describe('a spreadsheet', () => {
  const texts = [
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '\tAda',
    '\rAda',
    '\nAda',
    '=1\n+2',
    '=HYPERLINK("https://example.com")',
    '+41791234567',
    '\0=1',
    '\0Ada',
    ' \t\0+1',
    '＝1+1',
    '＋1',
    '－1',
    '＠SUM(A1)',
    ' =1+1',
    '\u00a0=1+1',
    '\ufeff=1',
    '  -2',
    "=cmd|' /C calc'!A0",
    "-2+3+cmd|' /C calc'!A0",
    "@SUM(1+9)*cmd|' /C calc'!A0",
    '=1;2',
    '﹦1+1',
    '﹢1',
    '﹣1',
    '﹫SUM(A1)',
    '\u200b=1',
    '\u200e=1',
    '\u00ad+1',
    '\u2060-1',
    '\u180e@x',
    '\u202e=1',
    '\u034f=1',
    '\ufe0f=1',
    '\u3164=1',
    '\u001f=1',
    '\u0085=1',
    ' \u200b\t\u200d =1',
  ]

  it.each(texts)('does not run %j as a formula, in any column or header', async (value) => {
    const [header, first, last] = parse(
      await textOf({
        columns: ['note', value],
        rows: [
          [value, 'x'],
          ['x', value],
        ],
      }),
    )
    expect([header?.[1], first?.[0], last?.[1]]).toEqual([`'${value}`, `'${value}`, `'${value}`])
  })

  it.each([
    'a=1',
    'x+y',
    'Ada',
    '1-2',
    "'=1",
    'ada@example.com',
    '#1',
    '{"plan":"=1"}',
    '\u200bAda',
    '\u2212 1',
    '"=1+1"',
  ])('gets %j unchanged', async (value) => {
    expect(parse(await textOf({ columns: ['note', 'last'], rows: [[value, 'x']] }))[1]).toEqual([value, 'x'])
  })

  it('gets numbers and booleans unchanged', async () => {
    expect(await textOf({ columns: ['a', 'b', 'c'], rows: [[-5, 1.5, false]] })).toBe('a,b,c\r\n-5,1.5,false\r\n')
  })

  it.each([';=1+1', 'a;=1+1', 'a\t=1', 'a|=1', 'a,=1', 'a"\n=1', '","=1'])(
    'finds %j in one cell, with any separator of cells',
    async (value) => {
      const text = await textOf({ columns: ['note'], rows: [[value]] })
      for (const delimiter of [',', ';', '\t', '|']) {
        expect(Papa.parse<string[]>(text, { delimiter, skipEmptyLines: true }).data).toEqual([['note'], [value]])
      }
    },
  )
})
