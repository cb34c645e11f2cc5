import { describe, expect, it } from 'vitest'
import type { PolicyRule } from '../../store/policyRecords.ts'
import { isSigningRule, readRule } from './policyRules.ts'

const friend = `0x${'0e'.repeat(20)}`
const mallory = `0x${'0f'.repeat(20)}`
const token = `0x${'0d'.repeat(20)}`
const person = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'

const ruleOf = (fields: Partial<PolicyRule>): PolicyRule => ({
  ruleId: 'rule',
  name: 'A rule',
  ruleType: 'deny',
  chain: 'EVM',
  ...fields,
})
const read = (fields: Partial<PolicyRule>) => readRule(ruleOf(fields))
const refusalOf = async (fields: Partial<PolicyRule>) => {
  const error: { code: string; message: string } = await read(fields).then(
    () => expect.unreachable('The rule is accepted.'),
    (cause: unknown) => cause as never,
  )
  return error
}
const accountOf = (address: string) => `eip155:${address}`

const inputs = ['address', 'uint256'].map((type) => ({ type, name: type }))
const transfer = { type: 'function', name: 'transfer', inputs }
const abi = [
  transfer,
  { type: 'function', name: 'mint', inputs },
  { type: 'function', name: 'mint', inputs: inputs.slice(0, 1) },
]
type Constraint = NonNullable<PolicyRule['argumentConstraints']>[number]
const constraint = (fields: Partial<Constraint> = {}): Constraint => ({
  operator: 'equal',
  index: 1,
  value: '5',
  ...fields,
})

describe('readRule', () => {
  it('reads a rule about everything', async () => {
    expect(await read({})).toEqual({
      ruleId: 'rule',
      name: 'A rule',
      isAllow: false,
      chain: 'EVM',
      accounts: new Set(),
      chainIds: new Set(),
      constraints: [],
    })
    expect(await read({ ruleType: 'allow' })).toMatchObject({ isAllow: true })
  })

  it('reads addresses and networks, in lists and one by one', async () => {
    const rule = await read({ addresses: [friend], address: mallory, chainIds: [1, 10], chainId: 137 })
    expect(rule.accounts).toEqual(new Set([friend, mallory].map(accountOf)))
    expect(rule.chainIds).toEqual(new Set([1, 10, 137]))
    expect((await read({ chain: 'SVM', addresses: [person], chainId: 101 })).accounts).toEqual(
      new Set([`solana:${person}`]),
    )
    expect((await read({ chain: 'BTC' })).chainIds).toEqual(new Set())
  })

  it.each<[string, Partial<PolicyRule>, string]>([
    ['an address of another chain', { addresses: [friend, person] }, 'addresses'],
    ['a single address of another chain', { address: person }, 'addresses'],
    ['a network of a chain that has one', { chain: 'BTC', chainId: 1 }, 'chainIds'],
    ['networks of a chain that has one', { chain: 'TON', chainIds: [1] }, 'chainIds'],
    ['the network 0', { chainId: 0 }, 'chainIds'],
    ['a network below 0', { chainIds: [1, -1] }, 'chainIds'],
    ['a network that is no whole number', { chainIds: [1.5] }, 'chainIds'],
    ['a network beyond the numbers of JSON', { chainIds: [2 ** 53] }, 'chainIds'],
  ])('refuses %s', async (_, fields, field) => {
    expect(await refusalOf(fields)).toMatchObject({ code: 'invalid_update', message: expect.stringContaining(field) })
  })
})

describe('a limit', () => {
  const limitOf = async (valueLimit: NonNullable<PolicyRule['valueLimit']>, chain: PolicyRule['chain'] = 'EVM') =>
    (await read({ valueLimit, chain })).limit

  it('has the amounts that are given, of the currency unless it names a token', async () => {
    expect(await limitOf({ maxPerCall: '5' })).toEqual({ asset: 'native', maxPerCall: 5n })
    expect(await limitOf({ totalLimit: '6' })).toEqual({ asset: 'native', totalLimit: 6n })
    expect(await limitOf({ maxPerCall: '5', totalLimit: '6', asset: token })).toEqual({
      asset: accountOf(token),
      maxPerCall: 5n,
      totalLimit: 6n,
    })
  })

  it('takes the zero address, and the system program on Solana, for the currency', async () => {
    expect(await limitOf({ asset: `0x${'0'.repeat(40)}`, maxPerCall: '5' })).toMatchObject({ asset: 'native' })
    expect(await limitOf({ asset: '1'.repeat(32), maxPerCall: '5' }, 'SVM')).toMatchObject({ asset: 'native' })
  })

  it('has at most 78 digits', async () => {
    const largest = '9'.repeat(78)
    expect(await limitOf({ maxPerCall: largest, totalLimit: '0' })).toMatchObject({ maxPerCall: BigInt(largest) })
  })

  it.each<[string, NonNullable<PolicyRule['valueLimit']>, string]>([
    ['without an amount', {}, 'maxPerCall'],
    ['of more digits', { totalLimit: `1${'0'.repeat(78)}` }, 'totalLimit'],
    ['that begins with a sign', { maxPerCall: '-5' }, 'maxPerCall'],
    ['that ends with a unit', { maxPerCall: '5n' }, 'maxPerCall'],
    ['without digits', { maxPerCall: '' }, 'maxPerCall'],
    ['of something that is no asset', { asset: person, maxPerCall: '5' }, 'asset'],
  ])('is refused %s', async (_, valueLimit, field) => {
    expect(await refusalOf({ valueLimit })).toMatchObject({
      code: 'invalid_update',
      message: expect.stringContaining(`valueLimit`),
    })
    expect((await refusalOf({ valueLimit })).message).toContain(field)
  })
})

