import { http as http3, HttpResponse as HttpResponse3, ws as ws3 } from 'msw'
import { setupWorker as setupWorker3 } from 'msw/browser'
import { http as http2, HttpResponse as HttpResponse2, ws as ws2 } from 'msw2'
import { setupWorker as setupWorker2 } from 'msw2/browser'
import { startWorkerMock } from './mswWorker.ts'

const msw3 = { http: http3, HttpResponse: HttpResponse3, setupWorker: setupWorker3 }
const msw2 = { http: http2, HttpResponse: HttpResponse2, setupWorker: setupWorker2 }

// Each major version accepts its own start options and handlers.
void startWorkerMock(msw3)
void startWorkerMock(msw3, {
  persist: 'session',
  start: { quiet: true, onUnhandledFrame: 'bypass' },
  handlers: [http3.get('/other', () => HttpResponse3.json({}))],
})
void startWorkerMock(msw2, { start: { quiet: true, onUnhandledRequest: 'bypass' } })
startWorkerMock(msw2).then(({ worker }) => worker.resetHandlers(http2.get('/other', () => HttpResponse2.json({}))))
// The chains have WebSockets with the part of msw for them.
void startWorkerMock({ ...msw3, ws: ws3 }, { start: { quiet: true, onUnhandledFrame: 'bypass' } })
void startWorkerMock({ ...msw2, ws: ws2 })
// @ts-expect-error -- there is no such storage
void startWorkerMock(msw3, { persist: 'cookie' })
// @ts-expect-error -- this is an option of msw 3
void startWorkerMock(msw2, { start: { onUnhandledFrame: 'bypass' } })
// @ts-expect-error -- the handlers of version 2 are not those of version 3
void startWorkerMock({ ...msw3, setupWorker: setupWorker2 })
