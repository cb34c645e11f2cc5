import { createMock } from '@latchkey/mock'

const mock = createMock()
await mock.create.provider({ provider: 'dynamic' })
const ada = await mock.create.user({ email: 'ada@example.com' })
const wallet = await mock.wallets.embedded(ada, { chain: 'EVM' })
await mock.chain.fund(wallet.address, { ether: '2' })

// The account delegates to this contract (EIP-7702), which runs all calls of a batch in one transaction.
const provider = wallet.provider({ delegation: '0xe6Cae83BdE06E4c305530e199D7217f42808555B' })
const ask = async (method: string, ...params: unknown[]) => Object(await provider.request({ method, params }))

const capabilities = await ask('wallet_getCapabilities', wallet.address)
console.log('In one transaction:', capabilities['0x1'].atomic.status)
// → In one transaction: ready

const [bob, carol] = ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8', '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC']
const half = `0x${(5n * 10n ** 17n).toString(16)}`
const calls = [bob, carol].map((to) => ({ to, value: half }))
const batch = { version: '2.0.0', chainId: '0x1', from: wallet.address, atomicRequired: true, calls }
const { id } = await ask('wallet_sendCalls', batch)
const { status, atomic, receipts } = await ask('wallet_getCallsStatus', id)
console.log(status, atomic, receipts.length, mock.chain.balance(bob), mock.chain.balance(carol))
// → 200 true 1 0.5 0.5

// More than there is: nobody gets anything.
const tooMuch = calls.map((call) => ({ ...call, value: `0x${(10n ** 18n).toString(16)}` }))
const refusal = await ask('wallet_sendCalls', { ...batch, calls: tooMuch }).catch((error: Error) => error)
console.log(refusal instanceof Error, mock.chain.balance(bob))
// → true 0.5
