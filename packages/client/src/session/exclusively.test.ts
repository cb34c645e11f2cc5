import { queryObjects } from 'node:v8'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { rejection } from '../../test/serve.ts'
import { exclusively } from './exclusively.ts'
import { memoryStorage } from './storage.ts'
import { createSharedStorage } from './test/sessionWorld.ts'

const { locks } = globalThis.navigator

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-01-15T09:30:00.000Z') })
  vi.stubGlobal('navigator', {})
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
})

/** Work that a test ends. */
function task() {
  let end = (): void => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  return { end, work: vi.fn<() => Promise<void>>(() => ended) }
}

const secondsLeft = (note = '') => (Number.parseInt(note, 10) - Date.now()) / 1000

describe('exclusively, by a note in the storage', () => {
  it('makes the others wait during the work, and then lets one start', async () => {
    const storage = createSharedStorage()
    const [first, second] = [task(), task()]
    const done = exclusively({ name: 'n', storage }, first.work)
    await vi.advanceTimersByTimeAsync(100)
    const next = exclusively({ name: 'n', storage }, second.work)
    await vi.advanceTimersByTimeAsync(200_000)
    expect([first.work.mock.calls.length, second.work.mock.calls.length]).toEqual([1, 0])
    first.end()
    await done
    await vi.advanceTimersByTimeAsync(200)
    expect(second.work).toHaveBeenCalledTimes(1)
    second.end()
    await next
    expect([storage.values.size, vi.getTimerCount()]).toEqual([0, 0])
  })

  it('is valid for thirty seconds, and for ninety in a hidden page, whose timers are slow', async () => {
    const storage = createSharedStorage()
    const { end, work } = task()
    const done = exclusively({ name: 'n', storage }, work)
    await vi.advanceTimersByTimeAsync(1000)
    expect(secondsLeft(storage.values.get('n.lock'))).toBe(29)
    vi.stubGlobal('document', { hidden: true })
    await vi.advanceTimersByTimeAsync(9030)
    expect(secondsLeft(storage.values.get('n.lock'))).toBe(90)
    end()
    await done
  })

  it('does not renew or remove the note of a tab that started while this one slept', async () => {
    const storage = createSharedStorage()
    const { end, work } = task()
    const done = exclusively({ name: 'n', storage }, work)
    await vi.advanceTimersByTimeAsync(100)
    const other = `${Date.now() + 60_000} other`
    storage.values.set('n.lock', other)
    await vi.advanceTimersByTimeAsync(15_000)
    end()
    await done
    expect(storage.values.get('n.lock')).toBe(other)
  })

  it('returns the result of the work even if the note cannot be renewed or removed', async () => {
    const storage = createSharedStorage()
    const { end, work } = task()
    const done = exclusively({ name: 'n', storage }, work)
    await vi.advanceTimersByTimeAsync(100)
    const fail = (): never => {
      throw new Error('blocked')
    }
    Object.assign(storage, { get: fail, set: fail, remove: fail })
    await vi.advanceTimersByTimeAsync(15_000)
    end()
    expect(await done).toBeUndefined()
  })

  it.each([
    ['a note', () => {}],
    ['what it is given, saying so later', async () => {}],
  ])('continues without a note when the storage drops %s', async (_, set) => {
    const { end, work } = task()
    const done = exclusively({ name: 'n', storage: { ...createSharedStorage(), set } }, work)
    await vi.advanceTimersByTimeAsync(1000)
    expect(work).toHaveBeenCalledTimes(1)
    end()
    expect([await done, vi.getTimerCount()]).toEqual([undefined, 0])
  })

  it('keeps waiting after its note was lost once, since another tab may have been faster', async () => {
    const storage = createSharedStorage()
    const { end, work } = task()
    const done = exclusively({ name: 'n', storage }, work)
    await vi.advanceTimersByTimeAsync(10)
    storage.values.clear()
    await vi.advanceTimersByTimeAsync(25)
    expect([work.mock.calls.length, storage.values.size]).toEqual([0, 1])
    await vi.advanceTimersByTimeAsync(30)
    expect(work).toHaveBeenCalledTimes(1)
    end()
    await done
  })

  it('leaves no note and starts nothing if it is aborted while it writes the note', async () => {
    const storage = createSharedStorage()
    const { work } = task()
    const controller = new AbortController()
    const aborted = rejection(exclusively({ name: 'n', storage, signal: controller.signal }, work))
    await vi.advanceTimersByTimeAsync(10)
    controller.abort(new Error('gone'))
    await vi.advanceTimersByTimeAsync(100)
    expect([await aborted, work.mock.calls.length, storage.values.size]).toMatchObject([{ message: 'gone' }, 0, 0])
  })
})

