import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createCommandLine } from '../../test/support/commandLine.ts'

const { run } = createCommandLine()
let node: Server
let url: string
beforeEach(async () => {
  node = createServer((_, response) => response.end(JSON.stringify({ jsonrpc: '2.0', id: 0, result: '0x1' })))
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(node.address() as AddressInfo).port}`
})
afterEach(() => node.close())

it('attaches a real node by --chain, and shows nothing of its credentials', async () => {
  const { child, started, ended, output } = run(
    '--port',
    '0',
    '--json',
    '--chain',
    `1=${url.replace('//', '//a:secret@')}`,
  )
  const { controlUrl } = JSON.parse(await started)
  const nodes = await fetch(`${controlUrl}/chain/nodes`)
  expect(await nodes.json()).toEqual({ nodes: [{ name: 'chain 1', origin: url }] })
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(output.stdout + output.stderr).not.toContain('secret')
})

it('does not start with the node of another chain', async () => {
  const { ended, output } = run('--port', '0', '--chain', `137=${url}`)
  expect(await ended).toBe(2)
  expect(output.stderr).toContain(`the node at ${url} has chain 1. Attach it as that, or start it with this chain id.`)
})
