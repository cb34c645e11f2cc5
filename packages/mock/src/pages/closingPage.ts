import { htmlPage, type Markup, markup } from '@latchkey/base/html'
import { headersOf } from './script.ts'

/**
 * An application that has cut its pop-up off cannot close it, so the pop-up closes itself. Browsers do not close a tab
 * that a user has opened.
 */
const script = 'close()'

/** Headers of a {@link closingPage}. */
export const closingHeaders = headersOf(script)

/** The last page of a sign-in, with its result. A pop-up that shows it closes. */
export function closingPage(title: string, text: Markup | string): string {
  return htmlPage(title, markup`<h1>${title}</h1>\n<p>${text}</p>\n<script>${script}</script>`)
}
