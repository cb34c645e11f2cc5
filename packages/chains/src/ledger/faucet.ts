import { parseChainUnits } from '@latchkey/base/amounts'
import type { Account } from '../chains.ts'
import { addNative, familyOf, type LedgerBackend, nativeDecimalsOf } from './accounts.ts'
import { mineBlock } from './blocks.ts'
import { decimalsOf } from './chainTokens.ts'
import { assertKeptByLedger } from './evm/machine/bytecodeStorage.ts'
import { declareContract, moveToken } from './tokens.ts'

/** An amount in whole tokens as a decimal text; without a contract it is of the network's currency. */
export interface Funds {
  readonly networkId: number
  readonly contract?: Account
  readonly amount: string
}

/**
 * Adds to an account's balance, without a transaction and without a sender. It makes a block, so that clients that
 * watch blocks see the new balance.
 *
 * @throws TypeError for an amount that is not a decimal number, or has more digits than the token, and for a token with
 * bytecode
 */
export function fund(backend: LedgerBackend, account: Account, { networkId, contract, amount }: Funds): void {
  const family = familyOf(account)
  if (contract === undefined) {
    addNative(backend, { account, networkId }, parseChainUnits(amount, nativeDecimalsOf(family)))
  } else {
    assertKeptByLedger(backend, { account: contract, networkId })
    const units = parseChainUnits(amount, decimalsOf(backend, contract, networkId))
    if (!backend.store.chainContracts.find('byAccount', [contract, networkId]))
      declareContract(backend, { account: contract, networkId, standard: 'erc20' })
    moveToken(backend, { networkId, contract, kind: 'token' }, { to: account, amount: units })
  }
  mineBlock(backend, { family, networkId })
}
