import { toHex } from '@latchkey/base/bytes'
import { associatedTokenAddress } from '@latchkey/chains/codecs/solanaAddresses'
import { programs } from '@latchkey/chains/codecs/solanaInstructions'
import { transferSol, transferTokens } from '@latchkey/chains/test/solanaWallet'
import { address, createSolanaRpc, getBase58Encoder, type Rpc, type SolanaRpcApi } from '@solana/kit'
import { beforeEach, describe, expect, it } from 'vitest'
import { createMock } from '../../src/mock/createMock.ts'
import { keyPairOf, send } from '../people/solana.ts'
import { askOverSocket } from '../support/askOverSocket.ts'
import { createControlClient } from '../support/controlClient.ts'

const control = createControlClient()
const mock = () => control.server.mock
const [ada, bob] = await Promise.all([keyPairOf('Ada'), keyPairOf('Bob')])
const usdc = '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU'
const oracle = 'FsJ3A3u2vn5cTVofAjvy6y5kwABJAqYWpe4975bi2epH'

let rpc: Rpc<SolanaRpcApi>
beforeEach(() => {
  rpc = createSolanaRpc(mock().chain.rpcUrl('devnet'))
})

/** Calls a method as a client without any library does. */
async function call(method: string, params: readonly unknown[], headers: Record<string, string> = {}) {
  const response = await fetch(mock().chain.rpcUrl('devnet'), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return JSON.parse(await response.text()) as {
    readonly result?: Readonly<Record<string, unknown>>
    readonly error?: { readonly code: number; readonly message: string }
  }
}

const account = async (key: string, encoding: 'base64' | 'jsonParsed' = 'base64') =>
  (await rpc.getAccountInfo(address(key), { encoding: encoding as 'base64' }).send()).value
const lamportsOf = async (key: string) => (await rpc.getBalance(address(key)).send()).value
const bytesOf = (key: string) => toHex(Uint8Array.from(getBase58Encoder().encode(key)))
const little = (value: bigint) => toHex(new Uint8Array(new BigUint64Array([value]).buffer))

describe('surfnet_setAccount', () => {
  it('sets lamports, and leaves what the update does not name', async () => {
    expect(await call('surfnet_setAccount', [ada.address, { lamports: 5_000_000 }])).toMatchObject({
      result: { context: { slot: expect.any(Number) }, value: null },
    })
    expect(await account(ada.address)).toMatchObject({ lamports: 5_000_000n, owner: programs.system, space: 0n })
    await call('surfnet_setAccount', [ada.address, { lamports: 0 }])
    expect(await account(ada.address)).toBeNull()
  })

  it('keeps the bytes of a program that the ledger does not run, with rent where nobody says how much', async () => {
    await call('surfnet_setAccount', [ada.address, { owner: oracle, data: '0102ff' }])
    expect(await account(ada.address)).toMatchObject({
      data: ['AQL/', 'base64'],
      owner: oracle,
      space: 3n,
      lamports: await rpc.getMinimumBalanceForRentExemption(3n).send(),
    })
    const filters = [{ memcmp: { offset: 0n, bytes: 'AQL/', encoding: 'base64' as const } }]
    expect(
      await rpc.getProgramAccounts(address(oracle), { filters: filters as never, encoding: 'base64' }).send(),
    ).toHaveLength(1)
    expect(await rpc.getProgramAccounts(address(oracle), { encoding: 'base64' }).send()).toHaveLength(1)
    await call('surfnet_setAccount', [ada.address, { data: '' }])
    expect(await account(ada.address)).toMatchObject({ data: ['', 'base64'], owner: oracle })
  })

  it('reads a mint and a token account, which transactions then use', async () => {
    const mint = bob.address
    const none = '0'.repeat(72)
    const mintData = `01000000${bytesOf(ada.address)}${little(0n)}0601${none}`
    await call('surfnet_setAccount', [mint, { owner: programs.token, data: mintData }])
    expect(await account(mint, 'jsonParsed')).toMatchObject({
      data: { parsed: { type: 'mint', info: { decimals: 6, mintAuthority: ada.address, supply: '0' } } },
    })
    const tokenData = `${bytesOf(mint)}${bytesOf(ada.address)}${little(70n)}${none}01${'0'.repeat(24)}${little(0n)}${none}`
    const target = associatedTokenAddress(ada.address, mint)
    await call('surfnet_setAccount', [target, { owner: programs.token, data: tokenData }])
    expect((await account(target))?.data[0]).toBe(Buffer.from(tokenData, 'hex').toString('base64'))
    expect((await rpc.getTokenSupply(mint).send()).value.amount).toBe('70')
    await call('surfnet_setTokenAccount', [bob.address, mint, { amount: 0 }])
    await call('requestAirdrop', [ada.address, 1_000_000_000])
    await send(rpc, [transferTokens(mint, { from: ada.address, to: bob.address }, { amount: 30n })], [ada])
    expect((await rpc.getTokenAccountBalance(address(target)).send()).value.amount).toBe('40')
  })

  it.each([
    [
      'a supply that no account has',
      { owner: programs.token, data: `${'0'.repeat(72)}${little(9n)}0601${'0'.repeat(72)}` },
      /sum of its accounts/,
    ],
    ['a program', { executable: true }, /no bytecode/],
    ['data that is not hex', { data: 'xyz' }, /hex/],
    ['an account of the token program of another size', { owner: programs.token, data: '0102' }, /neither a mint/],
    ['negative lamports', { lamports: -1 }, /whole number/],
    ['an owner that is no address', { owner: 'me' }, /Invalid/],
  ])('refuses %s, and changes nothing', async (_, update, sentence) => {
    const before = mock().export()
    expect((await call('surfnet_setAccount', [ada.address, update])).error?.message).toMatch(sentence)
    expect(mock().export()).toEqual(before)
  })

  it('leaves the programs of the ledger as they are', async () => {
    expect((await call('surfnet_setAccount', [programs.token, { lamports: 1 }])).error?.message).toMatch(/stays/)
  })
})

describe('surfnet_setTokenAccount', () => {
  const holding = () => associatedTokenAddress(ada.address, usdc)

  it('sets amount, delegate, state and close authority, and removes a delegate', async () => {
    const update = { amount: 2_500_000, delegate: bob.address, delegatedAmount: 7, state: 'frozen' }
    await call('surfnet_setTokenAccount', [ada.address, usdc, { ...update, closeAuthority: bob.address }])
    expect(await account(holding(), 'jsonParsed')).toMatchObject({
      data: {
        parsed: {
          info: {
            tokenAmount: { amount: '2500000', uiAmountString: '2.5' },
            delegate: bob.address,
            delegatedAmount: { amount: '7' },
            state: 'frozen',
            closeAuthority: bob.address,
          },
        },
      },
    })
    expect(mock().chain.balance(ada.address, { token: 'USDC', networkId: 103 })).toBe('2.5')
    await call('surfnet_setTokenAccount', [ada.address, usdc, { delegate: 'null', state: 'initialized' }])
    const info = JSON.stringify(await account(holding(), 'jsonParsed'), (_, each) =>
      typeof each === 'bigint' ? Number(each) : each,
    )
    expect(info).toContain('"state":"initialized"')
    expect(info).not.toContain('delegate')
  })

  it('holds wrapped lamports in the account', async () => {
    const native = 'So11111111111111111111111111111111111111112'
    await call('surfnet_setTokenAccount', [ada.address, native, { amount: 1_000_000 }])
    const wrapped = associatedTokenAddress(ada.address, native)
    expect(await lamportsOf(wrapped)).toBe(1_000_000n + (await rpc.getMinimumBalanceForRentExemption(165n).send()))
  })

  it.each([
    ['a mint that nobody has created', [bob.address, { amount: 1 }], /not found/],
    ['a state that is none', [usdc, { state: 'melted' }], /frozen/],
    ['confidential amounts', [usdc, { confidential: {} }], /confidential/],
    ['the program of another mint', [usdc, { amount: 1 }, programs.token2022], /one of the program/],
    ['a negative amount', [usdc, { amount: -1 }], /whole number/],
  ])('refuses %s', async (_, params, sentence) => {
    expect((await call('surfnet_setTokenAccount', [ada.address, ...params])).error?.message).toMatch(sentence)
    expect(await account(holding())).toBeNull()
  })
})

describe('the clock', () => {
  it('goes to a time, a slot and an epoch, and is the clock of the mock', async () => {
    const later = Date.UTC(2026, 0, 16)
    await call('surfnet_timeTravel', [{ absoluteTimestamp: later }])
    expect(mock().clock.iso()).toBe('2026-01-16T00:00:00.000Z')
    await mock().chain.mine({ chain: 'SOL', networkId: 103, blocks: 3 })
    const slot = Number(await rpc.getSlot().send())
    expect(await call('surfnet_timeTravel', [{ absoluteSlot: slot + 50 }])).toMatchObject({
      result: { absoluteSlot: slot + 50, slotsInEpoch: 432_000 },
    })
    expect(mock().clock.now() - later).toBeGreaterThan(49 * 400)
    expect(mock().clock.now() - later).toBeLessThanOrEqual(50 * 400)
    const { epoch } = await rpc.getEpochInfo().send()
    const { result } = await call('surfnet_timeTravel', [{ absoluteEpoch: Number(epoch) + 2 }])
    expect(result).toMatchObject({ epoch: Number(epoch) + 2, slotIndex: 0 })
    expect(Number(await rpc.getSlot().send())).toBe((Number(epoch) + 2) * 432_000)
  })

  it('goes an hour ahead without a target', async () => {
    await call('surfnet_timeTravel', [])
    expect(mock().clock.iso()).toBe('2026-01-15T10:30:00.000Z')
  })

  it('pauses and goes on', async () => {
    mock().clock.resume()
    expect(await call('surfnet_pauseClock', [])).toMatchObject({ result: { absoluteSlot: expect.any(Number) } })
    expect(mock().clock.isRunning).toBe(false)
    await call('surfnet_resumeClock', [])
    expect(mock().clock.isRunning).toBe(true)
  })

  it.each([
    ['the past', { absoluteTimestamp: 1 }, /Cannot travel to past timestamp/],
    ['a slot of the past', { absoluteSlot: 1 }, /Cannot travel to past slot/],
    ['an epoch of the past', { absoluteEpoch: 1 }, /Cannot travel to past epoch/],
    ['a time that no clock shows', { absoluteTimestamp: Number.MAX_SAFE_INTEGER }, /9900/],
    ['two places at once', { absoluteSlot: 1e12, absoluteEpoch: 1e9 }, /one of/],
    ['a place that nobody knows', { reset: 1 }, /one of/],
    ['a text', { absoluteSlot: 'soon' }, /whole number/],
  ])('does not go to %s', async (_, config, sentence) => {
    const before = mock().clock.iso()
    const { error } = await call('surfnet_timeTravel', [config])
    expect(error).toMatchObject({ code: -32_602, message: expect.stringMatching(sentence) })
    expect(mock().clock.iso()).toBe(before)
  })
})

describe('the ledger of a cluster', () => {
  it('loses one account, or all that a program keeps', async () => {
    await call('surfnet_setTokenAccount', [ada.address, usdc, { amount: 5 }])
    await call('surfnet_setTokenAccount', [bob.address, usdc, { amount: 6 }])
    await call('surfnet_resetAccount', [associatedTokenAddress(ada.address, usdc)])
    expect(await account(associatedTokenAddress(ada.address, usdc))).toBeNull()
    await call('surfnet_setAccount', [ada.address, { owner: oracle, data: '01' }])
    await call('surfnet_resetAccount', [oracle])
    expect(await account(ada.address)).not.toBeNull()
    await call('surfnet_resetAccount', [oracle, { includeOwnedAccounts: true }])
    expect(await account(ada.address)).toBeNull()
    expect(await account(associatedTokenAddress(bob.address, usdc))).not.toBeNull()
  })

  it('is empty after a reset, which leaves the other cluster, EVM chains and people', async () => {
    await call('requestAirdrop', [ada.address, 1_000_000_000])
    await call('surfnet_setAccount', [bob.address, { owner: oracle, data: '01' }])
    const evm = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
    await mock().chain.fund(ada.address, { sol: '1' }, 101)
    await mock().chain.fund(evm, { ether: '1' }, 1)
    const slot = await rpc.getSlot().send()
    await call('surfnet_resetNetwork', [])
    expect([await account(ada.address), await account(bob.address)]).toEqual([null, null])
    expect(await rpc.getSlot().send()).toBeLessThan(slot)
    expect((await call('surfnet_getLocalSignatures', [])).result?.['value']).toEqual([])
    expect([mock().chain.balance(ada.address), mock().chain.balance(evm)]).toEqual(['1', '1'])
  })

  it('lists its latest transactions and its accounts', async () => {
    await call('requestAirdrop', [ada.address, 1_000_000_000])
    const signature = await send(rpc, [transferSol(ada.address, bob.address, 900_000n)], [ada])
    const { result: latest } = await call('surfnet_getLocalSignatures', [1])
    expect(latest?.['value']).toMatchObject([{ signature, err: null, logs: expect.any(Array) }])
    const { result: all } = await call('surfnet_exportSnapshot', [{ filter: { excludeAccounts: [bob.address] } }])
    expect(all?.['value']).toMatchObject({
      [ada.address]: {
        lamports: 999_095_000,
        owner: programs.system,
        executable: false,
        rentEpoch: 0,
        data: '',
        parsedData: null,
      },
    })
    expect(all?.['value']).not.toHaveProperty(bob.address)
    await call('surfnet_setTokenAccount', [ada.address, usdc, { amount: 5 }])
    const holding = associatedTokenAddress(ada.address, usdc)
    const config = { includeParsedAccounts: true, filter: { includeAccounts: [holding] } }
    const { result: one } = await call('surfnet_exportSnapshot', [config])
    expect(one?.['value']).toMatchObject({ [holding]: { parsedData: { program: 'spl-token' } } })
    expect(Object.keys(one?.['value'] ?? {})).toEqual([holding])
  })

  it('says that it is ready, and that it fetches nothing', async () => {
    expect((await call('surfnet_getSurfnetInfo', [])).result?.['value']).toEqual({
      runbookExecutions: [],
      startup: { phase: 'ready', planSealed: true, tasks: [], error: null },
    })
    expect((await call('surfnet_getStreamedAccounts', [])).result?.['value']).toEqual({ accounts: [] })
    expect((await call('surfnet_offlineAccount', [ada.address])).result?.['value']).toBeNull()
  })

  it.each([
    ['surfnet_setSupply', [{ total: 1 }], /surfnet_setAccount/],
    ['surfnet_writeProgram', [oracle, '00', 0], /real node/],
    ['surfnet_streamAccount', [oracle], /nothing to fetch/],
    ['surfnet_profileTransaction', ['AA=='], /simulateTransaction/],
    ['surfnet_disableCheatcode', [['surfnet_setAccount']], /control token/],
    ['surfnet_registerScenario', [{}], /surfnet_timeTravel/],
    ['surfnet_exportSnapshot', [{ scope: { preTransaction: 'AA==' } }], /network/],
  ])('says what does instead of %s', async (method, params, way) => {
    expect((await call(method, params)).error).toMatchObject({ code: -32_000, message: expect.stringMatching(way) })
  })
})

describe('who may call', () => {
  const set = (lamports: number) => ['surfnet_setAccount', [ada.address, { lamports }]] as const

  it('are not pages of other ports, who still have the faucet of a test network', async () => {
    const page = { origin: 'http://localhost:3000' }
    expect((await call(...set(1), page)).error?.code).toBe(4100)
    expect(await lamportsOf(ada.address)).toBe(0n)
    expect(await call('requestAirdrop', [ada.address, 900_000], page)).toHaveProperty('result')
    expect(await lamportsOf(ada.address)).toBe(900_000n)
  })

  it('have a faucet on the main network as well, and others do not', async () => {
    const own = createMock()
    const airdrop = async (headers: Record<string, string>) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'requestAirdrop', params: [ada.address, 900_000] })
      const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body }
      return (await own.fetch(own.chain.rpcUrl('mainnet'), init)).json()
    }
    expect(await airdrop({ origin: 'http://localhost:3000' })).toHaveProperty('error.code', -32_600)
    expect(await airdrop({})).toHaveProperty('result')
    expect(own.chain.balance(ada.address)).toBe('0.0009')
  })

  it('are programs over a WebSocket as well, and sockets in the process of the mock', async () => {
    const own = createMock()
    const url = mock().chain.rpcUrl('devnet').replace('http', 'ws')
    const text = JSON.stringify({ jsonrpc: '2.0', id: 1, method: set(7_000_000)[0], params: set(7_000_000)[1] })
    for (const [open, { chain }] of [
      [() => new WebSocket(url), mock()],
      [() => own.chain.socket('devnet'), own],
    ] as const) {
      const answer = await askOverSocket(open(), text)
      expect([answer, chain.balance(ada.address, { networkId: 103 })]).toMatchObject([
        { result: { value: null } },
        '0.007',
      ])
    }
  })

  it('find no methods of EVM nodes here, and none of Surfpool there', async () => {
    expect((await call('anvil_setBalance', [ada.address, '0x1'])).error?.code).toBe(-32_601)
    expect((await call('surfnet_setWeather', [])).error?.code).toBe(-32_601)
    const { status } = await fetch(mock().chain.rpcUrl(1), { method: 'POST', body: '{}' })
    const evm = await fetch(mock().chain.rpcUrl(1), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'surfnet_pauseClock', params: [] }),
    })
    expect([status, await evm.json()]).toMatchObject([200, { error: { code: -32_601 } }])
  })
})
