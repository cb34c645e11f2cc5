import type { components } from '@latchkey/types'
import { describe, expect, it } from 'vitest'
import { EffectCollector } from '../policyEffects.ts'
import type { Hex } from './knownFunction.ts'
import { decodeTypedData } from './typedData.ts'
import { unlimited } from './unlimited.ts'

type TypedData = components['schemas']['SignMessageEvmTypedData']
type Fields = Omit<Partial<TypedData>, 'message'> & { readonly message: unknown }

const wallet: Hex = `0x${'aa'.repeat(20)}`
const contract: Hex = `0x${'0C'.repeat(20)}`
const token: Hex = `0x${'0D'.repeat(20)}`
const friend: Hex = `0x${'0e'.repeat(20)}`
const somebody: Hex = `0x${'0f'.repeat(20)}`
const nobody: Hex = `0x${'00'.repeat(20)}`
const word: Hex = `0x${'77'.repeat(32)}`
const accountOf = (address: Hex) => `eip155:${address.toLowerCase()}`

const members = (fields: Readonly<Record<string, string>>) =>
  Object.entries(fields).map(([name, type]) => ({ name, type }))
const eip712Domain = members({ chainId: 'uint256', verifyingContract: 'address' })

/** The effects of typed data, with a domain on network 5 unless the test says otherwise. */
function effectsOf(primaryType: string, types: TypedData['types'], fields: Fields) {
  const collector = new EffectCollector()
  const decoding = { collector, self: new Set([accountOf(wallet)]), isErc721: () => false }
  const domain = { chainId: 5, verifyingContract: contract }
  const typedData = { domain, types: { EIP712Domain: eip712Domain, ...types }, primaryType, ...fields }
  decodeTypedData(decoding, typedData as TypedData)
  return collector.effects()
}

const named = (address: Hex, chainId = 5) => ({ account: accountOf(address), chainId, asset: 'native', amount: 0n })
const paid = (address: Hex, asset: string, amount: bigint) => ({ ...named(address), asset, amount })
const nothingElse = { kind: 'transaction', calls: [], fees: [], unknown: [], hidden: [] }

describe('the domain of typed data', () => {
  const types = { Permit: members({ spender: 'address', value: 'uint256' }) }
  const message = { spender: friend, value: '7' }
  const permit = (domain: object, hashed?: readonly string[]) => {
    const members = hashed?.map((name) => ({ name, type: 'uint256' }))
    const fields = { domain, types: { ...types, ...(members && { EIP712Domain: members }) } } as Partial<TypedData>
    return effectsOf('Permit', types, { message, ...fields }).grants
  }
  const domain = { chainId: '5', verifyingContract: contract }

  it('says where it counts, and whose tokens it moves', () => {
    const whole = [named(contract), paid(friend, accountOf(contract), 7n)]
    expect(permit(domain)).toEqual(whole)
    expect(permit(domain, ['chainId', 'verifyingContract'])).toEqual(whole)
  })

  it('counts on every network if the network is not hashed, or not given', () => {
    for (const grants of [permit(domain, ['verifyingContract']), permit({ ...domain, chainId: null })]) {
      expect(grants.map(({ account }) => account)).toEqual([contract, friend].map(accountOf))
      for (const grant of grants) expect(grant).not.toHaveProperty('chainId')
    }
  })

  it('counts for all tokens if the contract is not hashed, or not given', () => {
    const everything = [paid(friend, 'everything', 7n)]
    expect(permit(domain, ['chainId'])).toEqual(everything)
    expect(permit({ chainId: 5 })).toEqual(everything)
    expect(permit({ chainId: 5 }, ['chainId', 'verifyingContract'])).toEqual(everything)
  })

  it('is hidden with a contract that is no address', () => {
    for (const verifyingContract of ['0x12', `${contract}00`, `x${contract}`]) {
      const { grants, hidden } = effectsOf('Permit', types, { message, domain: { verifyingContract } as never })
      expect([grants, hidden]).toEqual([[], [expect.stringContaining('Permit')]])
    }
  })
})

