import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { outliveReaders } from './outliveReaders.ts'

const failing = (code: string) => Object.assign(new Error(code), { code })

it('goes on when nobody reads the output any more, and ends when it is lost', () => {
  const output = new EventEmitter()
  outliveReaders([output])
  outliveReaders([output])
  expect(output.listenerCount('error')).toBe(1)
  for (const code of ['EPIPE', 'ECONNRESET', 'EIO']) expect(() => output.emit('error', failing(code))).not.toThrow()
  expect(() => output.emit('error', failing('ENOSPC'))).toThrow('ENOSPC')
})
