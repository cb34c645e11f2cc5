import { programs } from '../../codecs/solanaInstructions.ts'
import { addressOf, familyOf, type LedgerBackend } from '../accounts.ts'
import { tokenContracts } from '../chainTokens.ts'
import { openTokenAccounts } from './solanaAccounts.ts'

const isSolana = (account: string): boolean => familyOf(account) === 'solana'

/** The addresses of all accounts of a cluster, and of some that are empty, in no order. */
export function accountAddresses(backend: LedgerBackend, networkId: number): Set<string> {
  openTokenAccounts(backend, networkId)
  const { store } = backend
  const addresses = new Set<string>(Object.values(programs))
  for (const { address } of store.solanaAccounts.scan('byAddress', [networkId])) addresses.add(address)
  for (const { tokenAccount, contract } of store.tokenBalances.scan('byTokenAccount', [networkId]))
    if (tokenAccount !== undefined) addresses.add(tokenAccount).add(addressOf(contract))
  for (const { account, networkId: network } of store.chainAccounts.all())
    if (network === networkId && isSolana(account)) addresses.add(addressOf(account))
  for (const { contractAddress, networkId: network } of tokenContracts(backend, 'SOL'))
    if (network === networkId) addresses.add(contractAddress)
  return addresses
}
