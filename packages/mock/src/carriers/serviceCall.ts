import { match } from '../http/router.ts'

const prefix = '/api/v0/'
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * The service that a URL calls, on any host: the URL before `/api/v0`, such as `https://api.example.com`. Only
 * operations of one environment count, since other APIs may have `/api/v0/users/42`.
 *
 * @returns `undefined` for any other request
 */
export function calledService({ origin, pathname }: URL): string | undefined {
  const start = pathname.indexOf(prefix)
  const environmentId = start === -1 ? undefined : match(pathname.slice(start))?.params.environmentId
  return environmentId !== undefined && uuid.test(environmentId) ? origin + pathname.slice(0, start) : undefined
}

/** Says that an app calls the service where no mock answers. */
export class MissedCallError extends TypeError {
  override readonly name = 'MissedCallError'

  /**
   * @param call - Where the app calls the service, as {@link calledService} says.
   * @param baseUrl - Where the mock answers.
   * @param remedy - What to change, as a sentence.
   */
  constructor(call: string, baseUrl: string, remedy: string) {
    super(`The app calls the service at ${call}, but the mock answers at ${baseUrl}. ${remedy}`)
  }
}
