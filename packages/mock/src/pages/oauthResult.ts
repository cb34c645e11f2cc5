import { closingPage } from './closingPage.ts'
import { escapeHtml } from '../html.ts'

/** What a person sees after the provider, where the application gave no address to go on to. */
export function oauthResultPage(error: string | undefined): string {
  return error === undefined
    ? closingPage('Signed in', 'You can close this page and go back to the application.')
    : closingPage(
        'Not signed in',
        `The provider answered <code>${escapeHtml(error)}</code>. Close this page and try again in the application.`,
      )
}
