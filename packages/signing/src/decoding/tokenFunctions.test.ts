import { functionOf } from '@latchkey/chains/codecs/evmSignatures'
import * as AbiFunction from 'ox/AbiFunction'
import { describe, expect, it } from 'vitest'
import { type CallOfKnown, type Hex, type Meaning } from './knownFunction.ts'
import { grantingFunctions } from './tokenFunctions.ts'
import { unlimited } from './unlimited.ts'

const token: Hex = `0x${'aB'.repeat(20)}`
const asset = token.toLowerCase().replace('0x', 'eip155:0x')
const other: Hex = `0x${'0c'.repeat(20)}`
const otherAsset = `eip155:${other}`
const from: Hex = `0x${'0f'.repeat(20)}`
const to: Hex = `0x${'0e'.repeat(20)}`
const somebody: Hex = `0x${'0d'.repeat(20)}`
const nobody: Hex = `0x${'00'.repeat(20)}`
const word: Hex = `0x${'77'.repeat(32)}`

type Call = readonly [signature: string, ...args: unknown[]]

/** The meaning of a call at the token, only by the types of the function. */
function meaningOf(
  [signature, ...args]: readonly unknown[],
  { isErc721 = false }: Partial<CallOfKnown> = {},
): Meaning | undefined {
  const abi = functionOf(`function ${String(signature)}`)
  const match = grantingFunctions.find(({ selector }) => selector === AbiFunction.getSelector(abi))
  const data = AbiFunction.encodeData(abi, args as never)
  return match?.read({ target: token, value: 0n, data, isErc721 })
}

const harmless = { isTokenCall: true }
const paid = (amount: bigint) => ({ grants: [{ to, asset, amount }], isTokenCall: true })

const authorization = 'address,address,uint256,uint256,uint256,bytes32'

describe('a payment of tokens', () => {
  it.each<Call>([
    ['transfer(address,uint256)', to, 5n],
    ['transferFrom(address,address,uint256)', from, to, 5n],
    [`transferWithAuthorization(${authorization},uint8,bytes32,bytes32)`, from, to, 5n, 1n, 2n, word, 27, word, word],
    [`transferWithAuthorization(${authorization},bytes)`, from, to, 5n, 1n, 2n, word, '0x'],
    ['safeTransferFrom(address,address,uint256,uint256,bytes)', from, to, 9n, 5n, '0x'],
    ['safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)', from, to, [8n, 9n], [2n, 3n], '0x'],
    ['send(address,uint256,bytes)', to, 5n, '0x'],
    ['operatorSend(address,address,uint256,bytes,bytes)', from, to, 5n, '0x', '0x'],
    ['transferAndCall(address,uint256)', to, 5n],
    ['transferAndCall(address,uint256,bytes)', to, 5n, '0x'],
    ['transferFromAndCall(address,address,uint256)', from, to, 5n],
    ['transferFromAndCall(address,address,uint256,bytes)', from, to, 5n, '0x'],
  ])('gives its recipient the amount: %s', (...call) => {
    expect(meaningOf(call)).toEqual(paid(5n))
  })

  it.each<Call>([
    ['safeTransferFrom(address,address,uint256)', from, to, 5n],
    ['safeTransferFrom(address,address,uint256,bytes)', from, to, 5n, '0x'],
  ])('gives one NFT of any id: %s', (...call) => {
    expect(meaningOf(call)).toEqual(paid(1n))
  })

  it('gives one NFT where the contract holds NFTs of ERC-721', () => {
    const isErc721 = true
    expect(meaningOf(['transferFrom(address,address,uint256)', from, to, 5n], { isErc721 })).toEqual(paid(1n))
    expect(meaningOf(['approve(address,uint256)', to, 5n], { isErc721 })).toEqual(paid(1n))
  })

  it('names its recipient where it moves nothing', () => {
    expect(
      meaningOf(['safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)', from, to, [], [], '0x']),
    ).toEqual(paid(0n))
    expect(meaningOf(['transfer(address,uint256)', nobody, 5n])?.grants).toEqual([{ to: nobody, asset, amount: 5n }])
  })
})

describe('a right to take tokens', () => {
  const rights = (spender: Hex): Call[] => [
    ['approve(address,uint256)', spender, 5n],
    ['increaseAllowance(address,uint256)', spender, 5n],
    ['permit(address,address,uint256,uint256,uint8,bytes32,bytes32)', from, spender, 5n, 1n, 27, word, word],
    ['permit(address,address,uint256,uint256,bytes)', from, spender, 5n, 1n, '0x'],
    ['approveAndCall(address,uint256)', spender, 5n],
    ['approveAndCall(address,uint256,bytes)', spender, 5n, '0x'],
  ]
  const daiPermit = 'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)'
  const wholeRights = (spender: Hex): Call[] => [
    ['setApprovalForAll(address,bool)', spender, true],
    ['authorizeOperator(address)', spender],
    [daiPermit, from, spender, 1n, 2n, true, 27, word, word],
  ]

  it.each(rights(to))('counts as if it were used: %s', (...call) => {
    expect(meaningOf(call)).toEqual(paid(5n))
  })

  it.each(wholeRights(to))('to everything counts as the largest amount: %s', (...call) => {
    expect(meaningOf(call)).toEqual(paid(unlimited))
  })

  it.each([...rights(nobody), ...wholeRights(nobody)])('of the zero address gives nothing: %s', (...call) => {
    expect(meaningOf(call)).toEqual(harmless)
  })

  it.each<Hex>([`0x${'0'.repeat(39)}1`, `0x1${'0'.repeat(39)}`])(
    'is a grant to an address with zeros: %s',
    (spender) => {
      expect(meaningOf(['approve(address,uint256)', spender, 5n])?.grants).toEqual([{ to: spender, asset, amount: 5n }])
    },
  )

  it.each<Call>([
    ['decreaseAllowance(address,uint256)', to, 5n],
    ['setApprovalForAll(address,bool)', to, false],
    [daiPermit, from, to, 1n, 2n, false, 27, word, word],
    ['deposit()'],
    ['withdraw(uint256)', 5n],
  ])('is not given by %s', (...call) => {
    expect(meaningOf(call)).toEqual(harmless)
  })
})

