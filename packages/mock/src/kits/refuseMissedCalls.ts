import type { BrowserContext } from '@playwright/test'
import { calledService, MissedCallError } from '../carriers/serviceCall.ts'

interface MissedCalls {
  /** Where the mock answers. */
  readonly baseUrl: string
  /** The origin of the app, if its server may pass calls on to the mock. */
  readonly proxy?: string | undefined
  /** Says what to change. `call` is where the app calls the service. */
  remedy(call: string): string
}

/**
 * Aborts calls of the service that pages of a context send elsewhere than to the mock, and fails the test.
 *
 * @throws MissedCallError in the page's route
 */
export async function refuseMissedCalls(context: BrowserContext, { baseUrl, proxy, remedy }: MissedCalls) {
  const isMissed = (url: URL) =>
    calledService(url) !== undefined && url.origin !== proxy && !url.href.startsWith(`${baseUrl}/`)
  await context.route(isMissed, async (route) => {
    const call = calledService(new URL(route.request().url())) ?? ''
    await route.abort()
    throw new MissedCallError(call, baseUrl, remedy(call))
  })
}

/** The origin of the app under test, whose server may have a proxy. */
export function originOfApp(baseURL: string | undefined): string | undefined {
  return baseURL && URL.canParse(baseURL) ? new URL(baseURL).origin : undefined
}

/** Says what to change in the configuration of an app whose calls miss their mock. */
export function remedyFor(apiUrl: string | undefined): (call: string) => string {
  const setting = (call: string) => `\`latchkey: { apiUrl: '${call}' }\` in \`use\`.`
  if (apiUrl !== undefined) return (call) => `Set ${setting(call)}`
  return (call) => `Give the app the URL of its mock, \`mock.baseUrl\`, or set ${setting(call)}`
}
