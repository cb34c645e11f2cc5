import { expect, it } from 'vitest'
import { type Report, resultOf, scoreOf } from './report.ts'

const source = ['export function isAdult(age: number) {', '  return age >= 18 &&', '    age < 150', '}'].join('\n')
const at = (...[line, column, endLine, endColumn]: [number, number, number, number]) => ({
  start: { line, column },
  end: { line: endLine, column: endColumn },
})
const report: Report = {
  files: {
    'src/age.ts': {
      source,
      mutants: [
        { status: 'Killed', replacement: 'age > 18', location: at(2, 10, 2, 19) },
        { status: 'Timeout', replacement: 'false', location: at(2, 10, 3, 14) },
        { status: 'Survived', replacement: 'true\n  ', location: at(2, 10, 3, 14) },
        { status: 'NoCoverage', replacement: '{}', location: at(3, 5, 3, 14) },
        { status: 'Ignored', statusReason: 'Words.', replacement: '""', location: at(1, 1, 1, 2) },
        { status: 'RuntimeError', replacement: '', location: at(1, 1, 1, 2) },
      ],
    },
  },
}

it('the report counts a change that ends a test in any way as noticed, and names the others by their code', () => {
  expect(resultOf(report)).toEqual({
    killed: 2,
    ignored: { 'Words.': 1 },
    survivors: [
      { file: 'src/age.ts', code: 'age >= 18 && age < 150', replacement: 'true' },
      { file: 'src/age.ts', code: 'age < 150', replacement: '{}' },
    ],
  })
})

it('the report gives the share of noticed changes, which is all where nothing was changed', () => {
  expect(scoreOf(resultOf(report))).toBe(0.5)
  expect(scoreOf({ killed: 0, ignored: {}, survivors: [] })).toBe(1)
})
