import { expect, it } from 'vitest'
import { createControlClient } from '../../../../test/support/controlClient.ts'
import { createFakeNode } from '../../../../test/support/fakeNode.ts'
import { connectMock } from '../../remote/connectMock.ts'

const control = createControlClient()
const node = createFakeNode()

it('attaches a real node over HTTP, lists it, and detaches it', async () => {
  const shown = { name: 'chain 1', origin: node.url }
  expect((await control.post('chain/nodes', { networkId: 1, url: `${node.url}/key` })).body).toEqual(shown)
  expect((await control.get('chain/nodes')).body).toEqual({ nodes: [shown] })
  expect((await control.post('chain/nodes/detach', { networkId: 1 })).body).toEqual({ detached: true })
  expect((await control.post('chain/nodes/detach', { networkId: 1 })).body).toEqual({ detached: false })
})

it('refuses the node of another chain with a sentence, and a page of another origin', async () => {
  const refusal = await control.post('chain/nodes', { networkId: 137, url: node.url })
  expect(refusal).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('has chain 1. Attach it as that') },
  })
  const headers = { 'content-type': 'application/json', origin: 'https://evil.example' }
  expect((await control.post('chain/nodes', { networkId: 1, url: node.url }, headers)).status).toBe(403)
  expect((await control.get('chain/nodes')).body).toEqual({ nodes: [] })
})

it('a connected mock attaches a real node', async () => {
  const mock = await connectMock(control.server.url)
  expect(await mock.chain.attach(1, node.url)).toEqual({ name: 'chain 1', origin: node.url })
  expect(await mock.chain.attached()).toHaveLength(1)
  expect(await mock.chain.detach(1)).toBe(true)
})
