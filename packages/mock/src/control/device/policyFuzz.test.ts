import { evmDisguises } from '@latchkey/signing/disguises/evmDisguises'
import { svmDisguises } from '@latchkey/signing/disguises/svmDisguises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createMock } from '../../mock/createMock.ts'

const mallory = '0x52908400098527886E0F7030069857D2E4169EE7'
const thief = 'Ay7bgYiHsdWXDdmxWcfCF8YpbYYFQqDMKPaM1iCxmFMp'

const chains = {
  EVM: evmDisguises({ address: mallory }).map(({ request }) => request.message),
  SVM: svmDisguises({ address: thief }).map(({ request }) => request.message),
} as const

/** A message with some of its digits changed, cut off or repeated. */
const broken = (messages: readonly string[]) =>
  fc
    .tuple(
      fc.constantFrom(...messages),
      fc.nat(),
      fc.stringMatching(/^([0-9a-f]{2}){0,40}$/),
      fc.constantFrom(0, 2, 64),
    )
    .map(([message, position, digits, removed]) => {
      const at = 2 * (1 + (position % (message.length / 2 - 1)))
      return message.slice(0, at) + digits + message.slice(at + removed)
    })

describe.each(['EVM', 'SVM'] as const)('broken messages of %s', (chain) => {
  it('are judged or refused, and never break the service', async () => {
    const mock = createMock({ seed: 'fuzz', now: '2026-01-15T09:30:00.000Z' })
    await mock.create.provider({ provider: 'dynamic' })
    const { walletId } = await mock.wallets.embedded(await mock.create.user({ email: 'ada@example.com' }), { chain })
    const { id, token } = mock.defaults.environments.sandbox
    const addresses = [chain === 'EVM' ? mallory : thief]
    const reply = await mock.fetch(`${mock.baseUrl}/api/v0/environments/${id}/waas/policies`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        rulesToAdd: [
          { name: 'Deny', ruleType: 'deny', chain, addresses },
          { name: 'Allow', ruleType: 'allow', chain, valueLimit: { maxPerCall: '1', totalLimit: '1' } },
        ],
      }),
    })
    expect(reply.status).toBe(201)
    const property = fc.asyncProperty(broken(chains[chain]), async (message) => {
      const answer = await mock.policies.explain({ walletId, message }).catch((error: unknown) => error)
      if (answer instanceof Error) expect(answer.message).toMatch(/^Failed to call "policies\.explain\(\)"/)
      else expect(answer).toMatchObject({ kind: expect.any(String), isAllowed: expect.any(Boolean) })
    })
    await fc.assert(property, { numRuns: 150, seed: 11 })
  })
})
