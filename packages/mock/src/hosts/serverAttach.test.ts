import { connect } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { createFakeNode } from '../../test/support/fakeNode.ts'
import { freePort } from '../../test/support/freePort.ts'
import { startServer } from './server.ts'

const node = createFakeNode()

it('answers nobody before its real parts are attached', async () => {
  const port = await freePort()
  const steps: string[] = []
  let answered: Promise<unknown> = Promise.resolve()
  const { mock, url, close } = await startServer(
    {},
    {
      port,
      async attach(served) {
        answered = fetch(`http://127.0.0.1:${port}/__mock/health`).then(() => steps.push('answers'))
        await isAccepted(port)
        await served.chain.attach(1, node.url)
        steps.push('attached')
      },
    },
  )
  onTestFinished(close)
  await answered
  expect(steps).toEqual(['attached', 'answers'])
  expect(mock.chain.attached()).toEqual([{ name: 'chain 1', origin: node.url }])
  expect(url).toBe(`http://127.0.0.1:${port}`)
})

it('ends when its real parts cannot be attached', async () => {
  const port = await freePort()
  const starting = startServer({}, { port, attach: ({ chain }) => chain.attach(137, node.url) })
  await expect(starting).rejects.toThrow('has chain 1.')
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed')
})

/** Resolves when the server has taken a connection. */
function isAccepted(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve()
    })
    socket.on('error', reject)
  })
}
