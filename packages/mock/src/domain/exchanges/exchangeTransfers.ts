import { formatUnits, parseUnits } from '@latchkey/base/amounts'
import { defined } from '@latchkey/base/defined'
import { addressKey, chainNamespace, isAddressOf } from '@latchkey/crypto/chainAddresses'
import type { components } from '@latchkey/types'
import type { ExchangeTransferFacts } from '../../effects/exchanges.ts'
import type { User } from '../../store/records.ts'
import { findRampAsset, type RampAsset, type RampNetwork, rampNetworksOf } from '../ramps/rampNetworks.ts'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'
import { scheduleJob } from '../shared/jobs.ts'
import { existing } from '../shared/recordGuards.ts'
import { isSameJson } from '../shared/sameJson.ts'
import type { OwnAccount } from './exchangeAccounts.ts'

type Schemas = components['schemas']
type Request = Schemas['CreateExchangeTransferRequest']

/** How long the exchange takes to send the tokens. */
const settleMs = 60_000
/** The digits of any number of JavaScript. */
const anyDigits = 340

/**
 * Sends tokens from a user's account at an exchange. A repeated request with the same id gives the same transfer.
 *
 * @throws {@link DomainError} in this order: `otherTransfer` for the id of another request, `transferCurrency`,
 * `transferNetwork`, `validationFailed` for an address of another chain or more digits than the token has,
 * `transferTooSmall`, `transferNotListed`, `transferFunds`, `transferFailed`, `transferCodeRequired`, `transferCodeWrong`
 */
export function requestTransfer(
  backend: Backend,
  user: User,
  { request, ...ownAccount }: OwnAccount & { readonly request: Request },
): ExchangeTransferFacts {
  const { exchanges } = backend.outside
  const { mfaCode, ...transferRequest } = request
  const { id: accountId } = ownAccount.account
  const repeated = transferRequest.id === undefined ? undefined : exchanges.transferOf(accountId, transferRequest.id)
  if (repeated) {
    assert(isSameJson(repeated.request, transferRequest), 'otherTransfer')
    return repeated
  }
  const { network, asset } = routeOf(backend, user.environmentId, request)
  const destination = {
    account: addressKey(network.chain, request.to),
    networkId: network.networkId,
    ...defined({ contract: asset.contract }),
    decimals: asset.decimals,
  }
  const amount = amountOf(transferRequest.amount, asset)
  assertAllowed(backend, ownAccount, { asset, amount, account: destination.account })
  assertProved(backend, ownAccount, { mfaCode, purpose: JSON.stringify([destination, amount, asset.symbol]) })
  const transfer = exchanges.begin(accountId, {
    amount,
    currency: asset.symbol,
    destination,
    request: transferRequest,
    ...defined({ requestId: transferRequest.id, description: request.description }),
  })
  scheduleJob(backend, { kind: 'exchangeTransfers.settle', subjectId: transfer.id, inMs: settleMs })
  return transfer
}

interface Route {
  readonly network: RampNetwork
  readonly asset: RampAsset
}

/** The network and token of a transfer: what the request names, or the first network where the address exists. */
function routeOf(backend: Backend, environmentId: string, { currency, network, networkObject, to }: Request): Route {
  const isKnown = backend.outside.prices.list().some(({ type, code }) => type === 'crypto' && code === currency)
  assert(isKnown, 'transferCurrency')
  const named = rampNetworksOf(backend, environmentId).filter(
    (each) =>
      (network === undefined || each.name === network) &&
      (networkObject === undefined ||
        (String(each.networkId) === networkObject.networkId &&
          chainNamespace(each.chain) === chainNamespace(networkObject.chainName))),
  )
  const routes = named.flatMap((each) => {
    const asset = findRampAsset(backend, each, currency)
    return asset ? [{ network: each, asset }] : []
  })
  assert(routes.length > 0, 'transferNetwork')
  const route = routes.find((each) => isAddressOf(each.network.chain, to))
  return existing(route, 'validationFailed', { message: 'to must be an address on this network.' })
}

/** The amount as an exact decimal text. */
function amountOf(amount: number, { decimals }: RampAsset): string {
  const units = parseUnits(amount, anyDigits)
  assert(units % 10n ** BigInt(anyDigits - decimals) === 0n, 'validationFailed', {
    message: `amount must have at most ${decimals} digits after the point.`,
  })
  return formatUnits(units, anyDigits)
}

interface Wanted {
  readonly asset: RampAsset
  readonly amount: string
  /** The recipient, as `family:address`. */
  readonly account: string
}

/** The rules of the exchange, and the funds. */
function assertAllowed(
  { outside }: Backend,
  { exchange, account }: OwnAccount,
  { asset, amount, account: recipient }: Wanted,
): void {
  const { minimums, enforcesAddressWhitelist } = outside.exchanges.rules(exchange)
  const isAtLeast = (least: string) => parseUnits(amount, anyDigits) >= parseUnits(least, anyDigits)
  const minimum = minimums[asset.symbol]
  assert(parseUnits(amount, anyDigits) > 0n && (minimum === undefined || isAtLeast(minimum)), 'transferTooSmall')
  const isListed = account.whitelist.some(({ chain, address }) => addressKey(chain, address) === recipient)
  assert(!enforcesAddressWhitelist || isListed, 'transferNotListed')
  const available = account.balances.find(({ currency }) => currency === asset.symbol)?.available ?? '0'
  assert(parseUnits(available, anyDigits) >= parseUnits(amount, anyDigits), 'transferFunds')
}

/**
 * The last check of the exchange: a code for exactly this transfer. Sent codes and counted wrong codes stay when the
 * request fails.
 */
function assertProved(
  backend: Backend,
  { exchange, account: { id, requiresCode } }: OwnAccount,
  { mfaCode, purpose }: { readonly mfaCode?: string | undefined; readonly purpose: string },
): void {
  const { exchanges } = backend.outside
  if (requiresCode && mfaCode === undefined)
    backend.outsideUndo(({ outside }) => void outside.exchanges.sendCode(id, purpose))
  assert(!requiresCode || mfaCode !== undefined, 'transferCodeRequired')
  const isProved = !requiresCode || exchanges.checkCode(id, mfaCode ?? '', purpose)
  if (!isProved) backend.outsideUndo(({ outside }) => void outside.exchanges.countWrongCode(id))
  assert(isProved, 'transferCodeWrong')
  let isRefused = false
  backend.outsideUndo(({ outside }) => {
    isRefused = outside.exchanges.takeFailure(exchange)
  })
  assert(!isRefused, 'transferFailed')
}

/** A transfer as replies show it. */
export function presentTransfer({
  id,
  requestId,
  exchangeAccountId,
  status,
  amount,
  currency,
  createdAt,
}: ExchangeTransferFacts): Schemas['ExchangeTransferResponse'] {
  return { id: requestId ?? id, exchangeAccountId, status, amount: Number(amount), currency, createdAt }
}
