import { programs } from '../../codecs/solanaInstructions.ts'
import type { Bank } from '../../ledger/solana/bank.ts'
import { keyOf, type Mint, type TokenAccount } from '../../ledger/solana/solanaAccounts.ts'
import { decimalsAt, presentAccount, presentAmount } from './presentAccount.ts'
import type { SolanaCall, SolanaMethods } from './solanaCall.ts'
import { invalidParam, readAddress, readConfig, readView } from './solanaParams.ts'

/** The most accounts of a mint that nodes list. */
const largestLimit = 20

/** The methods that read tokens. */
export const tokenMethods: SolanaMethods = {
  getTokenAccountsByOwner(call, [owner, filter, config]) {
    const { backend, networkId } = call
    const balances = backend.store.tokenBalances.scan('byOwner', [keyOf(readAddress(owner)), networkId])
    return presentChosen(
      call,
      [...balances].flatMap(({ tokenAccount }) => tokenAccount ?? []),
      [filter, config],
    )
  },
  getTokenAccountsByDelegate(call, [key, filter, config]) {
    const { backend, bank, networkId } = call
    const delegate = readAddress(key)
    const balances = backend.store.tokenBalances.scan('byTokenAccount', [networkId])
    const addresses = [...balances].flatMap(({ tokenAccount }) => tokenAccount ?? [])
    const delegated = addresses.filter((address) => tokenAt(bank, address)?.delegate === delegate)
    return presentChosen(call, delegated, [filter, config])
  },
  getTokenAccountBalance({ bank, inContext }, [address]) {
    const account = tokenAt(bank, readAddress(address))
    if (!account) throw invalidParam('Invalid param: not a Token account')
    return inContext(presentAmount(account.amount, decimalsAt(bank, account.mint)))
  },
  getTokenSupply({ bank, inContext }, [address]) {
    const { supply, decimals } = mintAt(bank, readAddress(address), 'not a Token mint')
    return inContext(presentAmount(supply, decimals))
  },
  getTokenLargestAccounts({ backend, bank, networkId, inContext }, [key]) {
    const mint = readAddress(key)
    const { decimals } = mintAt(bank, mint, 'not a Token mint')
    const balances = backend.store.tokenBalances.scan('byContract', [keyOf(mint), networkId])
    return inContext(
      [...balances]
        .flatMap(({ tokenAccount, amount }) =>
          tokenAccount === undefined ? [] : { tokenAccount, amount: BigInt(amount) },
        )
        .toSorted((left, right) => (left.amount < right.amount ? 1 : -1))
        .slice(0, largestLimit)
        .map(({ tokenAccount, amount }) => ({ address: tokenAccount, ...presentAmount(amount, decimals) })),
    )
  },
}

/** Shows the accounts of a mint or of a token program. @throws {@link RpcError} for another filter */
function presentChosen(
  { bank, inContext }: SolanaCall,
  addresses: readonly string[],
  [filter, config]: readonly [unknown, unknown],
): object {
  const { mint: mintKey, programId } = readConfig(filter)
  const view = readView(readConfig(config))
  const mint = mintKey === undefined ? undefined : readAddress(mintKey)
  if (mint !== undefined) mintAt(bank, mint, 'could not find mint')
  const program = mint === undefined ? tokenProgramAt(readAddress(programId)) : undefined
  return inContext(
    addresses
      .filter((address) => mint === undefined || tokenAt(bank, address)?.mint === mint)
      .filter((address) => program === undefined || bank.get(address).program === program)
      .map((pubkey) => ({ account: presentAccount(bank, pubkey, view), pubkey })),
  )
}

function tokenAt(bank: Bank, address: string): TokenAccount | undefined {
  const { data } = bank.get(address)
  return data?.kind === 'token' ? data : undefined
}

function mintAt(bank: Bank, address: string, sentence: string): Mint {
  const { data } = bank.get(address)
  if (data?.kind !== 'mint') throw invalidParam(`Invalid param: ${sentence}`)
  return data
}

function tokenProgramAt(address: string): string {
  if (address !== programs.token && address !== programs.token2022)
    throw invalidParam('Invalid param: unrecognized Token program id')
  return address
}
