import { createAllowlistEntry, listAllowlistEntries, presentAllowlistEntry } from '../../domain/access/allowlists.ts'
import { reachable } from '../../domain/shared/recordGuards.ts'
import type { ResourceOperations } from '../operation.ts'

export const allowlistEntries = {
  list({ params, query, caller, backend }) {
    const list = reachable(caller, backend.store.allowlists.get(params.allowlistId), 'allowlist')
    const { items, total } = listAllowlistEntries(backend, list, query)
    return { status: 200, body: { count: total, entries: items.map(presentAllowlistEntry) } }
  },
  create({ params, body, caller, backend }) {
    const list = reachable(caller, backend.store.allowlists.get(params.allowlistId), 'allowlist')
    return { status: 201, body: presentAllowlistEntry(createAllowlistEntry(backend, list, body)) }
  },
  delete({ params, caller, backend }) {
    backend.store.allowlistEntries.delete(
      reachable(caller, backend.store.allowlistEntries.get(params.allowlistEntryId), 'allowlist entry').id,
    )
    return { status: 204 }
  },
} satisfies ResourceOperations<'allowlistEntries'>
