import { expect, it } from 'vitest'
import { replayLine } from './replayLine.ts'

it('the line that runs a case again has the flags of the sweep, but those that choose cases', () => {
  const flags = ['--only', 'a', '--scenario', "it's.json", '--sample=3', '--jobs', '4', '--report', 'out', '--frozen']
  expect(replayLine("x: isn't", flags, ['npm', 'test', '--', '-t', 'a b'])).toBe(
    `npx @latchkey/mock sweep --only 'x: isn'\\''t' --scenario 'it'\\''s.json' --frozen -- npm test -- -t 'a b'`,
  )
})
