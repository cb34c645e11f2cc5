import { parseUnits } from '@latchkey/base/amounts'
import { defined } from '@latchkey/base/defined'
import { newRecord } from '@latchkey/base/newRecord'
import { addressKey, type Chain, isAddressOf } from '@latchkey/crypto/chainAddresses'
import type { OutsideBackend, WorldBackend } from '../../domain/shared/backend.ts'
import type { ExchangeAccountFacts, ExchangeTransferFacts } from '../../effects/exchanges.ts'
import {
  accountFacts,
  changeBalance,
  changeRules,
  type ExchangeKey,
  openAccount,
  transfersOf,
} from '../../outside/exchanges/exchangeAccounts.ts'
import type { ExchangeAccount, ExchangeMessage } from '../../store/exchangeRecords.ts'
import { transact, type World } from '../../world/world.ts'

/** The user, or the id of the user, who has linked an account of the exchange. */
type UserOrId = string | { readonly id: string }

/** The account of a person at a simulated exchange. */
export interface ExchangeAccountControl {
  /**
   * Adds to a balance of the account. @param amount - Whole units as a decimal text. @throws TypeError for another text
   */
  deposit(currency: string, amount: string): Promise<void>
  /** Sets whether the exchange asks for a code at each transfer. @default true */
  requireCode(isRequired?: boolean): Promise<void>
  /**
   * Adds an address to the account's list, for exchanges that send only to listed addresses.
   *
   * @throws TypeError for an invalid address
   */
  listAddress(address: string, chain?: Chain): Promise<void>
  /** The account's id, exact balances and listed addresses, and whether the exchange asks for codes. */
  facts(): Promise<Pick<ExchangeAccountFacts, 'id' | 'balances' | 'requiresCode' | 'whitelist'>>
  /** Deposits and transfers, the latest first. */
  transfers(): Promise<ExchangeTransferFacts[]>
  /** The codes that the exchange has sent to the person, oldest first. */
  messages(): Promise<ExchangeMessage[]>
}

/** A simulated exchange. */
interface ExchangeControl {
  /**
   * The account of a user who has linked the exchange's social account. Its functions throw a TypeError for a user who
   * has not.
   *
   * @example
   * const account = mock.exchanges.coinbase.account(ada)
   * await account.deposit('ETH', '1')
   * await account.requireCode()
   */
  account(user: UserOrId): ExchangeAccountControl
  /** Sets the rules for all transfers: minimum amounts by currency, and whether addresses must be listed. */
  setRules(rules: {
    readonly enforcesAddressWhitelist?: boolean | undefined
    readonly minimums?: Readonly<Record<string, string>> | undefined
  }): Promise<void>
  /** Makes the next transfers fail with `unknown_transfer_error`. @default 1 */
  failNext(times?: number): Promise<void>
}

/** The simulated exchanges by their wire names. */
export type ExchangesControl = Readonly<Record<ExchangeKey, ExchangeControl>>

/** The sign-in provider of an exchange for which the environment has no setting. */
const usualProviders = { coinbase: 'coinbasesocial', kraken: 'kraken' } as const

export const exchangeKeys = Object.keys(usualProviders) as [ExchangeKey, ...ExchangeKey[]]

export function createExchangesControl(world: World): ExchangesControl {
  const controlOf = (exchange: ExchangeKey): ExchangeControl => ({
    account(user) {
      const userId = typeof user === 'string' ? user : user.id
      const within = async <T>(work: (backend: WorldBackend, account: ExchangeAccount) => T) =>
        transact(world, (backend) => work(backend, openAccount(backend, exchange, holderOf(backend, exchange, userId))))
      return {
        deposit: (currency, amount) => within((backend, account) => deposit(backend, account, { currency, amount })),
        requireCode: (isRequired = true) =>
          within(({ store }, account) => void store.exchangeAccounts.put({ ...account, requiresCode: isRequired })),
        listAddress: (address, chain = address.startsWith('0x') ? 'EVM' : 'SOL') =>
          within(({ store }, account) => {
            if (!isAddressOf(chain, address))
              throw new TypeError(`Failed to call "listAddress()": "${address}" is not an address of ${chain}.`)
            const key = addressKey(chain, address)
            const others = account.whitelist.filter((each) => addressKey(each.chain, each.address) !== key)
            store.exchangeAccounts.put({ ...account, whitelist: [...others, { chain, address }] })
          }),
        facts: () => within((backend, account) => accountFacts(backend, account)),
        transfers: () => within((backend, account) => transfersOf(backend, account.id)),
        messages: () =>
          within(({ store }, { holder }) => [...store.exchangeMessages.scan('byHolder', [exchange, holder])]),
      }
    },
    setRules: async (rules) =>
      transact(world, (backend) => changeRules(backend, exchange, defined(checkedRules(rules)))),
    async failNext(times = 1) {
      if (!Number.isInteger(times) || times < 0)
        throw new TypeError('Failed to call "failNext()": `times` is a whole number.')
      await transact(world, (backend) => changeRules(backend, exchange, { failures: times }))
    },
  })
  return { coinbase: controlOf('coinbase'), kraken: controlOf('kraken') }
}

/** The exchange's id of the person behind a user. */
function holderOf({ store }: WorldBackend, exchange: ExchangeKey, userId: string): string {
  const user = store.users.get(userId)
  const setting = user && store.exchanges.find('byExchange', [user.environmentId, exchange])
  const social = setting?.socialProvider ?? usualProviders[exchange]
  const credentials = [...store.credentials.scan('byUser', [userId])]
  const holder = credentials.find(({ format, provider }) => format === 'oauth' && provider === social)?.accountId
  if (holder === undefined)
    throw new TypeError(`Failed to use the exchange ${exchange}: the user has not linked an account of ${social}.`)
  return holder
}

function deposit(
  backend: OutsideBackend,
  account: ExchangeAccount,
  { currency, amount }: { readonly currency: string; readonly amount: string },
): void {
  parseUnits(amount, 18)
  changeBalance(backend, account, { currency, amount })
  backend.store.exchangeTransfers.insert({
    ...newRecord(backend),
    exchangeAccountId: account.id,
    status: 'completed',
    amount,
    currency,
  })
}

type ExchangeRulesInput = Parameters<ExchangeControl['setRules']>[0]

function checkedRules({ enforcesAddressWhitelist, minimums }: ExchangeRulesInput): ExchangeRulesInput {
  for (const amount of Object.values(minimums ?? {})) parseUnits(amount, 18)
  return {
    ...defined({ enforcesAddressWhitelist, minimums }),
  }
}
