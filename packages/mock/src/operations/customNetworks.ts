import { newRecord } from '../backend.ts'
import { presentCustomNetwork } from '../domain/customNetworks.ts'
import { assert } from '../domain/errors.ts'
import type { ResourceOperations } from './operation.ts'

export const customNetworks = {
  list({ params, backend }) {
    const networks = [...backend.store.customNetworks.scan('byOrganization', [params.organizationId])]
    return { status: 200, body: { customNetworks: networks.map(presentCustomNetwork) } }
  },
  create({ params, body, backend }) {
    const network = backend.store.customNetworks.insert({ ...newRecord(backend), organizationId: params.organizationId, ...body })
    return { status: 201, body: presentCustomNetwork(network) }
  },
  get({ params, backend }) {
    const network = backend.store.customNetworks.get(params.networkId)
    assert(network?.organizationId === params.organizationId, 'recordNotFound')
    return { status: 200, body: presentCustomNetwork(network) }
  },
} satisfies ResourceOperations<'customNetworks'>
