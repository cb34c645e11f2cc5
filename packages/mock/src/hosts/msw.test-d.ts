import { http as http3, HttpResponse as HttpResponse3 } from 'msw'
import { setupServer as setupServer3 } from 'msw/node'
import { http as http2, HttpResponse as HttpResponse2 } from 'msw2'
import { setupServer as setupServer2 } from 'msw2/node'
import type { Mock } from '../createMock.ts'

declare const mock: Mock

// Either major takes the handlers made of its own parts, and no other's.
setupServer3(...mock.handlers({ http: http3, HttpResponse: HttpResponse3 }))
setupServer2(...mock.handlers({ http: http2, HttpResponse: HttpResponse2 }))
// @ts-expect-error -- a handler of version 2 is none of version 3
setupServer3(...mock.handlers({ http: http2, HttpResponse: HttpResponse2 }))
// @ts-expect-error -- msw's parts are asked for
mock.handlers()
