import { defined } from '@latchkey/base/defined'
import { pageHeaders } from '@latchkey/base/html'
import type { Reply } from '@latchkey/base/reply'
import { networksOfRequest, openSession } from '../domain/ramps/buyUrls.ts'
import { createOrder, pricePurchase } from '../domain/ramps/orders.ts'
import {
  findRampAsset,
  type RampAsset,
  rampAssetsOn,
  type RampNetwork,
  rampNetworksOf,
} from '../domain/ramps/rampNetworks.ts'
import { rampName, type RampProvider } from '../domain/ramps/rampProviders.ts'
import { returnUrlsOf } from '../domain/ramps/returnUrls.ts'
import { createSale } from '../domain/ramps/sales.ts'
import type { WorldBackend } from '../domain/shared/backend.ts'
import { assert, DomainError } from '../domain/shared/errors.ts'
import { existing } from '../domain/shared/recordGuards.ts'
import { withScheme } from '../domain/sites/origins.ts'
import { outsidePaths } from '../outside/addresses.ts'
import { readOffer } from '../outside/sellers.ts'
import type { RampSession } from '../store/rampRecords.ts'
import { offerPage } from './rampPages.ts'

/** A request for a page of a seller. */
export interface RampPageRequest {
  readonly method: string
  readonly provider: string
  /** The path below the provider. */
  readonly path: readonly string[]
  readonly search: URLSearchParams
  readonly form: URLSearchParams
}

/** The offer of a link, from a session or a signed query. */
interface Offer {
  readonly environmentId: string
  readonly side: 'buy' | 'sell'
  readonly walletAddress: string
  readonly networks: readonly RampNetwork[]
  /** Symbols; absent for all. The first one is chosen at the beginning. */
  readonly assets?: readonly string[]
  readonly currency?: string
  readonly amount?: string
  readonly unit?: 'money' | 'tokens'
  readonly merchantName?: string
  readonly partnerUserRef?: string
  readonly redirectUrl?: string
  readonly session?: RampSession
}

/**
 * Shows an offer, or begins an order or a sale.
 *
 * @throws {@link DomainError} `forbidden` for a link that is unknown, changed or has expired, `offerUsed`
 */
export async function answerOffer(
  backend: WorldBackend,
  provider: RampProvider,
  { method, search, form }: Pick<RampPageRequest, 'method' | 'search' | 'form'>,
): Promise<Reply> {
  const fields = method === 'POST' ? form : search
  const offer = readAnyOffer(backend, provider, fields)
  const show = (status: number, problem?: string): Reply => ({
    status,
    headers: pageHeaders,
    body: pageOf(backend, provider, { offer, fields, problem }),
  })
  if (method === 'GET') return show(200)
  try {
    return { status: 303, headers: { location: await begin(backend, provider, { offer, form }) } }
  } catch (error) {
    if (error instanceof DomainError && error.status === 400) return show(400, error.message)
    throw error
  }
}

/** The fields that a person fills in. The others belong to the link. */
const entered = ['choice', 'amount', 'unit', 'currency'] as const
/** A link says these under other names, since the form has fields of those names. */
const prefixed = (name: string) => (name === 'amount' || name === 'currency' ? `link_${name}` : name)

/** The fields of the link, from its query or from the form that repeats them. */
function linkFields(fields: URLSearchParams): URLSearchParams {
  const isForm = fields.has('choice')
  return new URLSearchParams(
    [...fields].flatMap(([name, value]): [string, string][] => {
      if (!isForm) return [[name, value]]
      return (entered as readonly string[]).includes(name) ? [] : [[name.replace(/^link_/, ''), value]]
    }),
  )
}

function readAnyOffer(backend: WorldBackend, provider: RampProvider, fields: URLSearchParams): Offer {
  const link = linkFields(fields)
  const sessionToken = link.get('sessionToken')
  if (sessionToken === null) {
    const offer = readOffer(backend, link)
    assert(offer.provider === provider, 'notFound')
    const networks = rampNetworksOf(backend, offer.environmentId).filter(({ name }) => name === offer.network)
    const { asset, ...others } = offer
    return { ...others, networks, ...defined({ assets: asset === undefined ? undefined : [asset] }), unit: 'tokens' }
  }
  const session = openSession(backend, sessionToken)
  assert(session.provider === provider, 'notFound')
  const { environmentId, request } = session
  const { destinationAddress, assets, defaultAsset, fiatCurrency, presetCryptoAmount, presetFiatAmount } = request
  const { partnerUserRef, redirectUrl } = request
  const isDefault = (symbol: string) => symbol === defaultAsset
  const symbols = assets?.toSorted((a, b) => Number(isDefault(b)) - Number(isDefault(a)))
  return {
    environmentId,
    side: 'buy',
    walletAddress: destinationAddress,
    networks: networksOfRequest(backend, environmentId, request),
    ...defined({
      assets: symbols,
      currency: fiatCurrency?.toUpperCase(),
      amount: presetCryptoAmount ?? presetFiatAmount,
    }),
    unit: presetCryptoAmount === undefined ? 'money' : 'tokens',
    ...defined({ partnerUserRef, redirectUrl: redirectUrl ? withScheme(redirectUrl) : undefined }),
    session,
  }
}

