import { toEventSelector, toFunctionSelector } from 'viem'
import { describe, expect, it } from 'vitest'
import { errorOf, eventOf, functionOf } from './evmSignatures.ts'

const account = { type: 'address', name: 'account' }

describe('a declaration in Solidity', () => {
  it('is read as a function', () => {
    const signature = 'function freeze(address account) returns (bool)'
    expect(functionOf(signature)).toMatchObject({
      type: 'function',
      name: 'freeze',
      inputs: [account],
      outputs: [{ type: 'bool' }],
    })
    expect(functionOf(signature)).toMatchObject({
      hash: expect.stringMatching(toFunctionSelector(signature)) as string,
    })
  })

  it('is read as an event', () => {
    const signature = 'event Frozen(address indexed account)'
    expect(eventOf(signature)).toMatchObject({ type: 'event', name: 'Frozen', inputs: [{ ...account, indexed: true }] })
    expect(eventOf(signature)).toMatchObject({ hash: toEventSelector(signature) })
  })

  it('is read as an error', () => {
    expect(errorOf('error Frozen(address account)')).toMatchObject({ type: 'error', name: 'Frozen', inputs: [account] })
  })

  it.each([
    ['function', functionOf],
    ['event', eventOf],
    ['error', errorOf],
  ])('is refused as a %s where it is none', (_, read) => {
    expect(() => read('freeze an account')).toThrow('freeze an account')
  })
})
