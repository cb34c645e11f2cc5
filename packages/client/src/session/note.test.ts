import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { takeNote } from './note.ts'
import { createSharedStorage } from './test/sessionWorld.ts'

const start = Date.parse('2026-01-15T09:30:00.000Z')
const key = 'session.lock'

beforeEach(() => {
  vi.useFakeTimers({ now: start })
  onTestFinished(() => void vi.useRealTimers())
})

/** Takes a note, and tells when it is taken. */
function take(storage = createSharedStorage(), signal?: AbortSignal) {
  const taking = { storage, takenAtMs: undefined as number | undefined, failure: undefined as unknown }
  const taken = takeNote(key, storage, signal).then((release) => {
    taking.takenAtMs = Date.now() - start
    return release
  })
  taken.catch((error: unknown) => (taking.failure = error))
  return { taking, taken }
}

const noteOf = ({ values }: ReturnType<typeof createSharedStorage>) => values.get(key)?.split(' ') ?? []

describe('a note in the storage', () => {
  it('says until when it is valid and whose it is, and is taken once it has stayed for a moment', async () => {
    const { taking, taken } = take()
    await vi.advanceTimersByTimeAsync(29)
    const [until, id] = noteOf(taking.storage)
    expect([Number(until) - start, taking.takenAtMs]).toEqual([30_000, undefined])
    expect(id).toMatch(/^0\.\d+$/)
    await vi.advanceTimersByTimeAsync(1)
    expect(taking.takenAtMs).toBe(30)
    await (
      await taken
    )()
    expect(taking.storage.values.size).toBe(0)
  })

  it('is waited for until it expires, and not a moment longer', async () => {
    const storage = createSharedStorage(new Map([[key, `${start + 900} 0.1`]]))
    const { taking, taken } = take(storage)
    await vi.advanceTimersByTimeAsync(899)
    expect(noteOf(storage)).toEqual([String(start + 900), '0.1'])
    // The tab looks every 90 ms, and then waits for 30.
    await vi.advanceTimersByTimeAsync(31)
    expect(taking.takenAtMs).toBe(930)
    await (
      await taken
    )()
  })

  it('counts as expired if it is valid for longer than a note can be, since the clock was set back', async () => {
    const { taking, taken } = take(createSharedStorage(new Map([[key, `${start + 90_001} 0.1`]])))
    await vi.advanceTimersByTimeAsync(30)
    expect(taking.takenAtMs).toBe(30)
    await (
      await taken
    )()
  })

  it('is waited for as long as a hidden page may have written it', async () => {
    const { taking, taken } = take(createSharedStorage(new Map([[key, `${start + 90_000} 0.1`]])))
    await vi.advanceTimersByTimeAsync(89_990)
    expect(taking.takenAtMs).toBeUndefined()
    await vi.advanceTimersByTimeAsync(150)
    expect(taking.takenAtMs).toBeGreaterThan(90_000)
    await (
      await taken
    )()
  })

  it('is waited for if another tab writes its own at the same time', async () => {
    const { taking, taken } = take()
    await vi.advanceTimersByTimeAsync(10)
    taking.storage.values.set(key, `${start + 500} 0.2`)
    await vi.advanceTimersByTimeAsync(400)
    expect([taking.takenAtMs, noteOf(taking.storage)[1]]).toEqual([undefined, '0.2'])
    await vi.advanceTimersByTimeAsync(300)
    expect(taking.takenAtMs).toBeGreaterThan(500)
    await (
      await taken
    )()
  })

  it('is waited for as often as other tabs are faster', async () => {
    const shared = createSharedStorage()
    let faster = 3
    const set = (name: string, value: string) =>
      shared.values.set(name, faster-- > 0 ? `${Date.now() + 100} 0.4` : value)
    const { taking, taken } = take({ ...shared, set })
    await vi.advanceTimersByTimeAsync(1000)
    expect([faster, taking.takenAtMs]).toEqual([-1, 390])
    await (
      await taken
    )()
  })

  it('is renewed every ten seconds while the work lasts', async () => {
    const { taking, taken } = take()
    await vi.advanceTimersByTimeAsync(30)
    const release = await taken
    await vi.advanceTimersByTimeAsync(9_999)
    expect(Number(noteOf(taking.storage)[0]) - start).toBe(30_000)
    await vi.advanceTimersByTimeAsync(1)
    expect(Number(noteOf(taking.storage)[0]) - start).toBe(10_030 + 30_000)
    await vi.advanceTimersByTimeAsync(50_000)
    expect(Number(noteOf(taking.storage)[0])).toBeGreaterThan(Date.now())
    await release()
    expect([taking.storage.values.size, vi.getTimerCount()]).toEqual([0, 0])
  })

  it('of another tab is neither renewed nor removed', async () => {
    const { taking, taken } = take()
    await vi.advanceTimersByTimeAsync(30)
    const release = await taken
    taking.storage.values.set(key, `${start + 70_000} 0.3`)
    await vi.advanceTimersByTimeAsync(20_000)
    await release()
    expect(noteOf(taking.storage)).toEqual([String(start + 70_000), '0.3'])
  })

  it('is given up where the storage drops it twice, so that the work goes on', async () => {
    const storage = { ...createSharedStorage(), set: () => undefined }
    const { taking } = take(storage)
    await vi.advanceTimersByTimeAsync(59)
    expect(taking.takenAtMs).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    expect(taking.takenAtMs).toBe(60)
  })

  it.each(['get', 'set'] as const)('is given up where the storage never answers: %s', async (method) => {
    const storage = createSharedStorage()
    const { taking } = take({ ...storage, [method]: () => new Promise<never>(() => {}) })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(taking.failure).toMatchObject({ message: 'The storage did not answer within 10 seconds.' })
  })

  it('lets the work end where the storage never answers a removal', async () => {
    const { taken } = take({ ...createSharedStorage(), remove: () => new Promise<never>(() => {}) })
    await vi.advanceTimersByTimeAsync(30)
    const ended = (await taken)()
    await vi.advanceTimersByTimeAsync(10_000)
    await ended
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is not written after the caller has aborted, nor waited for', async () => {
    const gone = new Error('gone')
    const early = take(createSharedStorage(), AbortSignal.abort(gone))
    await vi.advanceTimersByTimeAsync(100)
    expect([early.taking.failure, early.taking.storage.values.size]).toEqual([gone, 0])

    const controller = new AbortController()
    const waiting = take(createSharedStorage(new Map([[key, `${start + 60_000} 0.1`]])), controller.signal)
    await vi.advanceTimersByTimeAsync(200)
    controller.abort(gone)
    await vi.advanceTimersByTimeAsync(100)
    expect(waiting.taking.failure).toBe(gone)
  })
})
