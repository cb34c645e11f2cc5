import { http as http3, HttpResponse as HttpResponse3, ws as ws3 } from 'msw'
import { setupServer as setupServer3 } from 'msw/node'
import { http as http2, HttpResponse as HttpResponse2, ws as ws2 } from 'msw2'
import { setupServer as setupServer2 } from 'msw2/node'
import type { Mock } from '../mock/createMock.ts'

declare const mock: Mock

// Each major version accepts only handlers that are made with its own parts.
setupServer3(...mock.handlers({ http: http3, HttpResponse: HttpResponse3 }))
setupServer2(...mock.handlers({ http: http2, HttpResponse: HttpResponse2 }))
setupServer3(...mock.handlers({ http: http3, HttpResponse: HttpResponse3, ws: ws3 }))
setupServer2(...mock.handlers({ http: http2, HttpResponse: HttpResponse2, ws: ws2 }))
// @ts-expect-error -- a handler of version 2 does not fit version 3
setupServer3(...mock.handlers({ http: http2, HttpResponse: HttpResponse2 }))
// @ts-expect-error -- the parts of msw are required
mock.handlers()
