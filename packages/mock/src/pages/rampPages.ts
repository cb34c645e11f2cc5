/** The pages of the simulated sellers of tokens, as HTML. */
import { htmlPage, markup } from '@latchkey/base/html'
import { linkTarget } from '../domain/ramps/returnUrls.ts'
import type { CryptoPayment, RampOrder } from '../store/rampRecords.ts'

/** A token on a network that a page offers. */
interface Choice {
  /** As the form sends it. */
  readonly value: string
  readonly label: string
}

export interface OfferPage {
  /** Name of the seller. */
  readonly name: string
  readonly side: 'buy' | 'sell'
  readonly walletAddress: string
  readonly choices: readonly Choice[]
  /** Codes of money, the usual one first. */
  readonly currencies: readonly string[]
  readonly amount?: string
  /** The unit of the amount. @default 'money' for buying, 'tokens' for selling */
  readonly unit?: 'money' | 'tokens' | undefined
  readonly merchantName?: string
  /** Where the form goes. */
  readonly action: string
  /** Fields that the form sends back. */
  readonly hidden: Iterable<readonly [name: string, value: string]>
  /** The problem of the last submission. */
  readonly problem?: string
  /** The URL for people who cancel. */
  readonly cancelUrl?: string | undefined
}

const standIn = (name: string) =>
  markup`<p class="note">This page stands in for ${name}, for tests. Nobody is charged.</p>`
const alert = (problem: string | undefined) =>
  problem === undefined ? '' : markup`<p role="alert" id="problem">${problem}</p>`
const options = (choices: readonly Choice[]) =>
  choices.map(({ value, label }) => markup`<option value="${value}">${label}</option>`)
const hiddenField = ([name, value]: readonly [string, string]) =>
  markup`<input type="hidden" name="${name}" value="${value}">`
const facts = (rows: readonly (readonly [name: string, value: string] | undefined)[]) =>
  markup`<dl>\n${rows
    .filter((row) => row !== undefined)
    .map(([name, value]) => markup`<dt>${name}</dt><dd>${value}</dd>`)}\n</dl>`

/** The page on which a person chooses what to buy or sell. */
export function offerPage(page: OfferPage): string {
  const {
    name,
    side,
    walletAddress,
    choices,
    currencies,
    amount = '',
    merchantName,
    action,
    hidden,
    problem,
    cancelUrl,
  } = page
  const title = `${side === 'buy' ? 'Buy' : 'Sell'} with ${name}`
  const problemAttributes = problem === undefined ? '' : markup` aria-invalid="true" aria-describedby="problem"`
  const { unit = side === 'buy' ? 'money' : 'tokens' } = page
  const units =
    side === 'sell'
      ? ''
      : markup`<label for="unit">The amount is</label>
<select id="unit" name="unit">
<option value="money"${unit === 'money' ? ' selected' : ''}>what I pay</option>
<option value="tokens"${unit === 'tokens' ? ' selected' : ''}>what I get</option>
</select>`
  return htmlPage(
    title,
    markup`<h1>${title}</h1>
${standIn(name)}
${merchantName === undefined ? '' : markup`<p>for <b>${merchantName}</b></p>`}
<form method="post" action="${action}">
${[...hidden].map(hiddenField)}
${alert(problem)}
<label for="choice">Token</label>
<select id="choice" name="choice">
${options(choices)}
</select>
<label for="amount">Amount</label>
<input type="text" id="amount" name="amount" inputmode="decimal" required autocomplete="off" \
value="${amount}"${problemAttributes}>
${units}
<label for="currency">Money</label>
<select id="currency" name="currency">
${options(currencies.map((code) => ({ value: code, label: code })))}
</select>
<p class="note">${side === 'buy' ? 'The tokens go to' : 'The tokens come from'} ${walletAddress}.</p>
<button class="main">Continue</button>
</form>
${backLink(cancelUrl)}`,
  )
}

/** The steps of an order: the label of each button and the value that it sends. */
type Step = readonly [label: string, choice: 'advance' | 'fail']

const pendingAuth = 'ONRAMP_ORDER_STATUS_PENDING_AUTH'
const steps: Partial<Record<RampOrder['status'], (order: RampOrder) => readonly Step[]>> = {
  [pendingAuth]: () => [
    ['Agree and continue', 'advance'],
    ['Cancel the order', 'fail'],
  ],
  ONRAMP_ORDER_STATUS_PENDING_PAYMENT: ({ paymentTotal, paymentCurrency }) => [
    [`Pay ${paymentTotal} ${paymentCurrency}`, 'advance'],
    ['Let the payment fail', 'fail'],
  ],
  ONRAMP_ORDER_STATUS_PROCESSING: () => [
    ['Send the tokens now', 'advance'],
    ['Let the seller fail', 'fail'],
  ],
}

