import type { Backend } from '../../domain/shared/backend.ts'

/** A kind of record that events are about. */
export interface Subject<R> {
  /** With its article: `'a user'`. */
  readonly noun: string
  /** A stored record of the kind. */
  find(backend: Backend, id: string): R | undefined
  /** A record that is not stored. */
  example(backend: Backend, environmentId: string): R
}
