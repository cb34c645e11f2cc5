import { readEvmTransaction } from '@latchkey/chains/codecs/evmTransactions'
import type { InterceptedCall } from '../http/interceptors.ts'
import type { Mock } from '../mock/createMock.ts'
import { rpcCallsIn } from './callNames.ts'
import type { StateFailure } from './stateFailure.ts'
import { sweepHeader } from './sweptCall.ts'

type Request = InterceptedCall['request']

/** Failures of a chain that concern requests to its JSON-RPC. */
export const chainFailures: readonly StateFailure[] = [
  {
    name: 'the account has no balance',
    makeFor({ target }, request) {
      const senderOf = senders[target]
      return senderOf && (async (mock) => empty(mock, request, senderOf(await firstParameter(request))))
    },
  },
  {
    name: 'the transaction is gone after a reorganization',
    makeFor: ({ target }, request) =>
      target === 'chains.eth_getTransactionReceipt' ? (mock) => dropTransaction(mock, request) : undefined,
  },
]

/** The account that pays for a call, by its target. */
const senders: Readonly<Record<string, (parameter: unknown) => string>> = {
  'chains.eth_sendRawTransaction': (raw) => readEvmTransaction(String(raw)).from,
  'chains.eth_sendTransaction': (transaction) => String(Object(transaction).from),
  'chains.eth_estimateGas': (transaction) => String(Object(transaction).from),
  'chains.eth_sendUserOperation': (operation) => String(Object(operation).sender),
}

async function firstParameter(request: Request): Promise<unknown> {
  const [call] = rpcCallsIn(await request.text())
  return (call?.params as readonly unknown[] | undefined)?.[0]
}

async function empty(mock: Mock, request: Request, address: string): Promise<void> {
  await askChain(mock, request, { method: 'anvil_setBalance', params: [address, '0x0'] })
}

/** Replaces the blocks from that of the transaction on, without their transactions. */
async function dropTransaction(mock: Mock, request: Request): Promise<void> {
  const params = [await firstParameter(request)]
  const receipt = (await askChain(mock, request, { method: 'eth_getTransactionReceipt', params })) as {
    readonly blockNumber: string
  }
  const latest = (await askChain(mock, request, { method: 'eth_blockNumber', params: [] })) as string
  const blocks = Number(BigInt(latest) - BigInt(receipt.blockNumber)) + 1
  await mock.chain.reorg(blocks, { networkId: Number(request.url.split('/').at(-1)), transactions: 'drop' })
}

/** Calls a method of the chain that a request is for. It is no call of the app. @throws Error when it is refused */
async function askChain(mock: Mock, { url }: Request, call: { method: string; params: unknown }): Promise<unknown> {
  const headers = { 'content-type': 'application/json', [sweepHeader]: '1' }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, ...call })
  const reply = await mock.fetch(url, { method: 'POST', headers, body })
  const { result, error } = (await reply.json()) as { result?: unknown; error?: { readonly message: string } }
  if (error) throw new Error(error.message)
  return result
}
