import type { ReadStore } from './backend.ts'
import type { Environment, Organization } from '../../store/records.ts'
import type { EnvironmentCaller } from './callers.ts'
import { assert, type FailureDetails, type FailureKey } from './errors.ts'

/** A record that exists. @throws {@link DomainError} `failure`, by default `recordNotFound` */
export function existing<R>(
  record: R | undefined,
  failure: FailureKey = 'recordNotFound',
  details?: FailureDetails,
): R {
  assert(record !== undefined, failure, details)
  return record
}

/**
 * A record with these columns, such as those of its owners. Another owner's record is answered like a missing one.
 *
 * @throws {@link DomainError} `failure`, by default `recordNotFound`
 */
export function recordOf<R extends object>(
  record: R | undefined,
  columns: Partial<NoInfer<R>>,
  { failure = 'recordNotFound', ...details }: FailureDetails & { readonly failure?: FailureKey } = {},
): R {
  const existingRecord = existing(record, failure, details)
  const names = Object.keys(columns) as (keyof R)[]
  assert(
    names.every((name) => existingRecord[name] === columns[name]),
    failure,
    details,
  )
  return existingRecord
}

/** A record of exactly that environment. @throws {@link DomainError} `recordNotFound` */
export function inEnvironment<R extends { readonly environmentId: string }>(
  record: R | undefined,
  environmentId: string,
): R {
  return recordOf<{ readonly environmentId: string }>(record, { environmentId }) as R
}

/** A record of an environment that the caller may act in. @throws {@link DomainError} `recordNotFound` */
export function reachable<R extends { readonly environmentId: string }>(
  caller: EnvironmentCaller,
  record: R | undefined,
): R {
  const existingRecord = existing(record)
  assert(caller.reaches(existingRecord.environmentId), 'recordNotFound')
  return existingRecord
}

/** An environment by its id. @throws {@link DomainError} `recordNotFound` */
export function environmentOf(
  { store }: { readonly store: Pick<ReadStore, 'environments'> },
  environmentId: string,
): Environment {
  return existing(store.environments.get(environmentId))
}

/** Refuses the id of an environment that does not exist. @throws {@link DomainError} `recordNotFound` */
export function assertEnvironment(
  backend: { readonly store: Pick<ReadStore, 'environments'> },
  environmentId: string,
): void {
  environmentOf(backend, environmentId)
}

/** An organization by its id. @throws {@link DomainError} `recordNotFound` */
export function organizationOf(
  { store }: { readonly store: Pick<ReadStore, 'organizations'> },
  organizationId: string,
): Organization {
  return existing(store.organizations.get(organizationId))
}