describe('exclusively, by Web Locks', () => {
  it('ends the wait of a caller that aborts, at once', async () => {
    vi.stubGlobal('navigator', { locks })
    const storage = createSharedStorage()
    const [first, second] = [task(), task()]
    const done = exclusively({ name: 'w', storage }, first.work)
    const controller = new AbortController()
    const aborted = rejection(exclusively({ name: 'w', storage, signal: controller.signal }, second.work))
    await vi.waitFor(async () => expect((await locks.query()).pending).toMatchObject([{ name: 'w' }]))
    controller.abort('gone')
    expect([await aborted, second.work.mock.calls.length]).toEqual(['gone', 0])
    first.end()
    await done
  })

  it('does the work where the page may not use them', async () => {
    const request = () => Promise.reject(new DOMException('This page has no locks.', 'SecurityError'))
    vi.stubGlobal('navigator', { locks: { request } })
    expect(await exclusively({ name: 'w', storage: memoryStorage() }, async () => 'done')).toBe('done')
  })

  it('does not repeat work that fails', async () => {
    vi.stubGlobal('navigator', { locks })
    const error = new Error('failed')
    const work = vi.fn<() => Promise<void>>(() => Promise.reject(error))
    expect(await rejection(exclusively({ name: 'w', storage: memoryStorage() }, work))).toBe(error)
    expect(work).toHaveBeenCalledTimes(1)
  })
})

describe('exclusively, within one page', () => {
  it('removes a finished queue, even if its work failed', async () => {
    const storage = memoryStorage()
    const count = () => queryObjects(Promise, { format: 'count' })
    const before = count()
    for (let index = 0; index < 2000; index++) {
      const work = async (): Promise<void> => {
        if (index % 2) throw new Error('failed')
      }
      await exclusively({ name: `session ${index}`, storage }, work).catch(() => {})
    }
    expect(count() - before).toBeLessThan(500)
  })

  it('keeps the order when work is added while the last work ends', async () => {
    const storage = memoryStorage()
    const [first, second, third] = [task(), task(), task()]
    const all = [exclusively({ name: 'j', storage }, first.work), exclusively({ name: 'j', storage }, second.work)]
    first.end()
    await all[0]
    all.push(exclusively({ name: 'j', storage }, third.work))
    await vi.advanceTimersByTimeAsync(100)
    expect([second.work.mock.calls.length, third.work.mock.calls.length]).toEqual([1, 0])
    second.end()
    third.end()
    await Promise.all(all)
    expect(third.work).toHaveBeenCalledTimes(1)
  })

  it('skips work that was aborted while it waited', async () => {
    const storage = { ...createSharedStorage(), scope: 'tab' as const }
    const [first, second, third] = [task(), task(), task()]
    const controller = new AbortController()
    const done = exclusively({ name: 'q', storage }, first.work)
    const aborted = rejection(exclusively({ name: 'q', storage, signal: controller.signal }, second.work))
    const last = exclusively({ name: 'q', storage }, third.work)
    controller.abort(new Error('gone'))
    first.end()
    third.end()
    await Promise.all([done, last])
    expect([await aborted, second.work.mock.calls.length, third.work.mock.calls.length]).toMatchObject([
      { message: 'gone' },
      0,
      1,
    ])
  })
})
