import type { SocketPeer } from '@latchkey/chains/rpc/sockets/clientEnd'
import type { RefusedSocket, ServedSocket } from '@latchkey/chains/rpc/sockets/connection'
import type { Persistence } from '@latchkey/store/persistence'
import type { MswWithSockets } from '../carriers/msw.ts'
import type { CreateDeliver } from '../effects/deliver.ts'
import type { WireReply } from '../http/respond.ts'
import type { RequestHead, ServiceRequest } from '../http/serviceRequest.ts'
import type { Defaults } from '../world/seedDefaults.ts'
import type { Control } from './control.ts'
import type { ServedWallets } from './device/servedWallets.ts'

/** The service in memory, and its controls. */
export interface Mock extends Control {
  /** Answers a request as the service would. Rejects with a `TypeError` when a fault breaks the connection. */
  fetch(input: Request | string | URL, init?: RequestInit): Promise<Response>
  /**
   * Answers a request to the control interface, below `/__mock/v1` of the mock's base URL, as a server does. This
   * includes `GET stream`, which ends when `signal` aborts. No other function answers such requests, so a host that
   * serves `fetch` to strangers does not let them control the mock.
   *
   * @throws TypeError for a URL that is not below the mock's base URL
   */
  fetchControl(input: Request | string | URL, init?: RequestInit): Promise<Response>
  /**
   * Serves a request, for hosts with a transport of their own. `undefined` for a URL outside of the service.
   *
   * @returns What goes over the wire; status 0 stands for a broken connection.
   */
  serve(request: ServiceRequest): Promise<WireReply> | undefined
  /**
   * Opens the WebSocket of a chain, for hosts with a transport of their own. `undefined` for a URL without one.
   *
   * @param request - Its URL is that of the chain's JSON-RPC, with the scheme of HTTP or of WebSocket. With `mayControl`
   * its client may call the methods of a development node.
   * @param peer - Receives what is sent to the client.
   * @returns Why it is refused, for the chain of a real node on a platform without a client of WebSockets.
   */
  openSocket(request: RequestHead, peer: SocketPeer): Promise<ServedSocket | RefusedSocket | undefined>
  /**
   * Records in the journal that a host has refused a WebSocket.
   *
   * @param reply - The host's refusal, in the service's shape.
   */
  noteRefusedSocket(request: RequestHead, reply: WireReply): void
  /**
   * `serve` under the document's names, for the mock's own tools. It differs from `serve` only if the mock has other
   * `names`.
   */
  serveDocumented(request: ServiceRequest): Promise<WireReply> | undefined
  /**
   * The service as request handlers of the app's own copy of msw, 2.12 or later and 3. With its `ws`, the chains have
   * WebSockets as well.
   *
   * @example
   * import { http, HttpResponse, ws } from 'msw'
   * const server = setupServer(...mock.handlers({ http, HttpResponse, ws }))
   */
  handlers<Handler, SocketHandler = never>(msw: MswWithSockets<Handler, SocketHandler>): (Handler | SocketHandler)[]
  /** The browser wallets, for hosts with a transport of their own: where pages reach them, and the script for pages. */
  readonly browserWallets: ServedWallets
  /** Where the service answers: an origin, and a path if it is not the root. */
  readonly baseUrl: string
  /**
   * Moves the service to another base URL, such as the origin that a server listens at, and runs the jobs that are due.
   *
   * @param createDeliver - How webhooks are sent from then on, unless the option `deliver` is set.
   */
  listenAt(baseUrl: string, createDeliver?: CreateDeliver): void
  /** Whether an environment's list of origins allows this one; a host refuses pages of other origins. */
  listsOrigin(origin: string): boolean
  /** The path at which the mock serves a path of the document: another one if it has other `names`. */
  spellPath(path: string): string
  /** Whether a path below the base URL is for the pages of apps, which may have any origin. */
  isSdkPath(path: string): boolean
  /** The organization, project, environments, admin and tokens that every mock begins with. */
  readonly defaults: Defaults
  /** Stops the mock's jobs, closes its sockets, and stops keeping its state. It still answers, but only in memory. */
  close(): void
  /** Another mock with a copy of this one's state; from then on they share nothing. */
  fork(options?: { readonly persistence?: Persistence }): Mock
}
