import { profile } from '@latchkey/client/operations'
import type { CookieJar } from '@latchkey/client/session'
import { apiOf, type ApiOptions, sessionOf } from './session.ts'

/**
 * The page as HTML, for the user of the cookies. Like a server component, it can read cookies but not set them, so a
 * token that is about to expire has already been refreshed.
 */
export async function renderPage(apiOptions: ApiOptions, cookies: Pick<CookieJar, 'get'>): Promise<string> {
  const session = sessionOf(apiOptions, { get: (name) => cookies.get(name) })
  const content = session.state === 'signedIn' ? await renderProfile(apiOptions, session) : renderSignIn()
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Session</title>
<body data-place="${escape(JSON.stringify(apiOptions))}">
${content}
<script type="module" src="/page.js"></script>
</body>
</html>`
}

async function renderProfile(apiOptions: ApiOptions, session: ReturnType<typeof sessionOf>): Promise<string> {
  const { email } = await profile.get(apiOf(apiOptions, session))
  return `<h1>Welcome</h1>
<p id="email">${escape(email ?? '')}</p>
<form method="post" action="/sign-out"><button>Sign out</button></form>`
}

function renderSignIn(): string {
  return `<h1>Sign in</h1>
<form method="post" action="/send-code"><label>E-mail <input name="email" type="email" required></label><button>Send a code</button></form>`
}

export function renderCodeForm(verificationUUID: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Code</title>
<form method="post" action="/sign-in"><input type="hidden" name="verificationUUID" value="${escape(verificationUUID)}">
<label>Code <input name="verificationToken" inputmode="numeric" required></label><button>Sign in</button></form>
</html>`
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