describe('a permit', () => {
  it('of a spender who is the wallet itself is common', () => {
    const types = { Permit: members({ spender: 'address', value: 'uint256' }) }
    expect(effectsOf('Permit', types, { message: { spender: wallet, value: '7' } }).grants.at(-1)).toMatchObject({
      isCommon: true,
    })
  })

  it.each([
    [true, unlimited],
    [false, 0n],
  ])('as DAI has it lets a spender take all or nothing: %s', (allowed, amount) => {
    const types = { Permit: members({ spender: 'address', allowed: 'bool' }) }
    expect(effectsOf('Permit', types, { message: { spender: friend, allowed } })).toEqual({
      ...nothingElse,
      grants: [named(contract), paid(friend, accountOf(contract), amount)],
    })
    const { grants } = effectsOf('Permit', types, { message: { spender: friend, allowed }, domain: { chainId: 5 } })
    expect(grants).toEqual([paid(friend, 'everything', amount)])
  })

  it('does not believe a field that is not hashed', () => {
    const types = { Permit: members({ spender: 'address', value: 'uint256' }) }
    const { grants } = effectsOf('Permit', types, { message: { spender: friend, value: '7', allowed: false } })
    expect(grants.at(-1)).toEqual(paid(friend, accountOf(contract), 7n))
  })

  it('is hidden without the amount, and with a spender who is no address', () => {
    const types = { Permit: members({ spender: 'address', value: 'uint256' }) }
    for (const message of [{ spender: friend }, { spender: '0x12', value: '7' }, undefined])
      expect(effectsOf('Permit', types, { message }).hidden).toEqual([expect.stringContaining('Permit')])
  })

  it.each(['TransferWithAuthorization', 'ReceiveWithAuthorization'])('pays whom %s names', (primaryType) => {
    const types = { [primaryType]: members({ from: 'address', to: 'address', value: 'uint256' }) }
    expect(effectsOf(primaryType, types, { message: { from: wallet, to: friend, value: '7' } }).grants).toEqual([
      named(contract),
      paid(friend, accountOf(contract), 7n),
    ])
  })
})

describe('a permit of Permit2', () => {
  const item = { Item: members({ token: 'address', amount: 'uint256' }) }
  const items = [
    { token, amount: '7' },
    { token: somebody, amount: '8' },
  ]
  const allowance = (each: Hex, amount: bigint) => [
    paid(friend, accountOf(each), amount),
    { ...named(each), isToken: true },
  ]

  it.each([
    ['PermitSingle', 'details'],
    ['PermitTransferFrom', 'permitted'],
    ['PermitWitnessTransferFrom', 'permitted'],
  ])('lets its spender take a token, which takes part: %s', (primaryType, list) => {
    const types = { ...item, [primaryType]: members({ [list]: 'Item', spender: 'address' }) }
    expect(effectsOf(primaryType, types, { message: { [list]: items[0], spender: friend } })).toEqual({
      ...nothingElse,
      grants: [named(contract), ...allowance(token, 7n)],
    })
  })

  it.each([
    ['PermitBatch', 'details'],
    ['PermitBatchTransferFrom', 'permitted'],
    ['PermitBatchWitnessTransferFrom', 'permitted'],
  ])('lets its spender take each token of a list: %s', (primaryType, list) => {
    const types = { ...item, [primaryType]: members({ [list]: 'Item[]', spender: 'address' }) }
    expect(effectsOf(primaryType, types, { message: { [list]: items, spender: friend } }).grants).toEqual([
      named(contract),
      ...allowance(token, 7n),
      ...allowance(somebody, 8n),
    ])
  })

  it('names everybody in its witness but the zero address', () => {
    const types = {
      ...item,
      Witness: members({ to: 'address', others: 'address[]', amount: 'uint256' }),
      PermitWitnessTransferFrom: members({
        permitted: 'Item',
        spender: 'address',
        nonce: 'uint256',
        witness: 'Witness',
      }),
    }
    const witness = { to: somebody, others: [nobody, wallet, `0x${'0'.repeat(39)}1`], amount: '1' }
    const message = { permitted: items[0], spender: friend, nonce: '1', witness }
    expect(effectsOf('PermitWitnessTransferFrom', types, { message }).grants.slice(3)).toEqual([
      named(somebody),
      { ...named(wallet), isCommon: true },
      named(`0x${'0'.repeat(39)}1`),
    ])
  })
})

