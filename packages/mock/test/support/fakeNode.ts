import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach } from 'vitest'

/** A server for each test of a file that answers every call as the node of chain 1. */
export function createFakeNode() {
  let node: Server
  let url = ''
  beforeEach(async () => {
    node = createServer((_, response) => response.end(JSON.stringify({ jsonrpc: '2.0', id: 0, result: '0x1' })))
    await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(node.address() as AddressInfo).port}`
  })
  afterEach(() => node.close())
  return {
    get url() {
      return url
    },
  }
}