describe('a rule about calls', () => {
  const signaturesOf = async (fields: Partial<PolicyRule>) =>
    (await read({ contractAbi: abi, ...fields })).functions?.map(({ signature }) => signature)
  const [transferText, mintText, shortMint] = ['transfer(address,uint256)', 'mint(address,uint256)', 'mint(address)']

  it('is about all functions of its ABI, or those of a name or a signature', async () => {
    expect(await signaturesOf({})).toEqual([transferText, mintText, shortMint])
    expect(await signaturesOf({ functionName: 'mint' })).toEqual([mintText, shortMint])
    expect(await signaturesOf({ functionName: shortMint })).toEqual([shortMint])
  })

  it('has constraints, whose values are in the form that is compared', async () => {
    const argumentConstraints = [
      constraint({ operator: 'less', value: '0x5' }),
      constraint({ index: 0, value: mallory.toUpperCase().replace('0X', '0x') }),
    ]
    const rule = await read({ contractAbi: abi, functionName: 'transfer', argumentConstraints })
    expect(rule.constraints).toEqual([
      { operator: 'less', index: 1, value: 5n },
      { operator: 'equal', index: 0, value: mallory },
    ])
    const all = await read({ contractAbi: abi, functionName: 'mint', argumentConstraints: [] })
    expect(all.constraints).toEqual([])
  })

  const contractAbi = abi
  const functionName = 'transfer'
  it.each<[string, Partial<PolicyRule>, string]>([
    ['a function without an ABI', { functionName }, 'functionName'],
    ['constraints without an ABI', { argumentConstraints: [constraint()] }, 'contractAbi'],
    ['an ABI on another chain', { chain: 'SVM', contractAbi }, 'contractAbi'],
    ['an ABI that does not parse', { contractAbi: [{ type: 'function' }] }, 'contractAbi'],
    ['an ABI without functions', { contractAbi: [] }, 'functionName'],
    ['a function that the ABI does not have', { contractAbi, functionName: 'burn' }, 'functionName'],
    ['constraints of all functions', { contractAbi, argumentConstraints: [constraint()] }, 'functionName'],
    [
      'constraints of the only function',
      { contractAbi: [transfer], argumentConstraints: [constraint()] },
      'functionName',
    ],
    [
      'constraints of two functions',
      { contractAbi, functionName: 'mint', argumentConstraints: [constraint({ index: 0, value: friend })] },
      'functionName',
    ],
    [
      'a constraint beyond the arguments',
      { contractAbi, functionName, argumentConstraints: [constraint(), constraint({ index: 2 })] },
      'argumentConstraints.1.index',
    ],
    [
      'an order of addresses',
      { contractAbi, functionName, argumentConstraints: [constraint({ operator: 'less', index: 0, value: friend })] },
      'argumentConstraints.0.operator',
    ],
    [
      'a value of another type',
      { contractAbi, functionName, argumentConstraints: [constraint({ value: 'many' })] },
      'argumentConstraints.0.value',
    ],
  ])('is refused with %s', async (_, fields, field) => {
    expect(await refusalOf(fields)).toMatchObject({ code: 'invalid_update', message: expect.stringContaining(field) })
  })
})

describe('isSigningRule', () => {
  const isSigning = (fields: Partial<PolicyRule>) => isSigningRule(ruleOf(fields))

  it.each<NonNullable<PolicyRule['operationRestrictions']>>([
    { blockExport: true },
    { blockRevocation: true },
    { blockClientSigning: true },
  ])('is false of a rule that only blocks an operation: %o', (operationRestrictions) => {
    expect(isSigning({ operationRestrictions })).toBe(false)
    expect(isSigning({ operationRestrictions, addresses: [], chainIds: [] })).toBe(false)
  })

  it('is true of a rule that blocks nothing', () => {
    expect(isSigning({})).toBe(true)
    expect(isSigning({ operationRestrictions: {} })).toBe(true)
    expect(isSigning({ operationRestrictions: { blockExport: false } })).toBe(true)
  })

  it.each<Partial<PolicyRule>>([
    { addresses: [friend] },
    { address: friend },
    { chainIds: [1] },
    { chainId: 1 },
    { contractAbi: [] },
    { functionName: 'transfer' },
    { valueLimit: {} },
  ])('is true of a rule that is also about signatures: %o', (fields) => {
    expect(isSigning({ ...fields, operationRestrictions: { blockExport: true } })).toBe(true)
  })
})
