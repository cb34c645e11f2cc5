import { RequestRefused } from '@latchkey/client/server'

type Route = (request: Request) => Promise<Response>

/** A route whose refusals are answers. */
export function guarded(route: Route): Route {
  return async (request) => {
    try {
      return await route(request)
    } catch (error) {
      if (error instanceof RequestRefused) return error.toResponse()
      throw error
    }
  }
}
