import { type NextRequest, NextResponse } from 'next/server'
import { sessionOf } from '@/lib/serverSession'

/** Refreshes a session that is about to expire, before the page is rendered: a page cannot set cookies. */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  const response = NextResponse.next()
  const session = sessionOf({
    get: (name) => request.cookies.get(name),
    getAll: () => request.cookies.getAll(),
    set(name, value, attributes) {
      request.cookies.set(name, value)
      // By the response, the browser gets the cookies, and so does the page that is rendered now.
      if (attributes.maxAge > 0) response.cookies.set(name, value, attributes)
      else response.cookies.delete({ ...attributes, name })
    },
  })
  // While the service cannot be reached, the session stays as it is. One that has ended is removed.
  await session.accessToken().catch(() => undefined)
  return response
}

/** Everything but files. */
export const config = { matcher: ['/((?!_next/static|_next/image|favicon.ico).*)'] }
