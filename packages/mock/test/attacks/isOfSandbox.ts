import type { Mock } from '../../src/mock/createMock.ts'
import { idsIn } from './secretTexts.ts'

/** The fields by which records say whose they are. */
interface Owned {
  readonly id: string
  readonly environmentId?: string
  readonly organizationId?: string
}

/**
 * Whether a URL is about the sandbox or its organization. Tests also send requests about other environments, whose
 * people are strangers only to the sandbox.
 */
export function isOfSandbox(path: string, mock: Mock): boolean {
  const { environments, organizationId } = mock.defaults
  const named = new Set(idsIn(path))
  const owners: Readonly<Record<string, string>> = {
    environments: environments.sandbox.id,
    organizations: organizationId,
  }
  return Object.entries(mock.export().tables as Readonly<Record<string, readonly Owned[]>>).every(([table, records]) =>
    records
      .filter(({ id }) => named.has(id))
      .every(
        (record) =>
          record.id === (owners[table] ?? record.id) &&
          (record.environmentId ?? environments.sandbox.id) === environments.sandbox.id &&
          (record.organizationId ?? organizationId) === organizationId,
      ),
  )
}
