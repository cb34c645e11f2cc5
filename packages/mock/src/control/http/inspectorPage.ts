import { basePathOf, originOf } from '@latchkey/base/baseUrl'
import { sha256 } from '@noble/hashes/sha2.js'
import { assert } from '../../domain/shared/errors.ts'
import { replyToError, toWire, type WireReply } from '../../http/respond.ts'
import type { ServiceRequest } from '../../http/serviceRequest.ts'
import { letterStyles } from '../../world/writeLetter.ts'
import { isInspectorPath, isRoot, scriptPath, tokenScriptPath } from './inspectorPaths.ts'
import { tokenScript } from './tokenScript.ts'

/** How a host serves the inspector. */
export interface InspectorOptions {
  /** The base URL of the mock or world. */
  readonly baseUrl: string
  /** The path below the base URL, without the query. */
  readonly path: string
  /** Whether the caller needs the control token: the page asks for it then. */
  readonly needsToken: boolean
  /** Loads the code of the inspector. If it resolves to `undefined`, the page says that the inspector is not built. */
  readonly loadScript: () => Promise<string | undefined>
}

const style = 'body{margin:0}'
const hashOf = (text: string) =>
  `'sha256-${btoa(String.fromCharCode(...sha256(Uint8Array.from(text, (character) => character.charCodeAt(0)))))}'`

const common = { 'referrer-policy': 'same-origin', 'cross-origin-resource-policy': 'same-origin' }
/** The page runs only the mock's own scripts, calls only the mock, and cannot be shown in a frame. */
const headersOfPage = {
  ...common,
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    `style-src ${hashOf(style)}`,
    // The frame in which a mail is shown has the policy of the page.
    `style-src-attr 'unsafe-hashes' ${Object.values(letterStyles).map(hashOf).join(' ')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; '),
}
/** The script of the page in a checkout without the built inspector. */
const notBuiltScript = `document.body.textContent = 'The inspector is not built. Run "pnpm build" in the checkout.'
`

const headersOfScript = { ...common, 'content-type': 'text/javascript; charset=utf-8' }

/**
 * Serves the page of the inspector at `/` and `/__mock/`, and its scripts. They contain no data: the page reads the
 * control interface.
 *
 * @returns `undefined` for another path or method, and at `/` for callers that do not accept HTML, such as curl.
 */
export function answerInspector(request: ServiceRequest, options: InspectorOptions): Promise<WireReply> | undefined {
  const { path } = options
  const acceptsHtml = (request.headers.get('accept') ?? '').toLowerCase().includes('text/html')
  const isServed = isRoot(path) ? acceptsHtml : isInspectorPath(path)
  if (!isServed || (request.method !== 'GET' && request.method !== 'HEAD')) return undefined
  const reply = answer(request, options)
  return request.method === 'HEAD' ? reply.then((written) => ({ ...written, text: null })) : reply
}

async function answer(request: ServiceRequest, options: InspectorOptions): Promise<WireReply> {
  const { baseUrl, path, needsToken, loadScript } = options
  try {
    const origin = request.headers.get('origin')
    assert(origin === null || origin === originOf(baseUrl), 'forbidden', {
      message: 'Pages of other origins may not show the inspector.',
    })
    if (path === tokenScriptPath) return toWire({ status: 200, body: tokenScript }, headersOfScript)
    if (path === scriptPath)
      return toWire({ status: 200, body: (await loadScript()) ?? notBuiltScript }, headersOfScript)
    return toWire({ status: 200, body: pageOf(basePathOf(baseUrl), needsToken) }, headersOfPage)
  } catch (error) {
    return toWire(
      replyToError(error, undefined, (cause) => console.error(cause)),
      common,
    )
  }
}

/** @param base - The path of the base URL, which has no characters of HTML. */
function pageOf(base: string, needsToken: boolean): string {
  const script = (path: string) => `<script type="module" src="${base}${path}"></script>`
  // The script of the token adds the element.
  const element = needsToken ? script(tokenScriptPath) : '<latchkey-inspector></latchkey-inspector>'
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Latchkey inspector</title>
<style>${style}</style>
</head>
<body><noscript>The inspector needs JavaScript.</noscript>${element}${script(scriptPath)}</body>
</html>
`
}
