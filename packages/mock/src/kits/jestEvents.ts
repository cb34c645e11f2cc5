/** A test as Jest keeps it between collecting and running. */
export interface CollectedTest {
  readonly type: 'test'
  readonly name: string
  readonly parent: CollectedGroup
  fn?: unknown
  mode?: string | null | undefined
  /** From where it was defined. */
  asyncError: unknown
}

/** A `describe`, likewise. */
export interface CollectedGroup {
  readonly type: 'describeBlock'
  readonly name: string
  readonly parent?: CollectedGroup
  readonly children: (CollectedTest | CollectedGroup)[]
  readonly tests: CollectedTest[]
}

/** The state of a file in Jest, as its environments get it with each event. */
export interface JestState {
  readonly rootDescribeBlock: CollectedGroup
  currentDescribeBlock: CollectedGroup
  /** Whether the tests run, so that no further test may be defined. */
  hasStarted: boolean
  readonly hasFocusedTests: boolean
  readonly testNamePattern?: RegExp | null | undefined
  readonly unhandledErrors: unknown[]
}

export interface JestEvent {
  readonly name: string
  readonly test?: CollectedTest
}

/** Jest waits for what it returns. */
export type JestListener = (event: JestEvent, state: JestState) => Promise<void> | void

/** Where the environment of this package has its list of listeners. */
export const listenersOfEnvironment = Symbol.for('@latchkey/mock: listeners of Jest')

/** Where Jest 30 has its own, in every environment. Jest 29 tells its events only to environments. */
const listenersOfJest = Symbol.for('EVENT_HANDLERS')

/** Listens to the events of the test file. Without a list of listeners nothing happens. */
export function listenToJest(listener: JestListener): void {
  for (const place of [listenersOfEnvironment, listenersOfJest]) {
    const listeners: unknown = Reflect.get(globalThis, place)
    if (Array.isArray(listeners)) return void listeners.push(listener)
  }
}
