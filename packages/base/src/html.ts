const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escape = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] as string)

/** Markup. Only {@link markup} makes it, so that no text is taken for markup by mistake. */
class Markup {
  readonly #written: string
  constructor(written: string) {
    this.#written = written
  }

  toString(): string {
    return this.#written
  }
}

export type { Markup }

/**
 * A value of a template: markup is inserted as it is, a list of markup gets a line for each item, and texts and numbers
 * are escaped.
 */
type Shown = Markup | readonly Markup[] | string | number

function write(shown: Shown): string {
  if (shown instanceof Markup) return shown.toString()
  return typeof shown === 'object' ? shown.join('\n') : escape(String(shown))
}

/** Writes markup. All values are escaped but those that are markup themselves; attributes have to be quoted. */
export function markup(parts: TemplateStringsArray, ...values: readonly Shown[]): Markup {
  return new Markup(parts.reduce((written, part, i) => written + write(values[i - 1] ?? '') + part))
}

/**
 * A page loads nothing and runs no script. No `form-action`: browsers apply it to redirects, too. Other sites get no
 * `Referer`; with `no-referrer`, a form that posts to the service itself would have the `Origin` `null`.
 */
export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
  'referrer-policy': 'same-origin',
} as const

const style = markup`<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { display: grid; place-items: center; min-height: 100vh; margin: 0 }
body { background: light-dark(#f1f3f8, #12141a); color: light-dark(#1b1f2a, #eceff6) }
main { box-sizing: border-box; width: min(26rem, 100vw); padding: 2rem; border-radius: 1rem; overflow-wrap: anywhere }
main { background: light-dark(#fff, #1c1f28); box-shadow: 0 .5rem 2rem #0002 }
h1 { margin: 0 0 .25rem; font-size: 1.375rem }
h2 { margin: 1.5rem 0 .5rem; font-size: 1rem }
p { margin: .25rem 0 }
small, .note { color: light-dark(#555c6e, #a5adbf) }
ul { list-style: none; margin: 0; padding: 0; display: grid; gap: .5rem }
button, input[type=email], input[type=text], select { box-sizing: border-box; width: 100%; border-radius: .625rem }
button, input[type=email], input[type=text], select { background: none; color: inherit; font: inherit }
button { padding: .75rem 1rem; border: 1px solid light-dark(#c6ccda, #444b5c); text-align: start; cursor: pointer }
button:hover { background: light-dark(#f1f3f8, #272b37) }
button small { display: block }
button.main { margin-top: .75rem; border-color: transparent; background: #2746ff; color: #fff; text-align: center }
button.plain { margin-top: 1.5rem; text-align: center }
input[type=email], input[type=text], select { padding: .75rem; border: 1px solid light-dark(#8a93a8, #6b7489) }
label { display: block; margin: .5rem 0 .25rem }
option { background: light-dark(#fff, #1c1f28); color: inherit }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; margin: 1rem 0 }
dt { color: light-dark(#555c6e, #a5adbf) }
dd { margin: 0; text-align: end }
a { color: light-dark(#2746ff, #8fa2ff) }
:focus-visible { outline: 3px solid #7a8fff; outline-offset: 2px }
[role=alert] { color: light-dark(#b3261e, #ff9c94) }
</style>`

/** A warning for pages whose answer goes to the device that began the sign-in (RFC 8628, section 5.4). */
export function strangersLinkWarning(appName: string): Markup {
  return markup`<p>Go on only if you have just begun this sign-in in <b>${appName}</b> yourself. \
If somebody sent you a link to this page, that person would be signed in as you.</p>`
}

/** A whole page, with additions to its head. */
export function htmlPage(title: string, content: Markup, head?: Markup): string {
  const additions = head ? markup`\n${head}` : ''
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${style}${additions}
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`.toString()
}
