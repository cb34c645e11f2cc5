import { readBase58, toHex } from '@latchkey/base/bytes'
import { accountAddresses } from '../../ledger/solana/accountAddresses.ts'
import { rentOf } from '../../ledger/solana/accountSizes.ts'
import { readFilters } from './accountFilters.ts'
import { presentAccount } from './presentAccount.ts'
import type { SolanaCall, SolanaMethods } from './solanaCall.ts'
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
  getProgramAccounts(call, [program, config]) {
    const { bank, inContext } = call
    const { filters, withContext, ...options } = readConfig(config)
    const [owner, accepts, view] = [readAddress(program), readFilters(filters), readView(options)]
    const accounts = presentAddresses(call)
      .filter((address) => bank.get(address).program === owner && accepts(bank.get(address)))
      .map((pubkey) => ({ account: presentAccount(bank, pubkey, view), pubkey }))
    return withContext === true ? inContext(accounts) : accounts
  },
  getLargestAccounts(call, [config]) {
    const { bank, inContext } = call
    const { filter } = readConfig(config)
    if (![undefined, null, 'circulating', 'nonCirculating'].includes(filter as string))
      throw invalidParam(
        `Invalid params: unknown variant \`${String(filter)}\`, expected \`circulating\` or \`nonCirculating\``,
      )
    // All lamports are in circulation.
    const addresses = filter === 'nonCirculating' ? [] : presentAddresses(call)
    return inContext(
      addresses
        .map((address) => ({ address, lamports: Number(bank.get(address).lamports) }))
        .toSorted((left, right) => right.lamports - left.lamports)
        .slice(0, 20),
    )
  },
  getSupply(call) {
    const total = presentAddresses(call).reduce((sum, address) => sum + call.bank.get(address).lamports, 0n)
    const supply = { total: Number(total), circulating: Number(total), nonCirculating: 0, nonCirculatingAccounts: [] }
    return call.inContext(supply)
  },
}

/** The addresses of all accounts that are not empty, in the order of their bytes. */
function presentAddresses({ backend, bank, networkId }: SolanaCall): string[] {
  const keyOf = (address: string) => toHex(readBase58(address) ?? new Uint8Array())
  return [...accountAddresses(backend, networkId)]
    .filter((address) => bank.get(address).lamports > 0n)
    .map((address) => ({ address, key: keyOf(address) }))
    .toSorted((left, right) => (left.key < right.key ? -1 : 1))
    .map(({ address }) => address)
}
