import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { rule } from '../../../test/people/policyPeople.ts'

const host = createHost()

/** Creates a rule that compares the only argument of a function with a value. */
const bodyOf = (type: string, value: string | number) => ({
  rulesToAdd: [
    rule({
      contractAbi: [{ type: 'function', name: 'f', inputs: [{ type }] }],
      functionName: 'f',
      argumentConstraints: [{ operator: 'equal', index: 0, value }],
    }),
  ],
})

const powerOf2 = (bits: number) => 2n ** BigInt(bits)
const ranges: readonly [type: string, least: bigint, most: bigint][] = [
  ['uint8', 0n, 255n],
  ['int8', -128n, 127n],
  ['uint64', 0n, powerOf2(64) - 1n],
  ['int64', -powerOf2(63), powerOf2(63) - 1n],
  ['uint256', 0n, powerOf2(256) - 1n],
  ['int256', -powerOf2(255), powerOf2(255) - 1n],
]

describe('a constraint of an integer', () => {
  it.each(ranges)('takes the least and the largest %s', async (type, least, most) => {
    for (const value of [least, most])
      expect((await host.call('waasPolicies.create', { body: bodyOf(type, String(value)) })).status).toBe(201)
  })

  it.each(ranges)('refuses what lies beyond a %s on either side', async (type, least, most) => {
    for (const value of [least - 1n, most + 1n])
      expect(await host.refuse('waasPolicies.create', { body: bodyOf(type, String(value)) })).toMatchObject({
        status: 422,
        code: 'invalid_update',
      })
  })

  it.each(['uint7', 'uint0', 'uint264', 'int12'])('refuses the type %s, which Solidity does not have', async (type) => {
    expect(await host.refuse('waasPolicies.create', { body: bodyOf(type, 1) })).toMatchObject({
      status: 422,
      code: 'invalid_update',
    })
  })
})
