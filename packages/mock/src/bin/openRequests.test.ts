import { PassThrough } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { followRequests } from './openRequests.ts'

function follow() {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const { output: written, allAnswered } = followRequests(input, output)
  let isOver = false
  void allAnswered.then(() => (isOver = true))
  const write = (stream: { write(text: string): unknown }, message: object) =>
    stream.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  return {
    ask: (message: object) => write(input, message),
    answer: (message: object) => write(written, message),
    input,
    output,
    async isOver() {
      for (let i = 0; i < 5; i++) await setImmediate()
      return isOver
    },
  }
}

it('ends when the input has ended and each request is answered, and not before', async () => {
  const { ask, answer, input, output, isOver } = follow()
  ask({ id: 1, method: 'initialize' })
  ask({ method: 'notifications/initialized' })
  ask({ id: 'two', method: 'tools/list' })
  answer({ id: 1, result: {} })
  expect(await isOver()).toBe(false)
  input.end()
  expect(await isOver()).toBe(false)
  answer({ id: 'two', error: { code: -32_601, message: 'no' } })
  expect(await isOver()).toBe(true)
  expect(String(output.read()).trimEnd().split('\n')).toHaveLength(2)
})

it('waits neither for a request that was cancelled, nor for a subscription, nor for lines that are not JSON', async () => {
  const { ask, input, isOver } = follow()
  ask({ id: 1, method: 'tools/call' })
  ask({ id: 2, method: 'subscriptions/listen' })
  ask({ method: 'notifications/cancelled', params: { requestId: 1 } })
  input.end('not JSON\n')
  expect(await isOver()).toBe(true)
})

it('is not ended by a request of the server with the id of one of the client', async () => {
  const { ask, answer, input, isOver } = follow()
  ask({ id: 1, method: 'tools/call' })
  answer({ id: 1, method: 'sampling/createMessage' })
  input.end()
  expect(await isOver()).toBe(false)
})

it('ends when nobody reads the answers any more', async () => {
  const { ask, output, isOver } = follow()
  ask({ id: 1, method: 'tools/call' })
  output.destroy()
  expect(await isOver()).toBe(true)
})
