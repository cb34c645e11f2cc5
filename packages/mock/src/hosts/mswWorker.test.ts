import { http, HttpResponse, type RequestHandler } from 'msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { startWorkerMock, type WorkerMockOptions } from './mswWorker.ts'

const running: { stop(): void }[] = []
afterEach(() => {
  vi.restoreAllMocks()
  for (const each of running.splice(0)) each.stop()
})

/** Starts a mock whose worker keeps its handlers instead of a page's requests. */
async function open(options: WorkerMockOptions<RequestHandler, unknown> = {}, failure?: Error) {
  let handlers: readonly RequestHandler[] = []
  const setupWorker = (...all: RequestHandler[]) => {
    handlers = all
    return { start: async () => (failure ? Promise.reject(failure) : undefined), stop: () => undefined }
  }
  const started = await startWorkerMock({ http, HttpResponse, setupWorker }, { quiet: true, ...options })
  const send = async (url: string) => {
    for (const handler of handlers) {
      const result = await handler.run({ request: new Request(url), requestId: 'r' })
      if (result?.response) return result.response
    }
    return undefined
  }
  const opened = { ...started, send }
  running.push(opened)
  return opened
}

const path = '/api/v0/sdk/00000000-0000-7000-8000-000000000004/healthcheck'

describe('startWorkerMock()', () => {
  it('says once that the app calls the service at another URL, and lets the call pass', async () => {
    const { mock, send } = await open({ mock: { baseUrl: 'https://api.example.com' } })
    const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    for (const _ of [1, 2]) expect(await send(`https://api.other.example${path}`)).toBeUndefined()
    expect(printed.mock.calls).toEqual([
      [
        '[latchkey] The app calls the service at https://api.other.example, but the mock answers at https://api.example.com. Set `mock: { baseUrl }` of `startWorkerMock()` to where the app calls it.',
      ],
    ])
    const { id } = mock.defaults.environments.sandbox
    expect((await send(`https://api.example.com/api/v0/sdk/${id}/healthcheck`))?.status).toBe(200)
    expect(await send('https://api.other.example/api/v0/users/42')).toBeUndefined()
    expect(printed).toHaveBeenCalledTimes(1)
  })

  it('refuses to run twice in a page, until the first mock is stopped', async () => {
    const first = await open()
    await expect(open()).rejects.toThrow('a mock answers this page already. Use that one, or call its `stop()` first.')
    first.stop()
    await open()
  })

  it('says how to create the file of the service worker, and can be called again', async () => {
    const cause = new Error('The script has an unsupported MIME type.')
    await expect(open({}, cause)).rejects.toMatchObject({
      message: expect.stringMatching(/npx msw init public\. Error: The script has an unsupported MIME type\.$/),
      cause,
    })
    await open()
  })
})
