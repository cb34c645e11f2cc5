import { listTransactions } from '../../domain/walletTransactions/walletTransactions.ts'
import type { ResourceOperations } from '../operation.ts'

export const walletTransactions = {
  list({ params, query, backend }) {
    const { environmentId, chainName: chain, address } = params
    return { status: 200, body: listTransactions(backend, { environmentId, chain }, { address, query }) }
  },
} satisfies ResourceOperations<'walletTransactions'>
