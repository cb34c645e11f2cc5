import { assertKeys } from '@latchkey/base/nearest'
import { shownUrl } from '@latchkey/base/shownUrl'
import { trimEnd } from '@latchkey/base/trimEnd'
import { type ControlCaller, ControlRefusal, createControlCaller } from '@latchkey/contract/controlCaller'
import { version } from '../../effects/version.ts'
import type { ControlledWorldOptions } from '../http/worlds.ts'
import { withLocalFunctions } from './localFunctions.ts'
import { remoteChain } from './remoteChain.ts'
import { connectionError, errorOfCall } from './remoteErrors.ts'
import type { RemoteMock } from './remoteMock.ts'
import { remoteOutside } from './remoteOutside.ts'
import { remoteService } from './remoteService.ts'
import { remoteState } from './remoteState.ts'
import { remoteWallets } from './remoteWallets.ts'

/** The options of a connection to a mock. */
export interface ConnectOptions {
  /** The control token of the server, if it has one. */
  readonly token?: string | undefined
  /** The function that sends the requests. @default the global `fetch` */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
}

const optionNames = Object.keys({ token: 0, fetch: 0 } satisfies Record<keyof ConnectOptions, 0>)

/** Connects to a mock for `connectMock`, which describes it. */
export async function connect(url: string, options: ConnectOptions): Promise<RemoteMock> {
  assertKeys(options, optionNames, { call: 'connectMock()', what: 'option' })
  const mockUrl = readUrl(url)
  const caller = createControlCaller({ url: mockUrl, ...options })
  const { baseUrl, defaults } = await begin(caller, mockUrl, options)
  const withReason = async <T>(key: string, answer: Promise<T>): Promise<T> => {
    try {
      return await answer
    } catch (error) {
      throw errorOfCall(key, mockUrl, error)
    }
  }
  const call: ControlCaller['call'] = (key, ...input) => withReason(key, caller.call(key, ...input))
  const server = mockUrl.replace(/\/w\/[^/]*$/, '')
  const world = (name: string) => connect(`${server}/w/${encodeURIComponent(name)}`, options)
  return withLocalFunctions('', {
    ...remoteService(call),
    ...remoteState((key, body) => withReason(key, caller.open(key, body))),
    ...remoteOutside(call),
    ...remoteWallets(call),
    chain: remoteChain(call),
    baseUrl,
    defaults,
    world,
    worlds: {
      list: () => call('GET worlds'),
      async create(name: string, { from, wallets }: ControlledWorldOptions = {}) {
        await call('POST worlds', { name, from, wallets: wallets && [...wallets] })
        return world(name)
      },
      drop: (name: string) => call('POST worlds/drop', { name }),
    },
  })
}

/** The URL without a slash at its end. @throws TypeError for what is not a URL of HTTP */
function readUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new TypeError(
      `Failed to call "connectMock()": "${shownUrl(text)}" is not a URL such as http://127.0.0.1:4010.`,
    )
  return trimEnd(url.origin + url.pathname, '/')
}

/** Asks the server for its version, base URL and default records. */
async function begin(caller: ControlCaller, url: string, { token }: ConnectOptions) {
  const answer = await caller.call('GET overview').catch((error: unknown) => {
    throw connectionError(url, reasonOf(token, error), error)
  })
  const served: unknown = answer?.version
  if (typeof served !== 'string') throw connectionError(url, 'something else answers there.')
  if (!isCompatible(served))
    throw connectionError(url, `it is @latchkey/mock ${served}, and this is ${version}. Install the same version.`)
  return answer
}

/** Whether this is a page, or a library that simulates one: its `fetch` keeps the rules of pages in happy-dom. */
const isPage = () => 'document' in globalThis

function reasonOf(token: string | undefined, error: unknown): string {
  if (!(error instanceof ControlRefusal)) return silenceOf(token)
  const { status, code, message } = error
  if (status === 403 && isPage() && token === undefined) return `${message} ${wayOfPages}`
  if (code === undefined) return `something else answers there, with status ${status}.`
  if (status === 401)
    return token === undefined
      ? 'it needs its control token (`token`, `--control-token`).'
      : 'its control interface does not accept the token.'
  if (status !== 404 || code !== 'not_found' || message.includes('/w/')) return message
  return `it is of another version than this one, ${version}.`
}

const wayOfPages = 'For a page, start it with `npx @latchkey/mock --control-token <token>`, and pass `{ token }`.'

/** A page does not learn why it gets no answer. */
function silenceOf(token: string | undefined): string {
  if (!isPage()) return 'nothing answers there. Start it with `npx @latchkey/mock` or `startServer()`.'
  if (token === undefined) return `nothing answers there, or this page may not read the answer. ${wayOfPages}`
  return 'nothing answers there, or this page may not call it: one with https may call https only.'
}

/** Whether a server's version keeps the promises of this one. */
function isCompatible(served: string): boolean {
  const lineOf = (text: string) => /^(0\.\d+|[1-9]\d*)\./.exec(text)?.[1]
  return lineOf(served) === lineOf(version)
}
