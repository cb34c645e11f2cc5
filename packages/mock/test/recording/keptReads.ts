import { type OperationId, operationTable } from '@latchkey/types'
import { expect } from 'vitest'
import type { Mock } from '../../src/mock/createMock.ts'

/** The reads that a scenario keeps, besides those of people. */
export const keptReads = [
  'environments.get',
  'sdkSettings.get',
  'providers.list',
  'customFields.list',
  'origins.list',
  'deeplinkUrls.list',
  'customHostnames.list',
  'sdkViews.list',
  'gates.list',
  'allowlists.list',
  'customNetworks.list',
] satisfies OperationId[]

/** The replies of a mock's sandbox to these reads, without its own ids, instants and address. */
export async function readsOf(mock: Mock, ids: readonly OperationId[]): Promise<Record<string, unknown>> {
  const { organizationId, admin, environments } = mock.defaults
  const params: Record<string, string> = { environmentId: environments.sandbox.id, organizationId }
  const replies = ids.map(async (id) => {
    const path = operationTable[id].path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')
    const headers = { authorization: `Bearer ${admin.token}` }
    const reply = await mock.fetch(mock.baseUrl + path, { headers })
    expect([id, reply.status]).toEqual([id, 200])
    return [id, withoutOwn(await reply.json())] as const
  })
  return Object.fromEntries(await Promise.all(replies))
}

const uuid = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g

function withoutOwn(value: unknown): unknown {
  if (typeof value === 'string') {
    return value
      .replace(uuid, '<id>')
      .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'https://api.latchkey.test')
      .replace(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/, '<instant>')
  }
  if (Array.isArray(value)) return inOrder(value.map(withoutOwn))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, withoutOwn(field)]))
}

/** The ready provider of a mock has an id that does not tell whether it came before others of the same millisecond. */
function inOrder(items: unknown[]): unknown[] {
  const nameOf = (item: unknown) => String(Reflect.get(Object(item), 'provider') ?? '')
  return items.toSorted((one, other) => nameOf(one).localeCompare(nameOf(other)))
}
