import { http, HttpResponse, type RequestHandler } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startWorkerMock, type WorkerMock } from '../../src/hosts/mswWorker.ts'

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
    const urls = /^https:\/\/api\.example\.com(?:\/|$)/
    expect([first, service?.info]).toEqual([other, expect.objectContaining({ path: urls })])
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

  it('shows the code of a mail on the console, unless it is quiet or has been stopped', async () => {
    const info = vi.spyOn(console, 'info').mockImplementation(() => undefined)
    const sendCode = async () => {
      const { mock } = running ?? (await startWorkerMock(msw))
      await mock.create.provider({ provider: 'emailOnly' })
      const { id } = mock.defaults.environments.sandbox
      await mock.fetch(`${mock.baseUrl}/api/v0/sdk/${id}/emailVerifications/create`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'ada@example.com' }),
      })
      return mock.outbox.email.last()?.code
    }
    running = await startWorkerMock(msw)
    const code = await sendCode()
    expect(code).toMatch(/^\d{6}$/)
    expect(info.mock.calls).toEqual([[`[latchkey] E-mail to ada@example.com: code ${code}`]])
    running.stop()
    await sendCode()
    running = await startWorkerMock(msw, { quiet: true })
    await sendCode()
    expect(info).toHaveBeenCalledTimes(1)
    info.mockRestore()
  })

  it('ends the worker, the kept state and the pages of the service by stop()', async () => {
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
