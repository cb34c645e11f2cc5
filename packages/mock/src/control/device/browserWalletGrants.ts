import { defined } from '@latchkey/base/defined'
import type { GrantsOf } from '@latchkey/browser-wallet/evm/evmWalletState'
import { evmAccount } from '@latchkey/signing/decoding/evmCalls'
import { decodeEvmRequest } from '@latchkey/signing/decoding/evmRequests'
import { unlimited } from '@latchkey/signing/decoding/unlimited'
import { transact, type World } from '../../world/world.ts'

/** Decodes who gets what by a transaction of a browser wallet, as policies decode it. Import it lazily. */
export function createGrantsOf(world: World): GrantsOf {
  return async (account, { to, value, data }, chainId) => {
    // A contract that is created has no address yet.
    if (to === undefined) return []
    const { grants } = await transact(world, ({ outside }) =>
      decodeEvmRequest(outside.chains, {
        chain: 'EVM',
        account: evmAccount(account),
        named: [],
        request: {
          message: '',
          isFormatted: true,
          context: { evmTransaction: { chainId, to, value, ...defined({ data }) } },
        },
        signed: '',
      }),
    )
    return grants
      .filter(({ amount }) => amount > 0n)
      .map((grant) => ({
        to: addressOf(grant.account),
        asset: addressOf(grant.asset),
        amount: grant.amount >= unlimited ? 'unlimited' : String(grant.amount),
      }))
  }
}

/** The address of an account such as `eip155:0x…`, and a word as it is. */
const addressOf = (account: string) => account.slice(account.indexOf(':') + 1)
