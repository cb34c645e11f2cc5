import { createMock } from '@latchkey/mock'

const mock = createMock()
const { address } = await mock.wallets.evm()
await mock.chain.fund(address, { ether: '2' })
await mock.chain.fund(address, { token: 'USDC', amount: '50' })
console.log(mock.chain.balance(address), 'ether,', mock.chain.balance(address, { token: 'USDC' }), 'USDC')
// → 2 ether, 50 USDC

// The JSON-RPC that viem, ethers and wagmi speak.
const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getBalance', params: [address, 'latest'] })
const headers = { 'content-type': 'application/json' }
const response = await mock.fetch(mock.chain.rpcUrl(1), { method: 'POST', headers, body })
const { result } = (await response.json()) as { result: `0x${string}` }
console.log(BigInt(result))
// → 2000000000000000000n
