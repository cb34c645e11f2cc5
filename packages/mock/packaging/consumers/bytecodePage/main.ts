import * as evm from '@ethereumjs/evm'
import { createMock } from '@latchkey/mock'

const mock = createMock({ seed: 'bytecode in a page', evm })
const { address: from } = await mock.wallets.evm()
await mock.chain.fund(from, { ether: '1' })

async function ask(method: string, ...params: unknown[]): Promise<unknown> {
  const reply = await mock.fetch(mock.chain.rpcUrl(1), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return ((await reply.json()) as { result: unknown }).result
}

await ask('anvil_impersonateAccount', from)
// It creates a contract that answers 42 to everybody.
const hash = await ask('eth_sendTransaction', { from, data: '0x69602a60005260206000f3600052600a6016f3' })
const { contractAddress: to } = (await ask('eth_getTransactionReceipt', hash)) as { contractAddress: string }
const answer = Number(await ask('eth_call', { to, data: '0x' }, 'latest'))
;(document.querySelector('#answer') as HTMLElement).textContent = String(answer)
