import { markup } from '@latchkey/base/html'
import { closingPage } from './closingPage.ts'

/** The page after the provider's page, when the application has set no redirect URL. */
export function oauthResultPage(error: string | undefined): string {
  return error === undefined
    ? closingPage('Signed in', 'You can close this page and go back to the application.')
    : closingPage(
        'Not signed in',
        markup`The provider answered <code>${error}</code>. Close this page and try again in the application.`,
      )
}
