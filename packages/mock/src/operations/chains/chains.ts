import { listChainTokens } from '../../domain/chains/chainTokens.ts'
import type { ResourceOperations } from '../operation.ts'

export const chains = {
  listTokens({ params, query, backend }) {
    return { status: 200, body: listChainTokens(backend, params.chainName, query.networkId) }
  },
} satisfies ResourceOperations<'chains'>
