import { programs } from '../../../crypto/solanaInstructions.ts'
import type { Bank } from '../../ledger/solana/bank.ts'
import { keyOf, rentOf } from '../../ledger/solana/solanaAccounts.ts'
import { decimalsAt, presentAccount, presentAmount } from './presentAccount.ts'
import type { SolanaMethods } from './solanaCall.ts'
import { invalidParam, readAddress, readConfig, readCount, readList, readView } from './solanaParams.ts'

/** The methods that read accounts. */
export const accountMethods: SolanaMethods = {
  getBalance: ({ bank, inContext }, [address]) => inContext(Number(bank.get(readAddress(address)).lamports)),
  getAccountInfo: ({ bank, inContext }, [address, config]) =>
    inContext(presentAccount(bank, readAddress(address), readView(readConfig(config)))),
  getMultipleAccounts: ({ bank, inContext }, [addresses, config]) => {
    const view = readView(readConfig(config))
    return inContext(readList(addresses, 100, readAddress).map((address) => presentAccount(bank, address, view)))
  },
  getMinimumBalanceForRentExemption: (_, [space]) => Number(rentOf(readCount(space))),
  getTokenAccountsByOwner({ backend, bank, networkId, inContext }, [owner, filter, config]) {
    const account = keyOf(readAddress(owner))
    const { mint, programId } = readConfig(filter)
    const view = readView(readConfig(config))
    const contract = mint === undefined ? undefined : keyOf(mintAt(bank, readAddress(mint)))
    const program = mint === undefined ? tokenProgramAt(readAddress(programId)) : undefined
    const balances = backend.store.tokenBalances.scan(
      'byOwner',
      contract === undefined ? [account, networkId] : [account, networkId, contract],
    )
    const addresses = [...balances].flatMap(({ tokenAccount }) => tokenAccount ?? [])
    const chosen = addresses.filter((address) => program === undefined || bank.get(address).program === program)
    return inContext(chosen.map((pubkey) => ({ account: presentAccount(bank, pubkey, view), pubkey })))
  },
  getTokenAccountBalance({ bank, inContext }, [address]) {
    const { data } = bank.get(readAddress(address))
    if (data?.kind !== 'token') throw invalidParam('Invalid param: not a Token account')
    return inContext(presentAmount(data.amount, decimalsAt(bank, data.mint)))
  },
  getTokenSupply({ bank, inContext }, [address]) {
    const { data } = bank.get(readAddress(address))
    if (data?.kind !== 'mint') throw invalidParam('Invalid param: not a Token mint')
    return inContext(presentAmount(data.supply, data.decimals))
  },
}

function mintAt(bank: Bank, address: string): string {
  if (bank.get(address).data?.kind !== 'mint') throw invalidParam('Invalid param: could not find mint')
  return address
}

function tokenProgramAt(address: string): string {
  if (address !== programs.token && address !== programs.token2022)
    throw invalidParam('Invalid param: unrecognized Token program id')
  return address
}
