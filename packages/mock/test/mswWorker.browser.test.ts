import { http, HttpResponse, type RequestHandler } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startWorkerMock, type WorkerMock } from '../src/hosts/mswWorker.ts'

// A real worker starts once per page, and is the other tests' here. examples/react-sign-in has one of its own.
const worker = { start: vi.fn(async (_options?: { quiet?: boolean }) => undefined), stop: vi.fn() }
const setupWorker = vi.fn((..._handlers: RequestHandler[]) => worker)
const msw = { http, HttpResponse, setupWorker }
const leave = () => dispatchEvent(new PageTransitionEvent('pagehide'))

/** Whether a page is shown in place of a navigation, which does not take place here. */
function isShown(url: string): boolean {
  let isPrevented = false
  const cancel = (event: NavigateEvent) => {
    isPrevented = event.defaultPrevented
    event.preventDefault()
  }
  navigation.addEventListener('navigate', cancel, { once: true })
  location.assign(url)
  return isPrevented
}

let running: WorkerMock<typeof worker> | undefined

beforeEach(() => {
  sessionStorage.clear()
  vi.clearAllMocks()
})
afterEach(() => {
  running?.clear()
  running?.stop()
})

describe('startWorkerMock', () => {
  it("asks the app's handlers first, and starts the worker with the given options", async () => {
    const other = http.get('/other', () => HttpResponse.json({}))
    running = await startWorkerMock(msw, {
      mock: { baseUrl: 'https://api.example.com' },
      handlers: [other],
      start: { quiet: true },
    })
    const [first, service] = setupWorker.mock.lastCall ?? []
    expect([first, service?.info]).toEqual([other, expect.objectContaining({ path: 'https://api.example.com/*' })])
    expect(worker.start).toHaveBeenCalledWith({ quiet: true })
    expect(isShown('https://api.example.com/__mock/idp/google/authorize')).toBe(true)
    document.querySelector('dialog')?.close()
  })

  it('fills a new mock before the worker starts, but not a restored one', async () => {
    const prepare = vi.fn(() => expect(worker.start).not.toHaveBeenCalled())
    running = await startWorkerMock(msw, { persist: 'session', prepare })
    expect([running.isRestored, prepare.mock.calls]).toEqual([false, [[running.mock]]])
    leave()
    running.stop()
    running = await startWorkerMock(msw, { persist: 'session', prepare })
    expect([running.isRestored, prepare.mock.calls.length]).toEqual([true, 1])
  })

  it('stores nothing by default', async () => {
    running = await startWorkerMock(msw)
    leave()
    expect([running.isRestored, sessionStorage.length]).toEqual([false, 0])
  })

  it('stops everything', async () => {
    running = await startWorkerMock(msw, { persist: 'session' })
    running.stop()
    leave()
    expect([worker.stop.mock.calls.length, sessionStorage.length]).toEqual([1, 0])
    expect(isShown(`${running.mock.baseUrl}/__mock/idp/google/authorize`)).toBe(false)
  })

  it('does not show pages of the service if they are turned off', async () => {
    running = await startWorkerMock(msw, { navigation: false })
    expect(isShown(`${running.mock.baseUrl}/__mock/idp/google/authorize`)).toBe(false)
  })
})