describe('a call of Permit2', () => {
  const gift = (amount: bigint, contract = other) => [
    { to, asset: `eip155:${contract}`, amount },
    { to: contract, asset: 'native', amount: 0n, isToken: true },
  ]
  const details = (amount: bigint, contract = other) => ({ token: contract, amount, expiration: 1, nonce: 2 })
  const detailsType = '(address token,uint160 amount,uint48 expiration,uint48 nonce)'
  const permitted = (amount: bigint, contract = other) => ({ token: contract, amount })
  const transferType = '(address token,uint256 amount)'
  const payment = (requestedAmount: bigint) => ({ to, requestedAmount })
  const rest = { nonce: 1n, deadline: 2n }
  const signed = 'address,bytes'
  const witnessed = 'address,bytes32,string,bytes'
  const single = `(${transferType} permitted,uint256 nonce,uint256 deadline),(address to,uint256 requestedAmount)`
  const several = `(${transferType}[] permitted,uint256 nonce,uint256 deadline),(address to,uint256 requestedAmount)[]`

  it.each<Call>([
    ['approve(address,address,uint160,uint48)', other, to, 5n, 9],
    ['transferFrom(address,address,uint160,address)', from, to, 5n, other],
    [
      `permit(address,(${detailsType} details,address spender,uint256 sigDeadline),bytes)`,
      from,
      { details: details(5n), spender: to, sigDeadline: 1n },
      '0x',
    ],
    [`permitTransferFrom(${single},${signed})`, { permitted: permitted(9n), ...rest }, payment(5n), from, '0x'],
    [
      `permitWitnessTransferFrom(${single},${witnessed})`,
      { permitted: permitted(9n), ...rest },
      payment(5n),
      from,
      word,
      'Witness',
      '0x',
    ],
  ])('pays a token, which takes part: %s', (...call) => {
    expect(meaningOf(call)).toEqual({ grants: gift(5n) })
  })

  it.each<Call>([
    [
      'transferFrom((address from,address to,uint160 amount,address token)[])',
      [
        { from, to, amount: 5n, token: other },
        { from, to, amount: 6n, token: somebody },
      ],
    ],
    [
      `permit(address,(${detailsType}[] details,address spender,uint256 sigDeadline),bytes)`,
      from,
      { details: [details(5n), details(6n, somebody)], spender: to, sigDeadline: 1n },
      '0x',
    ],
    [
      `permitTransferFrom(${several},${signed})`,
      { permitted: [permitted(9n), permitted(9n, somebody)], ...rest },
      [payment(5n), payment(6n)],
      from,
      '0x',
    ],
    [
      `permitWitnessTransferFrom(${several},${witnessed})`,
      { permitted: [permitted(9n), permitted(9n, somebody)], ...rest },
      [payment(5n), payment(6n)],
      from,
      word,
      'Witness',
      '0x',
    ],
  ])('pays every token of a list: %s', (...call) => {
    expect(meaningOf(call)).toEqual({ grants: [...gift(5n), ...gift(6n, somebody)] })
  })

  it('pays nothing for which no token is permitted', () => {
    const permits = { permitted: [permitted(9n)], ...rest }
    const call: Call = [`permitTransferFrom(${several},${signed})`, permits, [payment(5n), payment(6n)], from, '0x']
    expect(meaningOf(call)).toEqual({ grants: gift(5n) })
  })

  it('writes the asset in lower case', () => {
    expect(
      meaningOf(['approve(address,address,uint160,uint48)', other.toUpperCase().replace('X', 'x'), to, 5n, 9]),
    ).toEqual({
      grants: [expect.objectContaining({ asset: otherAsset }), expect.anything()],
    })
  })
})

describe('a call that gives power over its contract', () => {
  it.each<Call>([
    ['transferOwnership(address)', to],
    ['grantRole(bytes32,address)', word, to],
    ['setOwner(address)', to],
    ['addOwner(address)', to],
    ['addOwnerAddress(address)', to],
    ['addOwnerWithThreshold(address,uint256)', to, 1n],
    ['swapOwner(address,address,address)', from, somebody, to],
    ['enableModule(address)', to],
    ['setFallbackHandler(address)', to],
    ['installModule(uint256,address,bytes)', 1n, to, '0x'],
    ['upgradeTo(address)', to],
    ['upgradeToAndCall(address,bytes)', to, '0x'],
  ])('counts as everything that it has: %s', (...call) => {
    expect(meaningOf(call)).toEqual({ grants: [{ to, asset: 'everything', amount: unlimited }] })
  })

  it('is hidden where it approves a digest', () => {
    expect(meaningOf(['approveHash(bytes32)', word])).toEqual({ hidden: expect.stringContaining('digest') })
  })
})
