import { htmlPage } from '../html.ts'
import { headersOf } from './script.ts'

/**
 * An application that has cut a pop-up off from itself cannot close it any more, so the pop-up does. Browsers leave a tab open
 * that a person has opened and gone further in.
 */
const script = 'close()'

/** Headers of a {@link closingPage}. */
export const closingHeaders = headersOf(script)

/** The last page of a sign-in: what came of it, in HTML. A pop-up that shows it closes. */
export function closingPage(title: string, text: string): string {
  return htmlPage(title, `<h1>${title}</h1>\n<p>${text}</p>\n<script>${script}</script>`)
}
