/**
 * The parts of Cloudflare's platform that worlds need. They are declared here, so that the package's types need no other
 * package; a test compares them with the platform's own.
 */

/** The storage of a Durable Object: its own SQLite, and one alarm. */
export interface ObjectStorage {
  readonly sql: {
    exec(query: string, ...bindings: string[]): Iterable<Record<string, unknown>>
  }
  transactionSync<T>(work: () => T): T
  setAlarm(epochMs: number): Promise<void>
  deleteAlarm(): Promise<void>
  /** Deletes all that is kept. */
  deleteAll(): Promise<void>
}

/** The first argument of a Durable Object's constructor. */
export interface ObjectContext {
  readonly storage: ObjectStorage
}

/** The server's end of a WebSocket. */
interface ServerSocket {
  /** Begins to take messages here. */
  accept(): void
  send(text: string): void
  close(code: number, reason: string): void
  addEventListener(type: 'message', listener: (event: { readonly data: string | ArrayBuffer }) => void): void
  addEventListener(type: 'close', listener: (event: { readonly code: number; readonly reason: string }) => void): void
  addEventListener(type: 'error', listener: () => void): void
}

/** The two ends of a WebSocket. The first one is returned to the client, in a response. */
export interface SocketPair {
  readonly 0: unknown
  readonly 1: ServerSocket
}

/** Makes a stream that says the length of its body, in bytes, and breaks off if less is written. */
export type LengthStream = new (length: number) => TransformStream<Uint8Array, Uint8Array>

/** A binding to the Durable Objects of a class. */
export interface ObjectNamespace<Id = unknown> {
  idFromName(name: string): Id
  get(id: Id): { fetch(request: Request): Promise<Response> }
}

/** The secrets and bindings of a Worker. */
export interface WorkerEnvironment {
  /** Lets its bearers use the control interface: 16 characters or more. Without it nobody can. */
  readonly LATCHKEY_CONTROL_TOKEN?: string
}

/** The Durable Objects of the worlds, and the secret of the control interface. */
export interface ReadEnvironment {
  /** The object of a world; without a name, that of the Worker's own mock, which also has the list of worlds. */
  objectOf(name?: string): ReturnType<ObjectNamespace['get']>
  /** `undefined` if it is missing or too short. */
  readonly controlToken: string | undefined
}

/** The Worker's configuration lacks the binding to the worlds. */
export class MissingBinding extends TypeError {}

/** Longer than what anybody guesses. */
const tokenLength = 16

/** The name of the object that is not below `/w/`. No world can have it. */
const ownName = '/'

/**
 * Reads the environment that the platform passes to a Worker and its objects.
 *
 * @param binding - The name of the binding to the Durable Objects.
 * @throws MissingBinding
 */
export function readEnvironment(env: object, binding: string): ReadEnvironment {
  const { [binding]: namespace, LATCHKEY_CONTROL_TOKEN: token } = env as WorkerEnvironment & Record<string, unknown>
  if (!isNamespace(namespace))
    throw new MissingBinding(`Failed to find the worlds: the Worker has no binding "${binding}" to Durable Objects.`)
  return {
    objectOf: (name = ownName) => namespace.get(namespace.idFromName(name)),
    controlToken: typeof token === 'string' && token.length >= tokenLength ? token : undefined,
  }
}

function isNamespace(value: unknown): value is ObjectNamespace {
  return typeof (value as Partial<ObjectNamespace> | undefined)?.idFromName === 'function'
}
