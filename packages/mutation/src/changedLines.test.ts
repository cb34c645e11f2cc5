import { expect, it } from 'vitest'
import { readChangedLines } from './changedLines.ts'

it('changedLines finds the lines that a change has written, and none where it has only removed some', () => {
  const diff = [
    'diff --git a/packages/mock/src/a.ts b/packages/mock/src/a.ts',
    '--- a/packages/mock/src/a.ts',
    '+++ b/packages/mock/src/a.ts',
    '@@ -3 +3 @@ function a() {',
    '-old',
    '+new',
    '@@ -10,0 +11,3 @@',
    '+one',
    '+two',
    '+three',
    '@@ -20,2 +23,0 @@',
    '-gone',
    '-gone',
    'diff --git a/packages/mock/src/b.ts b/packages/mock/src/b.ts',
    '--- /dev/null',
    '+++ b/packages/mock/src/b.ts',
    '@@ -0,0 +1,2 @@',
    '+first',
    '+second',
  ].join('\n')
  expect(readChangedLines(diff)).toEqual([
    { file: 'packages/mock/src/a.ts', first: 3, last: 3 },
    { file: 'packages/mock/src/a.ts', first: 11, last: 13 },
    { file: 'packages/mock/src/b.ts', first: 1, last: 2 },
  ])
})
