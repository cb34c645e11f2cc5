import {
  createAllowlist,
  deleteAllowlist,
  disableAllowlist,
  enableAllowlist,
  presentAllowlist,
  updateAllowlist,
} from '../../domain/access/allowlists.ts'
import { reachable } from '../../domain/shared/recordGuards.ts'
import type { ResourceOperations } from '../operation.ts'

export const allowlists = {
  list({ params, backend }) {
    return {
      status: 200,
      body: [...backend.store.allowlists.scan('byEnvironment', [params.environmentId])].map(presentAllowlist),
    }
  },
  create({ params, body, backend }) {
    return { status: 201, body: presentAllowlist(createAllowlist(backend, params.environmentId, body)) }
  },
  get({ params, caller, backend }) {
    return {
      status: 200,
      body: presentAllowlist(reachable(caller, backend.store.allowlists.get(params.allowlistId), 'allowlist')),
    }
  },
  update({ params, body, caller, backend }) {
    const list = reachable(caller, backend.store.allowlists.get(params.allowlistId), 'allowlist')
    return { status: 200, body: presentAllowlist(updateAllowlist(backend, list, body)) }
  },
  delete({ params, caller, backend }) {
    deleteAllowlist(backend, reachable(caller, backend.store.allowlists.get(params.allowlistId), 'allowlist'))
    return { status: 204 }
  },
  enable({ params, caller, backend }) {
    const list = reachable(caller, backend.store.allowlists.get(params.allowlistId), 'allowlist')
    return { status: 200, body: presentAllowlist(enableAllowlist(backend, list)) }
  },
  disable({ params, caller, backend }) {
    const list = reachable(caller, backend.store.allowlists.get(params.allowlistId), 'allowlist')
    return { status: 200, body: presentAllowlist(disableAllowlist(backend, list)) }
  },
} satisfies ResourceOperations<'allowlists'>
