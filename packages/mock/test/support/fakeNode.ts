import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach } from 'vitest'

/** The genesis hash of a local cluster of Solana. */
const localGenesis = 'LiteSVM111111111111111111111111111111111111'

/**
 * A server for each test of a file that answers every call as the node of chain 1, and of a local cluster of Solana.
 *
 * @param genesis - What it says is the hash of the cluster's first block.
 */
export function createFakeNode(genesis = localGenesis) {
  let node: Server
  let url = ''
  async function open(port: number): Promise<void> {
    node = createServer(async (request, response) => {
      const { method } = JSON.parse(await text(request)) as { readonly method?: unknown }
      const result = method === 'getGenesisHash' ? genesis : '0x1'
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 0, result }))
    })
    await new Promise<void>((resolve) => node.listen(port, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(node.address() as AddressInfo).port}`
  }
  beforeEach(() => open(0))
  const close = () => new Promise((resolve) => node.close(resolve).closeAllConnections())
  afterEach(close)
  return {
    get url() {
      return url
    },
    /** Ends it before its test does. */
    close,
    /** Begins it again after that, at its port. */
    open,
  }
}
