import { escapeHtml, htmlPage } from '../shared/html.ts'
import { headersOf } from './script.ts'

const script = 'document.forms[0].submit()'

/** Headers of a {@link formPostPage}. */
export const formPostHeaders = headersOf(script)

/** A page that posts a form by itself, or by its button without script (OAuth 2.0 Form Post Response Mode). */
export function formPostPage(action: string, fields: Readonly<Record<string, string>>): string {
  const hidden = Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('\n')
  return htmlPage(
    'Going back',
    `<h1>Going back to the application</h1>
<form method="post" action="${escapeHtml(action)}">
${hidden}
<button class="main">Continue</button>
</form>
<script>${script}</script>`,
  )
}
