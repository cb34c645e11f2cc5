import { defined } from '@latchkey/base/defined'
import { chainNamespace, type Chain } from '@latchkey/crypto/chainAddresses'
import type { components } from '@latchkey/types'
import type { ExchangeAccountFacts, ExchangeTransferFacts } from '../../effects/exchanges.ts'
import type { Credential, User } from '../../store/records.ts'
import { isVerified } from '../credentials/credentials.ts'
import { usableExchanges } from '../providers/exchanges.ts'
import { findRampAsset, type RampNetwork, rampNetworksOf } from '../ramps/rampNetworks.ts'
import type { Backend } from '../shared/backend.ts'
import { assert, DomainError } from '../shared/errors.ts'
import { missing } from '../shared/missingRecords.ts'
import { sdkSettingsOf } from '../shared/settings.ts'
import { walletsOf } from '../wallets/wallets.ts'

type Schemas = components['schemas']
export type ExchangeKey = Schemas['ExchangeKeyEnum']

/** A user's account at an exchange. */
export interface OwnAccount {
  readonly exchange: ExchangeKey
  readonly account: ExchangeAccountFacts
}

/**
 * The account of a user at an exchange.
 *
 * @throws {@link DomainError} `recordNotFound` while people of the environment cannot use the exchange, and for a user
 * who has not linked an account of the provider with which people sign in there
 */
export function ownAccount(backend: Backend, user: User, exchange: ExchangeKey): OwnAccount {
  const { environmentId, id: userId } = user
  const setting = usableExchanges(backend, environmentId).find((usable) => usable.exchange === exchange)
  const isOff = sdkSettingsOf(backend, environmentId).featureFlags?.enableExchanges === false
  assert(setting && !isOff, 'recordNotFound', missing('exchange'))
  const isOfExchange = (credential: Credential) =>
    credential.format === 'oauth' && credential.provider === setting.socialProvider && isVerified(credential)
  const credential = [...backend.store.credentials.scan('byUser', [userId])].find(isOfExchange)
  if (credential?.accountId === undefined) throw new DomainError('recordNotFound', missing('account'))
  return { exchange, account: backend.outside.exchanges.accountOf(exchange, credential.accountId) }
}

/** Narrows balances to what is sent on a network. */
interface AccountsQuery {
  readonly networkId?: number
  readonly chainName?: Chain
}

/**
 * The accounts as replies show them.
 *
 * @throws {@link DomainError} `transferNetwork` for a network that the environment has not enabled
 */
export function presentAccounts(
  backend: Backend,
  user: User,
  { exchange, account, query }: OwnAccount & { readonly query: AccountsQuery },
): Schemas['Account'][] {
  const networks = networksOf(backend, user.environmentId, query)
  const isShown = (currency: string) =>
    (query.networkId === undefined && query.chainName === undefined) ||
    networks.some((network) => findRampAsset(backend, network, currency))
  const balances = account.balances
    .filter(({ currency }) => isShown(currency))
    .map(({ currency, balance, available }) => ({
      currency,
      balance: Number(balance),
      availableBalance: Number(available),
      logoURI: `https://assets.example.com/tokens/${encodeURIComponent(currency)}.svg`,
    }))
  const { chainName } = query
  return [{ id: account.id, exchange, type: 'spot', name: 'Spot', balances, ...defined({ chain: chainName }) }]
}

function networksOf(backend: Backend, environmentId: string, { networkId, chainName }: AccountsQuery): RampNetwork[] {
  const networks = rampNetworksOf(backend, environmentId).filter(
    (network) =>
      (networkId === undefined || network.networkId === networkId) &&
      (chainName === undefined || chainNamespace(network.chain) === chainNamespace(chainName)),
  )
  assert(networks.length > 0 || (networkId === undefined && chainName === undefined), 'transferNetwork', {
    message: 'The environment has enabled no such network on which the exchange sends.',
  })
  return networks
}

/** Refuses the id of another account. @throws {@link DomainError} `recordNotFound` */
export function assertOwn({ account }: OwnAccount, accountId: string): void {
  assert(account.id === accountId, 'recordNotFound', missing('account'))
}

/** A deposit or a transfer as the list shows it. */
export function presentTransaction({
  id,
  status,
  amount,
  currency,
  createdAt,
  transactionHash,
}: ExchangeTransferFacts): Schemas['ExchangeTransaction'] {
  return {
    transactionId: id,
    status,
    amount: Number(amount),
    currency,
    createdAt,
    ...defined({ transactionHash }),
  }
}

/**
 * Where the user can send to: the addresses that the person has listed, if the exchange sends only to those, otherwise
 * the user's wallets.
 */
export function presentDestinations(
  backend: Backend,
  user: User,
  { exchange, account }: OwnAccount,
): Schemas['TransferDestinationResponse'] {
  const { enforcesAddressWhitelist } = backend.outside.exchanges.rules(exchange)
  const addresses = enforcesAddressWhitelist
    ? account.whitelist
    : walletsOf(backend, user.id).map(({ chain, publicKey }) => ({ chain, address: publicKey }))
  const networks = rampNetworksOf(backend, user.environmentId)
  const destinations = addresses.flatMap(({ chain, address }) => {
    const reachable = networks.filter((network) => chainNamespace(network.chain) === chainNamespace(chain))
    const tokens = account.balances
      .map(({ currency }) => currency)
      .filter((currency) => reachable.some((network) => findRampAsset(backend, network, currency)))
    return reachable.length === 0 ? [] : [{ address, tokens }]
  })
  return { destinations, enforcesAddressWhitelist }
}