const states: Record<RampOrder['status'], string> = {
  ONRAMP_ORDER_STATUS_PENDING_AUTH: 'Waiting for your agreement',
  ONRAMP_ORDER_STATUS_PENDING_PAYMENT: 'Waiting for your payment',
  ONRAMP_ORDER_STATUS_PROCESSING: 'Paid. The tokens are sent within a minute.',
  ONRAMP_ORDER_STATUS_COMPLETED: 'Completed. The tokens have arrived.',
  ONRAMP_ORDER_STATUS_FAILED: 'Failed',
}

export interface OrderPage {
  readonly name: string
  readonly order: RampOrder
  readonly action: string
  readonly problem?: string | undefined
}

/** The page on which a person confirms an order and pays it. */
export function orderPage({ name, order, action, problem }: OrderPage): string {
  const { purchaseAmount, purchaseCurrency, paymentCurrency, paymentTotal, paymentSubtotal, fees, status } = order
  const title = `${purchaseAmount} ${purchaseCurrency} from ${name}`
  const money = (amount: string) => `${amount} ${paymentCurrency}`
  const buttons = (steps[status]?.(order) ?? []).map(
    ([label, choice]) =>
      markup`<button class="${choice === 'advance' ? 'main' : 'plain'}" name="choice" value="${choice}">${label}</button>`,
  )
  return htmlPage(
    title,
    markup`<h1>${title}</h1>
${standIn(name)}
${alert(problem)}
<p role="status"><b>${states[status]}</b>${order.reason === undefined ? '' : `: ${order.reason}`}</p>
${facts([
  ['Price', money(paymentSubtotal)],
  ...fees.map(({ type, amount }) => [type === 'FEE_TYPE_NETWORK' ? 'Network fee' : 'Fee', money(amount)] as const),
  ['Total', money(paymentTotal)],
  ['Network', order.destinationNetwork],
  ['To', order.destinationAddress],
  order.txHash === undefined ? undefined : ['Transaction', order.txHash],
])}
${
  buttons.length === 0
    ? ''
    : markup`<form method="post" action="${action}">
<input type="hidden" name="from" value="${status}">
${buttons}
</form>`
}
${backLink(order.redirectUrl ?? (isPaid(order) ? order.returnUrl : order.cancelUrl))}`,
    status === 'ONRAMP_ORDER_STATUS_PROCESSING' ? refresh : undefined,
  )
}

const refresh = markup`<meta http-equiv="refresh" content="5">`
const backLink = (url: string | undefined) => {
  const target = linkTarget(url)
  return target === undefined ? '' : markup`<p><a href="${target}">Back to the application</a></p>`
}
const isPaid = ({ status }: RampOrder) =>
  status === 'ONRAMP_ORDER_STATUS_PROCESSING' || status === 'ONRAMP_ORDER_STATUS_COMPLETED'

export interface PaymentPage {
  readonly name: string
  readonly payment: CryptoPayment
  readonly status: 'pending' | 'paid' | 'expired'
  readonly transactionHash?: string
  /** The text of a QR code for wallets. */
  readonly uri: string
  readonly action: string
  readonly problem?: string | undefined
}

/** The page that tells a person how to send tokens. */
export function paymentPage({ name, payment, status, transactionHash, uri, action, problem }: PaymentPage): string {
  const { cryptoAmount, cryptoCurrency, network, walletAddress, payout, merchantName, description } = payment
  const title = `${payout === undefined ? 'Pay' : 'Send'} ${cryptoAmount} ${cryptoCurrency}`
  const shown = { pending: 'Waiting for the transfer', paid: 'Paid', expired: 'Expired' }[status]
  const tokens = `${cryptoAmount} ${cryptoCurrency}`
  return htmlPage(
    title,
    markup`<h1>${title}</h1>
${standIn(name)}
${alert(problem)}
<p role="status"><b>${shown}</b></p>
${facts([
  ['Send', tokens],
  ['Network', network],
  ['To', walletAddress],
  payout === undefined ? undefined : ['You get', payout],
  merchantName === undefined ? undefined : ['For', merchantName],
  description === undefined ? undefined : ['What for', description],
  transactionHash === undefined ? undefined : ['Transaction', transactionHash],
])}
${
  status === 'pending'
    ? markup`<p class="note">For a QR code: ${uri}</p>
<form method="post" action="${action}">
<button class="main" name="choice" value="pay">Pay from a simulated wallet</button>
</form>`
    : ''
}
${backLink(status === 'paid' ? payment.returnUrl : payment.cancelUrl)}`,
    status === 'pending' ? refresh : undefined,
  )
}
