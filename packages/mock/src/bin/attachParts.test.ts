import { UnavailablePart } from '@latchkey/base/unavailablePart'
import { describe, expect, it, vi } from 'vitest'
import { createFakeNode } from '../../test/support/fakeNode.ts'
import { createFakeProvider } from '../../test/support/fakeProvider.ts'
import { createMock } from '../mock/createMock.ts'
import { attachParts } from './attachParts.ts'

const node = createFakeNode()
const provider = createFakeProvider()

/** A clock that moves by pauses only. */
function createWait(limitMs: number, duringPause: () => Promise<void> = async () => undefined) {
  const lines: string[] = []
  let now = 0
  const pause = async (milliseconds: number) => {
    now += milliseconds
    await duringPause()
  }
  return { lines, options: { limitMs, report: (line: string) => lines.push(line), elapsed: () => now, pause } }
}

/** A part that answers from its n-th attempt on. */
function createPart(name: string, answersAt: number) {
  const part = {
    attempts: 0,
    attach: async () => {
      part.attempts += 1
      if (part.attempts < answersAt) throw new UnavailablePart(name, `The ${name} cannot be reached.`)
    },
  }
  return part
}

describe('attaching the real parts of flags', () => {
  it('waits for those that are still starting, and attaches each once', async () => {
    const parts = [createPart('node', 3), createPart('provider', 1), createPart('issuer', 2)] as const
    const wait = createWait(30_000)
    await attachParts(
      parts.map(({ attach }) => attach),
      wait.options,
    )
    expect(parts.map(({ attempts }) => attempts)).toEqual([3, 1, 2])
    expect(wait.lines).toEqual([
      'Waiting, for 30 seconds at most: The node cannot be reached. The issuer cannot be reached.',
      'Waiting, for 30 seconds at most: The node cannot be reached.',
    ])
  })

  it('says once what it waits for, however often it tries', async () => {
    const wait = createWait(30_000)
    await attachParts([createPart('node', 20).attach], wait.options)
    expect(wait.lines).toHaveLength(1)
  })

  it('ends with all that do not answer when the limit is over', async () => {
    const parts = [createPart('node', 1_000), createPart('provider', 2), createPart('issuer', 1_000)] as const
    const wait = createWait(1_200)
    const attaching = attachParts(
      parts.map(({ attach }) => attach),
      wait.options,
    )
    await expect(attaching).rejects.toThrow(
      'The node cannot be reached. The issuer cannot be reached. This was so for the 1.2 seconds of --wait-timeout.',
    )
    // At 0, 500, 1000 and 1200 ms.
    expect(parts[0].attempts).toBe(4)
  })

  it('does not wait without a limit, and names the flag that does', async () => {
    const wait = createWait(0)
    await expect(attachParts([createPart('node', 2).attach], wait.options)).rejects.toThrow(
      'The node cannot be reached. --wait-timeout <seconds> waits for what is still starting.',
    )
    expect(wait.lines).toEqual([])
  })
})

describe('a real part that answers later', () => {
  const mock = createMock()

  it.each<[string, number, () => Promise<unknown>]>([
    ['a node', 502, () => mock.chain.attach(1, node.url)],
    ['a cluster of Solana', 502, () => mock.chain.attach('devnet', node.url)],
    ['a provider', 404, () => mock.idp.google.attach({ issuer: provider.issuer })],
    ['an issuer', 503, () => mock.issuers.attach({ jwksUrl: `${provider.issuer}/keys` })],
  ])('is waited for: %s before which a proxy answers %i', async (_, status, attach) => {
    const down = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({}, { status }))
    const wait = createWait(30_000, async () => down.mockRestore())
    await attachParts([attach], wait.options)
    expect(wait.lines).toHaveLength(1)
  })

  it('ends the wait at once when it is another chain, or metadata of another issuer', async () => {
    const wait = createWait(30_000)
    await expect(attachParts([() => mock.chain.attach(137, node.url)], wait.options)).rejects.toThrow('has chain 1.')
    const issuer = `${provider.issuer}/other`
    await expect(attachParts([() => mock.idp.google.attach({ issuer })], wait.options)).rejects.toThrow(
      'says that it is another issuer',
    )
    expect(wait.lines).toEqual([])
  })
})
