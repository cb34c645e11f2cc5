import { describe, expect, it, onTestFinished } from 'vitest'
import { gateId } from '../test/serve.ts'
import { createTransport } from './createTransport.ts'
import { gates } from './generated/operations/index.ts'
import { logger, type LogTarget } from './logger.ts'

describe('the target of a logger', () => {
  const failing = async (): Promise<void> => Promise.reject(new Error('disk full'))
  const targets: [string, LogTarget][] = [
    ['a function that rejects', failing],
    ['a console whose methods reject', { debug: failing, warn: failing, error: failing }],
    ['a function that throws', () => { throw new Error('disk full') }],
    ['an object without methods', {} as Extract<LogTarget, object>],
  ]
  it.each(targets)('hurts no call, nor the process: %s', async (_, target) => {
    const unhandled: unknown[] = []
    const note = (reason: unknown): void => void unhandled.push(reason)
    process.on('unhandledRejection', note)
    onTestFinished(() => void process.off('unhandledRejection', note))
    const api = createTransport({ baseUrl: 'https://api.test', environmentId: 'e', fetch: async () => Response.json({ id: gateId }), middleware: [logger(target)] })
    expect(await gates.get(api, { gateId })).toEqual({ id: gateId })
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(unhandled).toEqual([])
  })

  it('is not waited for', async () => {
    const api = createTransport({ baseUrl: 'https://api.test', environmentId: 'e', fetch: async () => Response.json({ id: gateId }), middleware: [logger(() => new Promise<void>(() => {}))] })
    expect(await gates.get(api, { gateId })).toEqual({ id: gateId })
  })
})