/** The tokens of an offer on its networks. */
function assetsOf(backend: WorldBackend, { networks, assets }: Offer): { network: RampNetwork; asset: RampAsset }[] {
  return networks.flatMap((network) => {
    const sold = assets
      ? assets.flatMap((symbol) => findRampAsset(backend, network, symbol) ?? [])
      : rampAssetsOn(backend, network)
    return sold.map((asset) => ({ network, asset }))
  })
}

const valueOf = (network: RampNetwork, asset: RampAsset) => `${asset.symbol} ${network.name}`

interface Shown {
  readonly offer: Offer
  readonly fields: URLSearchParams
  readonly problem?: string | undefined
}

function pageOf(backend: WorldBackend, provider: RampProvider, { offer, fields, problem }: Shown): string {
  const choices = assetsOf(backend, offer).map(({ network, asset }) => ({
    value: valueOf(network, asset),
    label: `${asset.symbol} on ${network.name}`,
  }))
  const isEntered = fields.has('choice')
  const first = <T>(items: readonly T[], isFirst: (item: T) => boolean) =>
    items.toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a)))
  const codes = backend.outside.prices.list().flatMap(({ code, type }) => (type === 'fiat' ? [code] : []))
  const currency = (isEntered ? fields.get('currency') : offer.currency) ?? 'USD'
  const amount = (isEntered ? fields.get('amount') : offer.amount) ?? undefined
  const unit = isEntered && fields.get('unit') === 'tokens' ? 'tokens' : undefined
  return offerPage({
    name: rampName(provider),
    side: offer.side,
    walletAddress: offer.walletAddress,
    choices: first(choices, ({ value }) => isEntered && value === fields.get('choice')),
    currencies: first(codes, (code) => code === currency),
    ...defined({ amount }),
    unit: unit ?? (isEntered || offer.amount === undefined ? undefined : offer.unit),
    ...defined({ merchantName: offer.merchantName }),
    action: outsidePaths(backend).seller(provider),
    hidden: [...linkFields(fields)].map(([name, value]) => [prefixed(name), value] as const),
    ...defined({ problem }),
    cancelUrl: offer.redirectUrl ?? returnUrlsOf(backend, offer.environmentId, provider).cancelUrl,
  })
}

/** Begins an order or a sale. @returns The path of its page. */
async function begin(
  backend: WorldBackend,
  provider: RampProvider,
  { offer, form }: { readonly offer: Offer; readonly form: URLSearchParams },
): Promise<string> {
  const { environmentId, side, walletAddress, session, partnerUserRef, redirectUrl, merchantName } = offer
  const chosen = assetsOf(backend, offer).find(({ network, asset }) => valueOf(network, asset) === form.get('choice'))
  const { network, asset } = existing(chosen, 'validationFailed', { message: 'This token is not offered.' })
  const amount = (form.get('amount') ?? '').trim()
  assert(/^(\d{1,30}(\.\d{1,30})?|\.\d{1,30})$/.test(amount), 'validationFailed', {
    message: 'Enter an amount such as 12.50.',
  })
  const currency = form.get('currency') ?? 'USD'
  const page = outsidePaths(backend).seller(provider)
  if (side === 'sell') {
    const sale = { network, asset, amount, currency }
    const facts = { environmentId, provider, ...defined({ merchantName }) }
    return `${page}/payments/${(await createSale(backend, facts, sale)).id}`
  }
  const priced = pricePurchase(backend, environmentId, {
    destinationAddress: walletAddress,
    destinationNetwork: network.name,
    purchaseCurrency: asset.symbol,
    paymentCurrency: currency,
    amount: form.get('unit') === 'tokens' ? { purchaseAmount: amount } : { paymentAmount: amount },
  })
  const facts = {
    environmentId,
    provider,
    ...defined({ partnerUserRef, redirectUrl }),
  }
  const order = createOrder(backend, facts, priced)
  if (session) backend.store.rampSessions.put({ ...session, orderId: order.id })
  return `${page}/orders/${order.id}`
}
