import { type ControlCaller, createControlCaller } from '../control/http/controlCaller.ts'

/** How the tools reach a mock. */
export interface Access {
  /** Base URL of the mock or a world. */
  readonly url: string
  readonly send: (url: string, init: RequestInit) => Promise<Response>
  readonly control: ControlCaller
}

/**
 * Reaches a mock over HTTP, or through a given `fetch`.
 *
 * @param options.fetch - @default the machine's `fetch`
 * @param options.token - The control token of a server on another machine.
 */
export function createAccess(options: {
  readonly url: string
  readonly fetch: Access['send']
  readonly token?: string | undefined
}): Access {
  const url = options.url.replace(/\/$/, '')
  return { url, send: options.fetch, control: createControlCaller({ ...options, url }) }
}
