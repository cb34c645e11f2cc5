import type { Environment, Organization } from '../../store/records.ts'
import type { ReadStore } from './backend.ts'
import type { EnvironmentCaller } from './callers.ts'
import { assert, type FailureDetails, type FailureKey, failures } from './errors.ts'
import { missing, type RecordNoun } from './missingRecords.ts'

/** The answer to a missing record: 404 with its name, or another failure. */
export type Missing = RecordNoun | OtherFailure
type OtherFailure = Exclude<FailureKey, 'recordNotFound'>

const isFailure = (what: Missing): what is OtherFailure => Object.hasOwn(failures, what)

/** A record that exists. @throws {@link DomainError} 404 with its name, or another failure */
export function existing<R>(record: R | undefined, what: Missing, details?: FailureDetails): R {
  if (isFailure(what)) assert(record !== undefined, what, details)
  else assert(record !== undefined, 'recordNotFound', missing(what))
  return record
}

/**
 * A record with these columns, such as those of its owners. Another owner's record is answered like a missing one.
 *
 * @throws {@link DomainError} 404 with its name, or another failure
 */
export function recordOf<R extends object>(
  record: R | undefined,
  columns: Partial<NoInfer<R>>,
  what: Missing | (FailureDetails & { readonly failure: OtherFailure }),
): R {
  const names = Object.keys(columns) as (keyof R)[]
  const ownRecord = record && names.every((name) => record[name] === columns[name]) ? record : undefined
  if (typeof what === 'string') return existing(ownRecord, what)
  const { failure, ...details } = what
  return existing(ownRecord, failure, details)
}

/** A record of exactly that environment. @throws {@link DomainError} 404 with its name */
export function inEnvironment<R extends { readonly environmentId: string }>(
  record: R | undefined,
  environmentId: string,
  what: RecordNoun,
): R {
  return recordOf<{ readonly environmentId: string }>(record, { environmentId }, what) as R
}

/** A record of an environment that the caller may act in. @throws {@link DomainError} 404 with its name */
export function reachable<R extends { readonly environmentId: string }>(
  caller: EnvironmentCaller,
  record: R | undefined,
  what: RecordNoun,
): R {
  return existing(record && caller.reaches(record.environmentId) ? record : undefined, what)
}

/** An environment by its id. @throws {@link DomainError} 404 */
export function environmentOf(
  { store }: { readonly store: Pick<ReadStore, 'environments'> },
  environmentId: string,
): Environment {
  return existing(store.environments.get(environmentId), 'environment')
}

/** Refuses the id of an environment that does not exist. @throws {@link DomainError} 404 */
export function assertEnvironment(
  backend: { readonly store: Pick<ReadStore, 'environments'> },
  environmentId: string,
): void {
  environmentOf(backend, environmentId)
}

/** An organization by its id. @throws {@link DomainError} 404 */
export function organizationOf(
  { store }: { readonly store: Pick<ReadStore, 'organizations'> },
  organizationId: string,
): Organization {
  return existing(store.organizations.get(organizationId), 'organization')
}
