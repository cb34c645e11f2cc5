import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { escapeHtml, htmlPage, pageHeaders } from './html.ts'

const script = 'document.forms[0].submit()'
const scriptHash = btoa(String.fromCharCode(...sha256(utf8ToBytes(script))))

/** As {@link pageHeaders}, but the one line of script that sends the form may run. */
export const formPostHeaders = {
  ...pageHeaders,
  'content-security-policy': `${pageHeaders['content-security-policy']}; script-src 'sha256-${scriptHash}'`,
} as const

/** A page that sends fields on by a form post, by itself or, without script, by its button (OAuth 2.0 Form Post Response Mode). */
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
