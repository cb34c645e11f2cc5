import type { BrowserContext } from '@playwright/test'

/**
 * Passes what pages request from a server on to one of its worlds. So an app that was given the server's URL uses the
 * world of its test. Requests to a world stay as they are.
 */
export async function routeToWorld(context: BrowserContext, serverUrl: string, world: string): Promise<void> {
  const isOfService = ({ href }: URL) =>
    href.startsWith(`${serverUrl}/`) && !/^\/(w|__mock)\//.test(href.slice(serverUrl.length))
  await context.route(isOfService, (route) =>
    route.fallback({ url: `${serverUrl}/w/${world}${route.request().url().slice(serverUrl.length)}` }),
  )
}
