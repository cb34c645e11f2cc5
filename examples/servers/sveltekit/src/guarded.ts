import { RequestRefused } from '@latchkey/client/server'
import type { RequestHandler } from '@sveltejs/kit'

/** A route whose refusals are answers. */
export function guarded(route: RequestHandler): RequestHandler {
  return async (event) => {
    try {
      return await route(event)
    } catch (error) {
      if (error instanceof RequestRefused) return error.toResponse()
      throw error
    }
  }
}