describe('an order of a marketplace', () => {
  const types = {
    Offered: members({ itemType: 'uint8', token: 'address', startAmount: 'uint256', endAmount: 'uint256' }),
    Asked: members({ recipient: 'address' }),
    OrderComponents: members({ zone: 'address', offer: 'Offered[]', consideration: 'Asked[]' }),
  }
  const order = (fields: object) =>
    effectsOf('OrderComponents', types, {
      message: { zone: nobody, offer: [], consideration: [], ...fields },
    }).grants.slice(1)
  const offered = (itemType: number, startAmount: string, endAmount: string) => ({
    itemType,
    token,
    startAmount,
    endAmount,
  })

  it('lets the contract take what is offered, by the larger amount', () => {
    expect(order({ offer: [offered(1, '7', '9'), offered(2, '9', '7'), offered(0, '5', '5')] })).toEqual([
      paid(contract, accountOf(token), 9n),
      paid(contract, accountOf(token), 9n),
      paid(contract, 'native', 5n),
    ])
  })

  it('names the recipients of the consideration', () => {
    expect(order({ consideration: [{ recipient: friend }, { recipient: somebody }] })).toEqual([
      named(friend),
      named(somebody),
    ])
  })

  it('names its zone, but not the zero address', () => {
    expect(order({ zone: friend })).toEqual([named(friend)])
    expect(order({})).toEqual([])
  })

  it.each([`${nobody}00`, `x${nobody}`])('is hidden with a zone that is no address: %s', (zone) => {
    const message = { zone, offer: [], consideration: [] }
    expect(effectsOf('OrderComponents', types, { message }).hidden).toEqual([
      expect.stringContaining('OrderComponents'),
    ])
  })
})

describe.each(['SafeTx', 'ForwardRequest'])('a call that a contract makes for the signer: %s', (primaryType) => {
  const all = {
    to: 'address',
    value: 'uint256',
    data: 'bytes',
    operation: 'uint8',
    gasPrice: 'uint256',
    refundReceiver: 'address',
  }
  const forward = (message: object, fields?: Partial<TypedData>) => {
    const types = { [primaryType]: members(all).filter(({ name }) => name in message) }
    return effectsOf(primaryType, types, { message, ...fields })
  }

  it('is a call like any other', () => {
    const { grants, calls } = forward({ to: friend, value: '7', data: '0x12345678' })
    expect(calls).toEqual([{ target: accountOf(friend), chainId: 5, data: '0x12345678', isDecoded: false }])
    expect(grants).toEqual([named(contract), { ...paid(friend, 'native', 7n), call: calls[0] }])
  })

  it('pays nothing by default', () => {
    const { calls, grants } = forward({ to: friend })
    expect(calls).toMatchObject([{ data: '0x' }])
    expect(grants.slice(1)).toMatchObject([{ amount: 0n }])
  })

  it('counts on every network without one', () => {
    expect(forward({ to: friend }, { domain: {} }).calls[0]).not.toHaveProperty('chainId')
  })

  it('gives everything to foreign code', () => {
    expect(forward({ to: friend, operation: '1' }).grants.at(-1)).toEqual(paid(friend, 'everything', unlimited))
    expect(forward({ to: friend, operation: '0' }).grants).toHaveLength(2)
  })

  it('gives everything to whoever gets gas back, if there is a price', () => {
    const refund = (gasPrice: string) => forward({ to: friend, gasPrice, refundReceiver: somebody }).grants
    expect(refund('1').at(-1)).toEqual(paid(somebody, 'everything', unlimited))
    expect(refund('0')).toHaveLength(2)
    expect(forward({ to: friend, gasPrice: '1' })).toMatchObject({ grants: { length: 2 }, hidden: [] })
    expect(forward({ to: friend, refundReceiver: somebody }).grants).toHaveLength(2)
  })

  it('is one more call inside of others', () => {
    const nested = (depth: number): string => {
      if (depth === 0) return '0x'
      const data = nested(depth - 1).slice(2)
      const length = (data.length / 2).toString(16).padStart(64, '0')
      const padded = data.padEnd(Math.ceil(data.length / 64) * 64, '0')
      return `0xb61d27f6${'0'.repeat(24)}${friend.slice(2)}${'0'.repeat(64)}${'60'.padStart(64, '0')}${length}${padded}`
    }
    expect(forward({ to: friend, data: nested(7) }).hidden).toEqual([])
    expect(forward({ to: friend, data: nested(8) }).hidden).toHaveLength(1)
  })
})

