import { expect, it, vi } from 'vitest'
import { createCommandLine } from '../../test/support/commandLine.ts'
import { createFakeNode } from '../../test/support/fakeNode.ts'

const { run, runWith } = createCommandLine()
/** It answers as no cluster of Solana does. */
const node = createFakeNode('0x1')

it('attaches a real node by --chain, and shows nothing of its credentials', async () => {
  const { child, started, ended, output } = run(
    '--port',
    '0',
    '--json',
    '--chain',
    `1=${node.url.replace('//', '//a:secret@')}`,
  )
  const { controlUrl } = JSON.parse(await started)
  const nodes = await fetch(`${controlUrl}/chain/nodes`)
  expect(await nodes.json()).toEqual({ nodes: [{ name: 'chain 1', origin: node.url }] })
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(output.stdout + output.stderr).not.toContain('secret')
})

it('says at the start that a platform without a client of WebSockets has none for the chain', async () => {
  const { started, output } = runWith(
    { NODE_OPTIONS: '--no-experimental-websocket' },
    '--port',
    '0',
    '--quiet',
    '--chain',
    `1=${node.url}`,
  )
  await started
  expect(output.stderr).toContain(
    'The chains of --chain have JSON-RPC over HTTP, and no WebSockets, since this platform has no client of WebSockets.',
  )
})

it('waits for a node that is still starting by --wait-timeout, and answers nobody before', async () => {
  const { port } = new URL(node.url)
  await node.close()
  const args = ['--json', '--wait-timeout', '600', '--chain', `1=${node.url}`]
  const { child, started, ended, output } = run('--port', '0', ...args)
  await vi.waitFor(() => expect(output.stderr).toContain('cannot be reached.'))
  expect(output).toEqual({
    stdout: '',
    stderr: `latchkey-mock: Waiting, for 600 seconds at most: The node of chain 1 (${node.url}) cannot be reached.\n`,
  })
  await node.open(Number(port))
  const { controlUrl } = JSON.parse(await started)
  expect(await (await fetch(`${controlUrl}/chain/nodes`)).json()).toEqual({
    nodes: [{ name: 'chain 1', origin: node.url }],
  })
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})

it('ends at once by a signal while it waits, also as the first process of a container', async () => {
  await node.close()
  const { child, ended, output } = run('--port', '0', '--wait-timeout', '600', '--chain', `1=${node.url}`)
  await vi.waitFor(() => expect(output.stderr).toContain('Waiting'))
  child.kill('SIGTERM')
  expect(await ended).toBe(143)
})

it('a server does not start when the node of --chain is of another chain', async () => {
  const { ended, output } = run('--port', '0', '--chain', `137=${node.url}`)
  expect(await ended).toBe(2)
  expect(output.stderr).toContain(
    `the node at ${node.url} has chain 1. Attach it as that, or start it with this chain id.`,
  )
})

it('attaches a cluster of Solana by its name, and refuses one that is none', async () => {
  const { ended, output } = run('--port', '0', '--chain', `moonnet=${node.url}`)
  expect(await ended).toBe(2)
  expect(output.stderr).toContain('there is no cluster "moonnet" of Solana.')
  const wrong = run('--port', '0', '--chain', `devnet=${node.url}`)
  expect(await wrong.ended).toBe(2)
  expect(wrong.output.stderr).toContain(`there is no node of Solana at ${node.url}.`)
})
