import type { WorldOptions } from '../control/http/worlds.ts'
import type { ServerCertificate } from '../effects/certificates.ts'
import type { JournalEntry } from '../http/journal.ts'
import type { Mock } from '../mock/createMock.ts'

/** The options of a server. */
export interface ServerOptions {
  /** Port to listen at. @default 0: a free port */
  port?: number | undefined
  /** Host name or address to listen at. @default '127.0.0.1' */
  host?: string | undefined
  /**
   * Further host names for which the server accepts requests, such as its name in a container network. It always
   * accepts `host` and loopback names. It refuses other names, so that a web page cannot use it by DNS rebinding.
   *
   * @default []
   */
  allowHosts?: readonly string[] | undefined
  /**
   * Whether the first address of `X-Forwarded-For` is the caller's, for rate limits and sessions. Set it only behind a
   * proxy that sets the header itself: otherwise a caller can claim any address. Behind a proxy the control interface
   * needs `controlToken`.
   *
   * @default false: the caller's address is that of the connection
   */
  trustProxy?: boolean | undefined
  /**
   * Origin by which callers reach the server, such as that of a proxy or a container. The server answers to its host
   * name. If that is not a loopback name, the control interface needs `controlToken`.
   *
   * @default the address that it listens at
   */
  baseUrl?: string | undefined
  /**
   * Lets callers of any machine use the control interface, with `Authorization: Bearer` and this token. Callers of this
   * machine need it, too, since a proxy is one of them.
   *
   * @default only callers of this machine use it, without a proxy
   */
  controlToken?: string | undefined
  /**
   * How long a caller may take to send a request, in whole milliseconds, from 1 to 2147483647. A request that takes
   * longer gets 408, and its connection ends. Its head must arrive within a minute in any case.
   *
   * @default 300_000
   */
  requestTimeoutMs?: number | undefined
  /** How many worlds the server keeps, and for how long. @default those of `WorldOptions` */
  worlds?: WorldOptions | undefined
  /**
   * A file that keeps the state of the mock and its worlds after the process has ended. The server goes on from it, and
   * creates it if there is none. It needs Node 22.13 or later, and a port that stays the same, since tokens contain it.
   */
  state?: string | undefined
  /**
   * Fills a new mock before the server answers, unless the server goes on from a state file. If it fails, the server
   * ends, and writes no state file. The server takes over the mock's data, also for a reset, but not its overrides,
   * faults and receivers.
   */
  prepare?: ((mock: Mock) => unknown) | undefined
  /**
   * Attaches real parts, such as nodes, before the server answers. It is called at each start, also when the server goes
   * on from a state file. If it fails, the server ends.
   */
  attach?: ((mock: Mock) => unknown) | undefined
  /**
   * Serves HTTPS with this certificate. A function is called before the server listens, and again for the first
   * connection after `renewAt`.
   *
   * @default the server speaks HTTP
   */
  https?: ServerCertificate | (() => Promise<ServerCertificate>) | undefined
  /** Called after each answer, with its entry of the journal, and the name of the world if a world has answered. */
  onAnswer?: ((entry: JournalEntry, world?: string) => void) | undefined
  /** Called from time to time while a state file is read, with the number of records so far. */
  onLoad?: ((records: number) => void) | undefined
  /**
   * Sends spans to this OpenTelemetry collector: of requests, with their events and refusals, and of webhooks. A
   * request with `traceparent` joins its caller's trace. It needs four packages of OpenTelemetry; if one is missing,
   * the error names them.
   */
  otlp?: string | undefined
  /** When a commit is on the disk: `'full'` also survives a power cut, and is slower. @default 'normal' */
  stateSync?: 'normal' | 'full' | undefined
}
