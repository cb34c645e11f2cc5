import { parseChainUnits } from '@latchkey/base/amounts'
import { defined } from '@latchkey/base/defined'
import { newRecord } from '@latchkey/base/newRecord'
import type { TokenContract } from '@latchkey/chains/chains'
import type { Hex } from '@latchkey/chains/codecs/evmTransactions'
import { businessSecret } from '@latchkey/chains/ledger/businessPayments'
import { describedToken, tokenContracts } from '@latchkey/chains/ledger/chainTokens'
import { accountOf } from '@latchkey/chains/ledger/evm/execution'
import { evmAddressOf } from '@latchkey/chains/ledger/evm/payOnEvm'
import { isFiatToken, versionOf } from '@latchkey/chains/ledger/evm/tokenDomain'
/** The simulated seller of x402: resources for which it wants to be paid. */
import { readEthereumAddress, toChecksumAddress } from '@latchkey/crypto/ethereumAddress'
import type { OutsideBackend } from '../../domain/shared/backend.ts'
import type { PaidResource } from '../../store/outsideRecords.ts'
import { outsideUrls } from '../addresses.ts'

/** A resource to sell. */
export interface PaidResourceInput {
  /** The path below the seller's URL: `weather` or `reports/2026`. */
  readonly path: string
  /** In whole tokens, as a decimal text: `0.01`. */
  readonly price: string
  /** @default 84532, Base Sepolia */
  readonly networkId?: number | undefined
  /** A symbol, or the address of a contract that takes signed transfers (ERC-3009). @default 'USDC' */
  readonly token?: string | undefined
  /** Who is paid. @default the simulated seller */
  readonly payTo?: string | undefined
  /** A text that the offer shows. */
  readonly description?: string | undefined
  /** The body of the reply to whoever has paid: JSON, or a text that is sent as it is. @default `{ paid: true }` */
  readonly body?: unknown
  /** @default application/json, for a text text/plain */
  readonly mimeType?: string | undefined
  /** How long a payment is valid after it was signed, in seconds. @default 60 */
  readonly maxTimeoutSeconds?: number | undefined
}

const fail = (reason: string) => new TypeError(`Failed to call "x402.sell()": ${reason}`)
/** Segments of unreserved characters, none of which leads elsewhere as `.` and `..` do. */
const pathForm = /^(?!.*(?:^|\/)\.{1,2}(?:\/|$))[\w.~-]+(?:\/[\w.~-]+)*$/
const addressForm = /^0x[\da-f]{40}$/i
const priceForm = /^\d+(?:\.\d+)?$/
/** A media type with its parameters (RFC 9110, section 8.3.1), which the reply has in a header. */
const mimeTypeForm = /^[\w.+-]+\/[\w.+-]+(?:; ?[\w-]+=[\w.-]+)*$/

/** The token of a network by its symbol or its contract. @throws TypeError for one that takes no signed transfers */
function tokenOf(backend: OutsideBackend, networkId: number, token: string): TokenContract {
  const described = addressForm.test(token)
    ? describedToken(backend, accountOf(token.toLowerCase() as Hex), networkId)
    : tokenContracts(backend, 'EVM').find((each) => each.networkId === networkId && each.symbol === token)
  if (!described || !isFiatToken(described))
    throw fail(
      `network ${networkId} has no token ${token} that takes signed transfers (ERC-3009), as USDC does. ` +
        'Register one by "chain.addToken()", with the symbol USDC and 6 decimals.',
    )
  return described
}

function amountOf(price: string, { decimals, symbol }: TokenContract): bigint {
  if (!priceForm.test(price))
    throw fail(`\`price\` has to be an amount of ${symbol} as a decimal text, such as "0.01".`)
  let amount: bigint
  try {
    amount = parseChainUnits(price, decimals)
  } catch (error) {
    throw fail(`\`price\` has to be an amount of ${symbol}, such as "0.01". ${(error as Error).message}`)
  }
  if (amount === 0n) throw fail('`price` has to be more than nothing.')
  return amount
}

function toJson(body: unknown): string {
  try {
    const text = JSON.stringify(body) as string | undefined
    if (text !== undefined) return text
  } catch {
    // It has a circle, or a number that JSON has not.
  }
  throw fail('`body` has to be a text, or what JSON can write.')
}

/**
 * Sells a resource, or changes what was sold at its path.
 *
 * @throws TypeError for a path, price, token or address that cannot be
 */
export function sellResource(backend: OutsideBackend, input: PaidResourceInput): PaidResource {
  const { price, networkId = 84_532, token = 'USDC', body = { paid: true }, description } = input
  const { payTo = evmAddressOf(businessSecret('x402 seller')), maxTimeoutSeconds = 60 } = input
  const path = typeof input.path === 'string' ? input.path.replace(/^\//, '') : ''
  if (!pathForm.test(path) || path.length > 200)
    throw fail('`path` has to be segments of letters, digits and "-._~", such as "weather" or "reports/2026".')
  const payee = readEthereumAddress(payTo)
  if (payee === undefined) throw fail('`payTo` has to be an address of an EVM chain, with its checksum if it has one.')
  if (!Number.isSafeInteger(maxTimeoutSeconds) || maxTimeoutSeconds < 1)
    throw fail('`maxTimeoutSeconds` has to be a whole number of seconds.')
  const asset = tokenOf(backend, networkId, token)
  const isText = typeof body === 'string'
  const { mimeType = isText ? 'text/plain; charset=utf-8' : 'application/json' } = input
  if (!mimeTypeForm.test(mimeType)) throw fail('`mimeType` has to be a media type, such as "application/json".')
  const { id, createdAt } = backend.store.paidResources.find('byPath', [path]) ?? newRecord(backend)
  return backend.store.paidResources.put({
    id,
    createdAt,
    path,
    networkId,
    asset: toChecksumAddress(asset.contractAddress),
    payTo: toChecksumAddress(payee),
    amount: amountOf(price, asset).toString(),
    maxTimeoutSeconds,
    mimeType,
    content: isText ? body : toJson(body),
    ...defined({ description }),
  })
}

/** Ends the sale of a resource. @throws TypeError for a path at which nothing is sold */
export function withdrawResource({ store }: Pick<OutsideBackend, 'store'>, path: string): void {
  const resource = store.paidResources.find('byPath', [path.replace(/^\//, '')])
  if (!resource) throw new TypeError(`Failed to call "x402.withdraw()": nothing is sold at "${path}".`)
  store.paidResources.delete(resource.id)
}

/** How a resource is paid, as x402 writes it. */
export function requirementsOf(backend: OutsideBackend, resource: PaidResource): object {
  const { networkId, asset, payTo, amount, maxTimeoutSeconds } = resource
  const {
    symbol = '',
    name = '',
    nameOnChain = name,
  } = describedToken(backend, accountOf(asset.toLowerCase() as Hex), networkId) ?? {}
  return {
    scheme: 'exact',
    network: `eip155:${networkId}`,
    amount,
    asset,
    payTo,
    maxTimeoutSeconds,
    extra: { name: nameOnChain, version: versionOf({ symbol }) },
  }
}

/** The URL of a resource. */
export const urlOfResource = (backend: OutsideBackend, { path }: Pick<PaidResource, 'path'>): string =>
  outsideUrls(backend).paidResource(path)
