import { createMock } from '@latchkey/mock'

const mock = createMock()
await mock.create.provider({ provider: 'dynamic' })
const ada = await mock.create.user({ email: 'ada@example.com' })
const wallet = await mock.wallets.embedded(ada, { chain: 'EVM' })
await mock.chain.fund(wallet.address, { token: 'USDC', amount: '5' }, 84532)
const { url, payTo } = await mock.x402.sell({ path: 'weather', price: '0.01', body: { sky: 'clear' } })

// This is what a client of x402 does. The first reply asks for money, with an offer in a header.
const asked = await mock.fetch(url)
const { accepts } = JSON.parse(atob(asked.headers.get('payment-required') ?? ''))
const [offer] = accepts
console.log(asked.status, offer.amount, 'of', offer.extra.name, 'on', offer.network)
// → 402 10000 of USDC on eip155:84532

// The wallet signs a transfer (ERC-3009), which the facilitator of the seller sends.
const nonce = `0x${'a1'.repeat(32)}`
const authorization = {
  from: wallet.address,
  to: payTo,
  value: offer.amount,
  validAfter: '0',
  validBefore: '4102444800',
  nonce,
}
const types = {
  from: 'address',
  to: 'address',
  value: 'uint256',
  validAfter: 'uint256',
  validBefore: 'uint256',
  nonce: 'bytes32',
}
const signature = await wallet.signTypedData({
  domain: { ...offer.extra, chainId: 84532, verifyingContract: offer.asset },
  types: { TransferWithAuthorization: Object.entries(types).map(([name, type]) => ({ name, type })) },
  primaryType: 'TransferWithAuthorization',
  message: authorization,
})
const payment = { x402Version: 2, accepted: offer, payload: { signature, authorization } }
const headers = { 'payment-signature': btoa(JSON.stringify(payment)) }
const paid = await mock.fetch(url, { headers })
console.log(paid.status, await paid.text(), mock.chain.balance(payTo, { token: 'USDC', networkId: 84532 }))
// → 200 {"sky":"clear"} 0.01

// The same payment is refused a second time.
const again = await mock.fetch(url, { headers })
console.log(again.status, JSON.parse(atob(again.headers.get('payment-required') ?? '')).error)
// → 402 invalid_exact_evm_nonce_already_used
