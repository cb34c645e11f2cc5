import {
  createCustomNetwork,
  customNetworkOf,
  customNetworksOf,
  deleteCustomNetwork,
  presentCustomNetwork,
  updateCustomNetwork,
} from '../../domain/environments/customNetworks.ts'
import type { ResourceOperations } from '../operation.ts'

export const customNetworks = {
  list({ params, backend }) {
    return {
      status: 200,
      body: { customNetworks: customNetworksOf(backend, params.organizationId).map(presentCustomNetwork) },
    }
  },
  create({ params, body, backend }) {
    return { status: 201, body: presentCustomNetwork(createCustomNetwork(backend, params.organizationId, body)) }
  },
  get({ params, backend }) {
    return {
      status: 200,
      body: presentCustomNetwork(customNetworkOf(backend, params.organizationId, params.networkId)),
    }
  },
  update({ params, body, backend }) {
    return {
      status: 200,
      body: presentCustomNetwork(
        updateCustomNetwork(backend, customNetworkOf(backend, params.organizationId, params.networkId), body),
      ),
    }
  },
  delete({ params, backend }) {
    deleteCustomNetwork(backend, customNetworkOf(backend, params.organizationId, params.networkId))
    return { status: 204 }
  },
} satisfies ResourceOperations<'customNetworks'>
