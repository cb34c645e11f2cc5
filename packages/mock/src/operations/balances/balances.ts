import { balancesOfAddress, multichainBalances } from '../../domain/balances/balances.ts'
import { assertWalletsOfUser } from '../../domain/balances/walletAddresses.ts'
import { inEnvironment } from '../../domain/shared/recordGuards.ts'
import type { ResourceOperations } from '../operation.ts'

export const balances = {
  getByAccount({ params, query, backend }) {
    const body = balancesOfAddress(
      backend,
      { environmentId: params.environmentId, chain: params.chainName },
      {
        address: query.accountAddress,
        networkId: query.networkId,
        includePrices: query.includePrices ?? false,
        includeNative: query.includeNative ?? false,
        filterSpamTokens: query.filterSpamTokens ?? true,
        whitelistedContracts: query.whitelistedContracts ?? [],
        isForced: query.forceRefresh ?? false,
      },
    )
    return { status: 200, body }
  },

  getMultichain({ params, body, backend }) {
    return { status: 200, body: multichainBalances(backend, params.environmentId, body) }
  },

  getByUser({ params, body, backend }) {
    const user = inEnvironment(backend.store.users.get(params.userId), params.environmentId, 'user')
    assertWalletsOfUser(backend, user, body.balanceRequests)
    return { status: 200, body: multichainBalances(backend, params.environmentId, body) }
  },
} satisfies ResourceOperations<'balances'>
