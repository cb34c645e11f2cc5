import type { PageAnswer, PageMessage, PageRoad } from './pageMessages.ts'
import { send } from './platform.ts'

/** Sends a message to the wallets. Rejects if they are out of reach. */
export type SendMessage = (message: PageMessage) => Promise<PageAnswer>

type Binding = (message: string) => Promise<string>

/**
 * Finds how messages reach the wallets; `undefined` if this window has no way.
 *
 * A binding is taken out of the window, so that nobody else in the page speaks in the name of this script.
 */
export function openRoad(page: object, road: PageRoad): SendMessage | undefined {
  if ('url' in road) return (message) => post(road.url, message)
  const binding = Reflect.get(page, road.binding) as Binding | undefined
  if (typeof binding !== 'function') return undefined
  Reflect.deleteProperty(page, road.binding)
  return async (message) => JSON.parse(await binding(JSON.stringify(message))) as PageAnswer
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
