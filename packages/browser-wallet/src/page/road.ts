import type { PageAnswer, PageMessage, PageRoad } from './pageMessages.ts'
import { send, sleep } from './platform.ts'

/** Sends a message to the wallets. Rejects if they are out of reach. */
export type SendMessage = (message: PageMessage) => Promise<PageAnswer>

type Binding = (message: string) => Promise<string>

/** The parts of a window that lead to the wallets. */
interface RoadWindow extends Pick<EventTarget, 'addEventListener'> {
  readonly document?: { readonly currentScript?: { readonly src?: string } | null }
}

/** The part of a browser's `SecurityPolicyViolationEvent` that says what a page may not do. */
interface PolicyViolation {
  readonly blockedURI: string
  readonly effectiveDirective: string
  readonly disposition: 'enforce' | 'report'
}

/**
 * Finds how messages reach the wallets; `undefined` if this window has no way.
 *
 * A binding is taken out of the window, so that nobody else in the page speaks in the name of this script.
 */
export function openRoad(page: RoadWindow, road: PageRoad): SendMessage | undefined {
  if ('url' in road) return openUrl(page, urlFrom(page, road.url))
  const binding = Reflect.get(page, road.binding) as Binding | undefined
  if (typeof binding !== 'function') return undefined
  Reflect.deleteProperty(page, road.binding)
  return async (message) => JSON.parse(await binding(JSON.stringify(message))) as PageAnswer
}

/**
 * Where a page that has loaded the script by an element sends its messages: there, since its policy may allow only that
 * place, such as a proxy of the app.
 */
function urlFrom({ document }: RoadWindow, url: string): string {
  const loadedFrom = document?.currentScript?.src
  if (!loadedFrom || !/\/__mock\/wallets\.js([?#]|$)/.test(loadedFrom)) return url
  return new URL(`wallets/${url.slice(url.lastIndexOf('/') + 1)}`, loadedFrom).href
}

function openUrl(page: RoadWindow, url: string): SendMessage {
  const { origin } = new URL(url)
  /** Why the policy of the page lets no message through. */
  let refusal: string | undefined
  page.addEventListener('securitypolicyviolation', (event) => {
    const { blockedURI, effectiveDirective, disposition } = event as Event & PolicyViolation
    if (refusal !== undefined || disposition !== 'enforce' || effectiveDirective !== 'connect-src') return
    // Some browsers name the origin, others the URL.
    if (!`${blockedURI}/`.startsWith(`${origin}/`)) return
    refusal = `The content security policy of this page keeps it from its wallets: add ${origin} to \`connect-src\`.`
    console.error(`[latchkey] ${refusal}`)
  })
  return async (message) => {
    if (refusal !== undefined) throw new Error(refusal)
    try {
      return await post(url, message)
    } catch (error) {
      // Browsers report the violation in a task of its own.
      await sleep(0)
      throw refusal === undefined ? error : new Error(refusal)
    }
  }
}

/** The type of the body is one that needs no preflight. Its origin is sent by the browser. */
async function post(url: string, message: PageMessage): Promise<PageAnswer> {
  const response = await send(url, {
    method: 'POST',
    body: JSON.stringify(message),
    credentials: 'omit',
    keepalive: message.isClosing ?? false,
  })
  const answer = (await response.json()) as PageAnswer & { readonly error?: string }
  if (response.ok) return answer
  throw new Error(answer.error)
}
