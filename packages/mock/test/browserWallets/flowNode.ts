import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

interface Signature {
  readonly address: string
  readonly key_index: string
  /** Base64. */
  readonly signature: string
}

/** A transaction as an access node of Flow receives it. */
interface SentTransaction {
  /** Base64. */
  readonly script: string
  readonly payer: string
  readonly authorizers: readonly string[]
  readonly envelope_signatures: readonly Signature[]
  readonly payload_signatures: readonly Signature[]
}

/** An access node of Flow, as far as the library asks it to send a transaction. The mock has none. */
export async function startFlowNode() {
  const sent: SentTransaction[] = []
  const lists = { collection_guarantees: [], block_seals: [] }
  const block = {
    header: { id: 'ab'.repeat(32), parent_id: 'cd'.repeat(32), height: '7', timestamp: '' },
    payload: lists,
  }
  const account = (address: string) => ({
    address,
    balance: '0',
    contracts: {},
    keys: [
      {
        index: '0',
        public_key: '0x',
        signing_algorithm: '',
        hashing_algorithm: '',
        sequence_number: '42',
        weight: '1000',
        revoked: false,
      },
    ],
  })
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1')
    const [, , resource, id = ''] = pathname.split('/')
    let answer: unknown = { chain_id: 'flow-mainnet' }
    if (resource === 'blocks') answer = [block]
    if (resource === 'accounts') answer = account(id)
    if (resource === 'transactions') {
      const parts: Buffer[] = []
      for await (const part of request) parts.push(part as Buffer)
      sent.push(JSON.parse(Buffer.concat(parts).toString()) as SentTransaction)
      answer = { id: 'ef'.repeat(32) }
    }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, sent }
}
