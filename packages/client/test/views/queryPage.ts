import type { Transport } from '../../src/calls/createTransport.ts'
import type { Gate } from '../../src/generated/operations/index.ts'

/** A page with a query of a gate, an infinite query of users, and a mutation that enables the gate. */
export interface QueryPageProps {
  readonly api: Transport
  readonly gateId: string
  /** Gets what the buttons of the page would call. */
  readonly onReady: (actions: QueryActions) => void
}

export interface QueryActions {
  enable(): Promise<unknown>
  fetchNextPage(): Promise<unknown>
}

/** Mounts the page. @returns A function that unmounts it. */
export type MountQueries = (element: Element, props: QueryPageProps) => () => unknown

/** The text of the page. */
export const describeQueries = (gate: Gate | undefined, error: Error | null, users: number): string =>
  `${error?.name ?? (gate ? `${gate.name} ${gate.enabledAt ? 'on' : 'off'}` : 'loading')}, ${users} users`
