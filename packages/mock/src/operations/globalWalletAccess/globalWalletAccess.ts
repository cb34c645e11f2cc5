import {
  addDomain,
  changeAccessType,
  createAccess,
  deleteDomain,
  disableAccess,
  enableAccess,
  findAccess,
  presentAccess,
  presentDomain,
} from '../../domain/globalWallets/globalWalletAccess.ts'
import type { Backend } from '../../domain/shared/backend.ts'
import { existing, inEnvironment } from '../../domain/shared/recordGuards.ts'
import type { GlobalWalletAccess } from '../../store/adminRecords.ts'
import type { ResourceOperations } from '../operation.ts'

export const globalWalletAccess = {
  get({ params, backend }) {
    return { status: 200, body: presentAccess(backend, accessOf(backend, params.environmentId)) }
  },
  create({ params, body, backend }) {
    const access = createAccess(backend, params.environmentId, body.type)
    return { status: 201, body: presentAccess(backend, access) }
  },
  update({ params, body, backend }) {
    const access = changeAccessType(backend, accessOf(backend, params.environmentId), body.type)
    return { status: 200, body: presentAccess(backend, access) }
  },
  enable({ params, backend }) {
    return { status: 200, body: presentAccess(backend, enableAccess(backend, accessOf(backend, params.environmentId))) }
  },
  disable({ params, backend }) {
    return {
      status: 200,
      body: presentAccess(backend, disableAccess(backend, accessOf(backend, params.environmentId))),
    }
  },
  addDomain({ params, body, backend }) {
    const { environmentId } = accessOf(backend, params.environmentId)
    return { status: 201, body: presentDomain(addDomain(backend, environmentId, body.domain)) }
  },
  deleteDomain({ params, backend }) {
    deleteDomain(
      backend,
      inEnvironment(
        backend.store.globalWalletDomains.get(params.globalWalletAccessControlDomainId),
        params.environmentId,
        'global wallet domain',
      ),
    )
    return { status: 204 }
  },
} satisfies ResourceOperations<'globalWalletAccess'>

function accessOf(backend: Backend, environmentId: string): GlobalWalletAccess {
  return existing(findAccess(backend, environmentId), 'access control')
}
