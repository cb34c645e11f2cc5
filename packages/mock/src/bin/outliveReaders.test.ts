import { expect, it } from 'vitest'
import { outliveReaders } from './outliveReaders.ts'

const failing = (code: string) => Object.assign(new Error(code), { code })

it.each([
  ['output', process.stdout],
  ['errors', process.stderr],
])('goes on when nobody reads the %s, and ends when they are lost', (_, stream) => {
  outliveReaders()
  outliveReaders()
  const [listener, ...others] = stream.listeners('error').filter(({ name }) => name === 'ignoreGoneReader')
  for (const code of ['EPIPE', 'ECONNRESET', 'EIO']) expect(() => listener?.(failing(code))).not.toThrow()
  expect(() => listener?.(failing('ENOSPC'))).toThrow('ENOSPC')
  expect(others).toEqual([])
})
