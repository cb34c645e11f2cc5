import { describe, expect, it, onTestFinished } from 'vitest'
import { gateId, rejection } from '../../test/serve.ts'
import { type CallOptions, createTransport } from '../calls/createTransport.ts'
import { gates } from '../generated/operations/index.ts'
import { type LogEntry, logger, type LogTarget } from './logger.ts'
import type { Fetch } from './pipeline.ts'

describe('the target of a logger', () => {
  const failing = async (): Promise<void> => Promise.reject(new Error('disk full'))
  const targets: [string, LogTarget][] = [
    ['a function that rejects', failing],
    ['a console whose methods reject', { debug: failing, warn: failing, error: failing }],
    [
      'a function that throws',
      () => {
        throw new Error('disk full')
      },
    ],
    ['an object without methods', {} as Extract<LogTarget, object>],
  ]
  it.each(targets)('hurts no call, nor the process: %s', async (_, target) => {
    const unhandled: unknown[] = []
    const note = (reason: unknown): void => void unhandled.push(reason)
    process.on('unhandledRejection', note)
    onTestFinished(() => void process.off('unhandledRejection', note))
    const api = createTransport({
      baseUrl: 'https://api.test',
      environmentId: 'e',
      fetch: async () => Response.json({ id: gateId }),
      middleware: [logger(target)],
    })
    expect(await gates.get(api, { gateId })).toEqual({ id: gateId })
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(unhandled).toEqual([])
  })

  it('is not waited for', async () => {
    const api = createTransport({
      baseUrl: 'https://api.test',
      environmentId: 'e',
      fetch: async () => Response.json({ id: gateId }),
      middleware: [logger(() => new Promise<void>(() => {}))],
    })
    expect(await gates.get(api, { gateId })).toEqual({ id: gateId })
  })
})

describe('the error of a log entry', () => {
  /** A call that fails, and the first entry that its logger wrote. */
  async function failing(fetch: Fetch, options: CallOptions) {
    let tell: (entry: LogEntry) => void
    const entry = new Promise<LogEntry>((resolve) => void (tell = resolve))
    const api = createTransport({
      baseUrl: 'https://api.test',
      environmentId: 'e',
      fetch,
      retry: false,
      middleware: [logger((first) => tell(first))],
    })
    const error = await rejection(gates.get(api, { gateId }, options))
    return { error, entry: await entry }
  }

  /** Fails as soon as its signal is aborted, with an error of its own. */
  const stuck: Fetch = (_, init) =>
    new Promise((_, fail) => {
      init?.signal?.addEventListener('abort', () => fail(new DOMException('The operation was aborted.', 'AbortError')))
    })

  it.each([{ timeoutMs: 5 }, { deadlineMs: 5 }])('is that of a late attempt: %o', async (options) => {
    const { error, entry } = await failing(stuck, options)
    expect(error).toMatchObject({ name: 'TimeoutError', timeoutMs: 5 })
    expect(entry).toMatchObject({ level: 'error', error: 'TimeoutError' })
  })

  class Left extends Error {
    override name = 'Left'
  }
  it.each([
    ['AbortError', undefined],
    ['Left', new Left('hunter2')],
    ['AbortError', 'hunter2'],
    ['AbortError', Object.assign(new Error('gone'), { name: 'hunter2 left' })],
  ])('is %s when the caller aborts with the reason %o', async (name, reason) => {
    const controller = new AbortController()
    const call = failing(stuck, { signal: controller.signal })
    controller.abort(reason)
    const { error, entry } = await call
    expect(error).toBe(controller.signal.reason)
    expect(entry).toMatchObject({ level: 'error', error: name })
    expect(JSON.stringify(entry)).not.toContain('hunter2')
  })

  it.each([
    ['ConnectionError', new TypeError('fetch failed')],
    ['ConnectionError', 'hunter2'],
  ])('is %s when fetch fails with %o', async (name, cause) => {
    const { error, entry } = await failing(async () => Promise.reject(cause), {})
    expect(error).toMatchObject({ name })
    expect(entry).toMatchObject({ level: 'error', error: name })
  })

  it('is "Error" when a layer below throws a value without a name', async () => {
    const entries: LogEntry[] = []
    const thrown = { message: 'hunter2' }
    const api = createTransport({
      baseUrl: 'https://api.test',
      environmentId: 'e',
      middleware: [logger((entry) => entries.push(entry)), () => Promise.reject(thrown)],
    })
    expect(await rejection(gates.get(api, { gateId }))).toBe(thrown)
    expect(entries).toMatchObject([{ level: 'error', error: 'Error' }])
  })
})
