import { escapeHtml, htmlPage } from './html.ts'

/** What a person sees after the provider, where the application gave no address to go on to. */
export function oauthResultPage(error: string | undefined): string {
  return error === undefined
    ? htmlPage('Signed in', '<h1>Signed in</h1>\n<p>You can close this page and go back to the application.</p>')
    : htmlPage(
        'Not signed in',
        `<h1>Not signed in</h1>\n<p>The provider answered <code>${escapeHtml(error)}</code>. Close this page and try again in the application.</p>`,
      )
}
