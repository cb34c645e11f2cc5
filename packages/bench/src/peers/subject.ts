import type { Question } from '../keptConnection.ts'

/** Asks one server over a connection that stays open. @returns The answer's JSON */
export type Ask = (question: Question) => Promise<unknown>

/** How a server is started: a script of Node with its arguments. */
interface Command {
  readonly script: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** A server that is measured. */
export interface Subject {
  /** The head of its column. */
  readonly name: string
  /** The package that is installed, for its version and licence. */
  readonly package: string
  /** Its folder in `peers/`. Without one it is ours, installed from tarballs. */
  readonly folder?: string
  /**
   * @param project - The folder whose `node_modules` has the package.
   * @param port - A free port to listen at.
   * @param scratch - An empty folder, for files of the server.
   */
  command(at: { readonly project: string; readonly port: number; readonly scratch: string }): Command
  /** The first question that it answers. */
  readonly first: Question
}

/** A user who was created. */
export interface Person {
  readonly id: string
  readonly email: string
}

/** How an identity service is asked. A question that it does not answer is missing. */
export interface Users {
  get(person: Person): Question
  /** Creates the user with this number. Those who sign in have a password, if the service has any. */
  create?(n: number, isToSignIn?: boolean): Question
  /** The user whom the answer of `create` describes. */
  personOf?(answer: unknown): Person
  /** The first 50 users. */
  list?(): Question
  /** A session of a known user, by the shortest documented way. */
  signIn?(ask: Ask, person: Person): Promise<unknown>
  /** Signs a person in by a code or a link, which a test reads from the e-mail. */
  signInByMail?(ask: Ask, person: Person): Promise<unknown>
  /** Empties the service for the next test. @param tell - Sends a message to its process */
  reset?(ask: Ask, tell: () => Promise<unknown>): Promise<unknown>
  /** Creates a user in a new copy of the service, beside the others, in the same process. */
  createBeside?(ask: Ask, n: number): Promise<unknown>
}

/** An identity service. */
export interface UserSubject extends Subject {
  /** Reads what every question needs, such as ids and tokens. */
  users(ask: Ask): Promise<Users>
}

/** A node of an EVM chain. */
export interface ChainSubject extends Subject {
  /** The path of its JSON-RPC. */
  readonly path: string
  /** Gives the first account of Anvil, which sends the transactions, something to spend, if it has nothing. */
  fund?(ask: Ask, address: string): Promise<unknown>
}
