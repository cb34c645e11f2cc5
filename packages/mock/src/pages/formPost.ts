import { htmlPage, markup } from '@latchkey/base/html'
import { headersOf } from './script.ts'

const script = 'document.forms[0].submit()'

/** Headers of a {@link formPostPage}. */
export const formPostHeaders = headersOf(script)

/** A page that posts a form by itself, or by its button without script (OAuth 2.0 Form Post Response Mode). */
export function formPostPage(action: string, fields: Readonly<Record<string, string>>): string {
  const hidden = Object.entries(fields).map(
    ([name, value]) => markup`<input type="hidden" name="${name}" value="${value}">`,
  )
  return htmlPage(
    'Going back',
    markup`<h1>Going back to the application</h1>
<form method="post" action="${action}">
${hidden}
<button class="main">Continue</button>
</form>
<script>${script}</script>`,
  )
}
