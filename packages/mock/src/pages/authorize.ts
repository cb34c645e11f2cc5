import { htmlPage, markup } from '@latchkey/base/html'

/** A page that goes to a provider by itself, and has a link to it. */
export function authorizePage(provider: string, url: string): string {
  return htmlPage(
    `Continue with ${provider}`,
    markup`<h1>Continue with ${provider}</h1>
<p>You are being taken to the provider. If nothing happens, <a href="${url}">go on yourself</a>.</p>`,
    markup`<meta http-equiv="refresh" content="0; url=${url}">`,
  )
}
