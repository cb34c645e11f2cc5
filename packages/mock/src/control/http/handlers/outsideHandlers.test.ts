import { expect, it } from 'vitest'
import { createControlClient } from '../../../../test/support/controlClient.ts'
import { createFakeNode } from '../../../../test/support/fakeNode.ts'
import { connectMock } from '../../remote/connectMock.ts'

const control = createControlClient()
const node = createFakeNode()

it('lists the real parts with how they have answered, checks and detaches them', async () => {
  await control.post('chain/nodes', { networkId: 1, url: node.url })
  const listed = { name: 'chain 1', origin: node.url, kind: 'chain', hasCheck: true }
  expect((await control.get('outside')).body).toEqual({ parts: [{ ...listed, uses: 0, failures: 0 }] })
  const { body } = await control.post('outside/check', { name: 'chain 1' })
  expect(body).toEqual({ durationMs: expect.any(Number) })
  const used = { uses: 1, failures: 0, lastMs: body.durationMs, medianMs: body.durationMs }
  expect((await control.get('outside')).body).toEqual({ parts: [{ ...listed, ...used }] })
  expect((await control.post('outside/detach', { name: 'chain 1' })).body).toEqual({ detached: true })
  expect((await control.post('outside/detach', { name: 'chain 1' })).body).toEqual({ detached: false })
})

it('says that a part does not answer', async () => {
  const mock = await connectMock(control.server.url)
  await mock.outbox.email.attach('smtp://shop:s3cr3t@127.0.0.1:9')
  const { problem } = await mock.outside.check('mail')
  expect(problem).toMatch(/^smtp:\/\/127\.0\.0\.1:9 has not taken it: .*ECONNREFUSED/)
  const [part] = await mock.outside.list()
  expect(part).toMatchObject({ kind: 'email', uses: 1, failures: 1, problem })
  expect(await mock.outside.detach('mail')).toBe(true)
})

it('checks no part that is unknown, or has nothing to ask for', async () => {
  await control.post('outbox/attach', { channel: 'sms', url: 'http://127.0.0.1:9' })
  for (const [name, sentence] of [
    ['chain 5', 'no real part has the name chain 5.'],
    ['text messages', 'text messages has nothing to ask for.'],
  ])
    expect(await control.post('outside/check', { name })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining(String(sentence)) },
    })
})