describe('a packed user operation', () => {
  const types = {
    PackedUserOperation: members({
      sender: 'address',
      initCode: 'bytes',
      callData: 'bytes',
      accountGasLimits: 'bytes32',
      preVerificationGas: 'uint256',
      gasFees: 'bytes32',
      paymasterAndData: 'bytes',
    }),
  }
  const packed = (high: number, low: number) =>
    `0x${[high, low].map((half) => half.toString(16).padStart(32, '0')).join('')}`
  const operation = (fields: object, more?: Partial<TypedData>) =>
    effectsOf('PackedUserOperation', types, {
      message: {
        sender: friend,
        initCode: '0x',
        callData: '0x12345678',
        accountGasLimits: packed(2, 3),
        preVerificationGas: '4',
        gasFees: packed(100, 10),
        paymasterAndData: '0x',
        ...fields,
      },
      ...more,
    })

  it('is the call of its sender, whose fee the sender pays', () => {
    const { grants, calls, fees } = operation({})
    expect(calls).toEqual([{ target: accountOf(friend), chainId: 5, data: '0x12345678', isDecoded: false }])
    expect(grants).toEqual([named(contract), { ...named(friend), call: calls[0], isCommon: true }])
    expect(fees).toEqual([{ amount: 90n, chainId: 5 }])
  })

  it('costs nothing with a paymaster, who takes part', () => {
    const { fees, grants } = operation({ paymasterAndData: `${somebody}00` })
    expect(fees).toEqual([])
    expect(grants).toContainEqual(named(somebody))
    expect(operation({ paymasterAndData: `0x${'00'.repeat(20)}` }).fees).toHaveLength(1)
  })

  it('counts on every network without that of a domain', () => {
    const { calls, fees } = operation({}, { domain: { verifyingContract: contract } })
    for (const each of [...calls, ...fees]) expect(each).not.toHaveProperty('chainId')
  })
})

describe('typed data of an unknown type', () => {
  const types = { Mail: members({ to: 'address', cc: 'address[]', hash: 'bytes32', size: 'uint8' }) }
  const mail = { to: friend, cc: [somebody], size: 1 }
  const withoutHash = { Mail: types.Mail.filter(({ name }) => name !== 'hash') }

  it('names each of its addresses, and nobody knows what it does', () => {
    expect(effectsOf('Mail', withoutHash, { message: mail })).toEqual({
      ...nothingElse,
      grants: [named(contract), named(friend), named(somebody)],
      unknown: [{ reason: expect.stringContaining('Mail'), chainId: 5 }],
    })
    expect(effectsOf('Mail', withoutHash, { message: mail, domain: {} }).unknown[0]).not.toHaveProperty('chainId')
  })

  it('is hidden where it wraps a digest', () => {
    const { unknown, hidden } = effectsOf('Mail', types, { message: { ...mail, hash: word } })
    expect([unknown, hidden]).toEqual([[], [expect.stringContaining('digest')]])
  })

  it('gives nothing where it wraps a text', () => {
    const { unknown, hidden } = effectsOf(
      'Wrapper',
      { Wrapper: members({ message: 'bytes' }) },
      { message: { message: '0x4869' } },
    )
    expect([unknown, hidden]).toEqual([[], []])
  })

  it('is not taken for a property of every object', () => {
    const { unknown, hidden } = effectsOf(
      'toString',
      { toString: members({ size: 'uint8' }) },
      { message: { size: 1 } },
    )
    expect([unknown.length, hidden]).toEqual([1, []])
  })
})

describe('typed data that an account wraps', () => {
  const permit = { Permit: members({ spender: 'address', value: 'uint256' }) }
  const contents = { spender: friend, value: '7' }

  it('is what is inside, of the domain of the application', () => {
    const types = { ...permit, TypedDataSign: members({ contents: 'Permit', name: 'string' }) }
    expect(effectsOf('TypedDataSign', types, { message: { contents, name: 'Account' } })).toEqual({
      ...nothingElse,
      grants: [named(contract), paid(friend, accountOf(contract), 7n)],
    })
  })

  it('is of an unknown type without a struct inside, and under another name', () => {
    const text = { TypedDataSign: members({ contents: 'string' }) }
    expect(effectsOf('TypedDataSign', text, { message: { contents: 'Hi' } }).unknown).toHaveLength(1)
    const inherited = { TypedDataSign: members({ contents: 'toString' }) }
    expect(effectsOf('TypedDataSign', inherited, { message: { contents: 'Hi' } }).unknown).toHaveLength(1)
    const other = { ...permit, Signed: members({ contents: 'Permit' }) }
    expect(effectsOf('Signed', other, { message: { contents } }).grants).toEqual([named(contract), named(friend)])
    const elsewhere = { ...permit, TypedDataSign: members({ content: 'Permit' }) }
    expect(effectsOf('TypedDataSign', elsewhere, { message: { content: contents } }).unknown).toHaveLength(1)
  })
})
