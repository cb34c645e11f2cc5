import { describe, expect, it } from 'vitest'
import { readBatch } from './readBatch.ts'

const account = '0x00000000000000000000000000000000000b0b01'
const call = { to: account, value: '0x1' }
const batch = { version: '2.0.0', chainId: '0x1', atomicRequired: false, calls: [call] }

const read = (parameter: unknown) =>
  readBatch(parameter, { account, fail: (code, message) => Object.assign(new Error(message), { code }) })

describe('the parameters of wallet_sendCalls', () => {
  it('are read with the account of the wallet where the app names none', () => {
    expect(read({ ...batch, calls: [call, { data: '0x60' }, { to: account }] })).toEqual({
      id: undefined,
      from: account,
      chainId: 1,
      atomicRequired: false,
      calls: [
        { to: account, value: 1n, data: '0x' },
        { value: 0n, data: '0x60' },
        { to: account, value: 0n, data: '0x' },
      ],
      paymaster: undefined,
    })
  })

  it('may be null where they may be left out', () => {
    const empty = { id: null, from: null, capabilities: null }
    const calls = [
      { to: account, value: null, data: null, capabilities: null },
      { to: null, data: '0x60' },
    ]
    expect(read({ ...batch, ...empty, calls })).toMatchObject({
      id: undefined,
      from: account,
      calls: [
        { to: account, value: 0n, data: '0x' },
        { value: 0n, data: '0x60' },
      ],
    })
  })

  it('may have an id of 4096 bytes in hex, and another account', () => {
    const [id, from] = [`0x${'a'.repeat(8192)}`, `0x${'0A'.repeat(20)}`]
    expect(read({ ...batch, id, from })).toMatchObject({ id, from })
  })

  it.each(['http://a.b', 'https://a.b/c'])('may name a paymaster: %s', (url) => {
    expect(read({ ...batch, capabilities: { paymasterService: { url } } }).paymaster).toEqual({
      url,
      context: {},
      isOptional: false,
    })
  })

  it.each([
    ['no object', undefined, 'not an object'],
    ['null', null, 'not an object'],
    ['a list', [batch], 'not an object'],
    ['an id that is a number', { ...batch, id: 7 }, '"id"'],
    ['a sender in a list', { ...batch, from: [account] }, '"from"'],
    ['a sender behind a space', { ...batch, from: ` ${account}` }, '"from"'],
    ['a sender that is too long', { ...batch, from: `${account}0` }, '"from"'],
    ['a first call that is null', { ...batch, calls: [null] }, 'Call 0 of the batch is not an object'],
    ['data in a list', { ...batch, calls: [{ to: account, data: ['0x60'] }] }, '"data"'],
    ['data behind a space', { ...batch, calls: [{ to: account, data: ' 0x60' }] }, '"data"'],
    [
      'a capability beside one that is none',
      { ...batch, capabilities: { paymasterService: { url: 'https://a.b' }, flow: true } },
      '"capabilities"',
    ],
    [
      'a paymaster whose URL is in a list',
      { ...batch, capabilities: { paymasterService: { url: ['https://a.b'] } } },
      '"url"',
    ],
    [
      'a paymaster whose URL begins elsewhere',
      { ...batch, capabilities: { paymasterService: { url: ' https://a.b' } } },
      '"url"',
    ],
    ['an older version', { ...batch, version: '1.0' }, '"version"'],
    ['an id that is too long', { ...batch, id: 'a'.repeat(8195) }, '"id"'],
    ['an empty id', { ...batch, id: '' }, '"id"'],
    ['a sender that is no address', { ...batch, from: '0x1' }, '"from"'],
    ['no chain', { ...batch, chainId: undefined }, '"chainId"'],
    ['a chain in words', { ...batch, chainId: 'one' }, '"chainId"'],
    ['nothing about atomicity', { ...batch, atomicRequired: undefined }, '"atomicRequired"'],
    ['no calls', { ...batch, calls: [] }, '"calls"'],
    ['calls that are no list', { ...batch, calls: call }, '"calls"'],
    ['a call that is no object', { ...batch, calls: [call, 7] }, 'Call 1 of the batch is not an object'],
    ['a call to no address', { ...batch, calls: [{ to: '0x1' }] }, '"to"'],
    ['a call with odd hex', { ...batch, calls: [{ to: account, data: '0x1' }] }, '"data"'],
    ['a call with a decimal value', { ...batch, calls: [{ to: account, value: '10' }] }, '"value"'],
    ['an empty call', { ...batch, calls: [{}] }, 'neither "to" nor "data"'],
    ['capabilities that are no objects', { ...batch, capabilities: { paymasterService: true } }, '"capabilities"'],
    ['a paymaster without a URL', { ...batch, capabilities: { paymasterService: { url: 'here' } } }, '"url"'],
    [
      'a paymaster with a context of text',
      { ...batch, capabilities: { paymasterService: { url: 'https://a.b', context: 'c' } } },
      '"context"',
    ],
  ])('are refused with -32602 when there is %s', (_, parameter, sentence) => {
    expect(() => read(parameter)).toThrow(
      expect.objectContaining({ code: -32_602, message: expect.stringContaining(sentence) }),
    )
  })

  it('are refused with 5740 for more than 100 calls', () => {
    expect(read({ ...batch, calls: Array.from({ length: 100 }, () => call) }).calls).toHaveLength(100)
    expect(() => read({ ...batch, calls: Array.from({ length: 101 }, () => call) })).toThrow(
      expect.objectContaining({ code: 5740 }),
    )
  })

  it('are refused with 5700 for a capability that nobody has, of the batch or of a call, unless it is optional', () => {
    const asking = (capabilities: object) => [
      { ...batch, capabilities },
      { ...batch, calls: [{ ...call, capabilities }] },
    ]
    for (const parameter of asking({ flow: { kind: 'loose' } }))
      expect(() => read(parameter)).toThrow(expect.objectContaining({ code: 5700 }))
    for (const parameter of asking({ flow: { kind: 'loose', optional: true } }))
      expect(read(parameter).calls).toHaveLength(1)
  })
})
