import { defined } from '@latchkey/base/defined'
import { type ControlCaller, createControlCaller } from '@latchkey/contract/controlCaller'
import { worldsPath } from '../control/http/worlds.ts'

/** How the tools reach a mock. */
export interface Access {
  /** Base URL of the mock or a world. */
  readonly url: string
  readonly send: (url: string, init: RequestInit) => Promise<Response>
  readonly control: ControlCaller
  /** The same for one call: in another world of the server, and until the caller cancels it. */
  forCall(call: { readonly world?: string | undefined; readonly signal?: AbortSignal | undefined }): Access
}

/**
 * Reaches a mock over HTTP, or through a given `fetch`.
 *
 * @param options.fetch - @default the machine's `fetch`
 * @param options.token - The control token of a server on another machine.
 * @param options.signal - Ends requests, and lets no further one begin.
 */
export function createAccess(options: {
  readonly url: string
  readonly fetch: Access['send']
  readonly token?: string | undefined
  readonly signal?: AbortSignal | undefined
}): Access {
  const { signal } = options
  const url = options.url.replace(/\/$/, '')
  const send: Access['send'] = async (target, init) => {
    signal?.throwIfAborted()
    return options.fetch(target, { ...init, ...defined({ signal }) })
  }
  return {
    url,
    send,
    control: createControlCaller({ ...options, url, fetch: send }),
    forCall: ({ world, signal: ended }) =>
      createAccess({
        ...options,
        url: world === undefined ? url : urlOfWorld(url, world),
        signal: ended ?? signal,
      }),
  }
}

/** The URL of a world of the same server, whose own URL may be that of a world as well. */
function urlOfWorld(url: string, name: string): string {
  return `${url.replace(/\/w\/[^/]*$/, '')}${worldsPath}${name}`
}
