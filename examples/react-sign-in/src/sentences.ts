import { ConnectionError, isApiError } from '@latchkey/client'
import { SignInError } from '@latchkey/client/session'

/** Why a sign-in failed in the browser or at the provider, in words for the person. */
const reasons: Readonly<Record<string, string>> = {
  access_denied: 'You have not agreed, so nobody is signed in.',
  already_registered: 'This device has a passkey already.',
  cancelled: 'You have cancelled. Try again when you are ready.',
  no_passkey: 'This device has no passkey for this page.',
  not_supported: 'Your browser cannot do this. Please choose another way.',
  // Another request of this page goes on in its place, and says how that ends.
  superseded: '',
  popup_blocked: 'Your browser has blocked the window. Allow it for this page, and try again.',
  popup_closed: 'The window was closed before the sign-in was done.',
  state_unknown: 'This answer belongs to no sign-in that was started here, or was used before.',
}

/** The words in which the page says that something has failed. The message of an error is for the console. */
export function sentenceOf(error: unknown): string {
  if (error instanceof SignInError) return reasons[error.reason] ?? error.description ?? error.message
  if (error instanceof ConnectionError)
    return navigator.onLine
      ? 'The service does not answer. Try again in a moment.'
      : 'You are offline. Try again later.'
  if (!isApiError(error)) return (error as Error).message
  if (error.status >= 500) return 'That did not work, and it is not your fault. Try again in a moment.'
  return refusalOf(error.body) ?? error.message
}

/** The service's own sentence, which is for people. */
function refusalOf(body: unknown): string | undefined {
  const { error } = Object(body) as { error?: string | { message?: string } }
  return typeof error === 'object' ? error.message : error
}
