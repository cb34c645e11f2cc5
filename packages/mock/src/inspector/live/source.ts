import { type ControlCaller, createControlCaller } from '../../control/controlCaller.ts'
import type { Fetch } from '../platform.ts'

/** Where the inspector reads and changes a mock. */
export interface Source extends ControlCaller {
  /** The mock's URL, or that of one of its worlds, without a slash at the end. */
  readonly baseUrl: string
  /** Opens `GET stream`. */
  stream(signal: AbortSignal): Promise<ReadableStream<Uint8Array>>
}

interface SourceOptions {
  readonly url: string
  /** The control token of a mock on another machine. */
  readonly token?: string
  readonly fetch: Fetch
}

/** A mock whose control interface is reached by `fetch`. */
export function createSource({ url, token, fetch }: SourceOptions): Source {
  const baseUrl = url.replace(/\/+$/, '')
  const send: Fetch = (input, init) =>
    fetch(input, init).catch((cause: unknown) => {
      throw init?.signal?.aborted ? cause : new Error(`The mock at ${baseUrl} does not answer.`, { cause })
    })
  return {
    ...createControlCaller({ url: baseUrl, token, fetch: send }),
    baseUrl,
    async stream(signal) {
      const headers = { accept: 'text/event-stream', ...(token !== undefined && { authorization: `Bearer ${token}` }) }
      const { ok, status, body } = await send(`${baseUrl}/__mock/v1/stream`, { headers, signal })
      if (!ok || !body) throw new Error(`The mock answered ${status} where its changes should be.`)
      return body
    },
  }
}
