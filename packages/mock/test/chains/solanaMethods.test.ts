import { concat, readBase58, toBase64 } from '@latchkey/base/bytes'
import { associatedTokenAddress, lookupTableAddress } from '@latchkey/chains/codecs/solanaAddresses'
import { programs } from '@latchkey/chains/codecs/solanaInstructions'
import { readSolanaTransaction } from '@latchkey/chains/codecs/solanaTransactions'
import { createAccount, createTokenAccount, tokenInstruction, transferSol } from '@latchkey/chains/test/solanaWallet'
import {
  address,
  AccountRole,
  fetchAddressesForLookupTables,
  getBase64Encoder,
  getCompiledTransactionMessageEncoder,
  lamports,
  type Rpc,
  type SolanaRpcApi,
} from '@solana/kit'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { keyPairOf, send, signedWire, solanaRpc } from '../people/solana.ts'

const host = createHost()
const [ada, bob, mint] = await Promise.all([keyPairOf('Ada'), keyPairOf('Bob'), keyPairOf('mint')])

let rpc: Rpc<SolanaRpcApi>
beforeEach(async () => {
  rpc = solanaRpc(host)
  await rpc.requestAirdrop(ada.address, lamports(5_000_000_000n)).send()
})

async function post(body: string, cluster = 'devnet') {
  const reply = await host.fetch(`${host.mock.baseUrl}/__mock/chains/solana/${cluster}`, { method: 'POST', body })
  return { status: reply.status, body: (await reply.json()) as Record<string, never> }
}

async function call(method: string, ...params: readonly unknown[]): Promise<unknown> {
  const { body } = await post(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
  return body.error ?? body.result
}

const valueOf = async (method: string, ...params: readonly unknown[]) =>
  ((await call(method, ...params)) as { value: unknown }).value

const payment = async (amount = 5_000_000n) =>
  signedWire(
    {
      instructions: [transferSol(ada.address, bob.address, amount)],
      blockhash: (await rpc.getLatestBlockhash().send()).value.blockhash,
    },
    [ada],
  )

describe('the time of a cluster', () => {
  it('passes with the clock, 400 ms a slot, and one slot further with each transaction', async () => {
    const slot = await rpc.getSlot().send()
    host.mock.clock.advance({ seconds: 2 })
    expect(await rpc.getSlot().send()).toBe(slot + 5n)
    await send(rpc, [transferSol(ada.address, bob.address, 5_000_000n)], [ada])
    expect(await rpc.getBlockHeight().send()).toBe(slot + 6n)
    expect(await rpc.getEpochInfo().send()).toMatchObject({ absoluteSlot: slot + 6n, slotsInEpoch: 432_000n })
  })

  it('says how long a blockhash lives', async () => {
    const { value } = await rpc.getLatestBlockhash().send()
    expect(value.lastValidBlockHeight).toBe((await rpc.getBlockHeight().send()) + 150n)
    expect((await rpc.isBlockhashValid(value.blockhash).send()).value).toBe(true)
    host.mock.clock.advance({ minutes: 1, milliseconds: 400 })
    expect((await rpc.isBlockhashValid(value.blockhash).send()).value).toBe(false)
    expect(await call('isBlockhashValid', 'abc')).toMatchObject({ code: -32_602 })
  })
})

describe('the cluster', () => {
  it('says its version, its health and its first block, by which clients tell clusters apart', async () => {
    expect(await rpc.getVersion().send()).toEqual({ 'solana-core': '3.1.0', 'feature-set': 1 })
    expect(await rpc.getHealth().send()).toBe('ok')
    expect(await rpc.getGenesisHash().send()).toBe('EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG')
    const mainnet = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'
    expect(await solanaRpc(host, 'mainnet').getGenesisHash().send()).toBe(mainnet)
    expect(await solanaRpc(host, 'mainnet-beta').getGenesisHash().send()).toBe(mainnet)
  })

  it('is unknown under any other name', async () => {
    expect((await post('{}', 'testnet')).status).toBe(404)
  })

  it('gives lamports on a test network only', async () => {
    const request = { jsonrpc: '2.0', id: 1, method: 'requestAirdrop', params: [bob.address, 5_000_000] }
    const { body } = await post(JSON.stringify(request), 'mainnet')
    expect(body).toEqual({ jsonrpc: '2.0', id: 1, error: { code: -32_600, message: 'Invalid request' } })
    const signature = await rpc.requestAirdrop(bob.address, lamports(5_000_000n)).send()
    const [status] = (await rpc.getSignatureStatuses([signature]).send()).value
    expect(status).toMatchObject({ err: null, confirmationStatus: 'finalized' })
  })

  it('answers batches, and refuses unknown methods', async () => {
    const calls = ['getHealth', 'getMoon'].map((method, id) => ({ jsonrpc: '2.0', id, method }))
    expect((await post(JSON.stringify(calls))).body).toMatchObject([
      { id: 0, result: 'ok' },
      { id: 1, error: { code: -32_601 } },
    ])
  })
})

describe('accounts', () => {
  const keyBytes = (key: string) => readBase58(key) ?? new Uint8Array()

  it('show as bytes, as parts of them and parsed', async () => {
    const rent = await rpc.getMinimumBalanceForRentExemption(82n).send()
    const initialize = concat(Uint8Array.of(20, 2), keyBytes(ada.address), Uint8Array.of(0))
    await send(
      rpc,
      [
        createAccount(
          { from: ada.address, account: mint.address, program: programs.token },
          { lamports: rent, space: 82n },
        ),
        tokenInstruction(20, [[mint.address, 'w']], { bytes: initialize }),
        createTokenAccount(ada.address, { wallet: ada.address, mint: mint.address }),
        tokenInstruction(
          7,
          [
            [mint.address, 'w'],
            [associatedTokenAddress(ada.address, mint.address), 'w'],
            [ada.address, 's'],
          ],
          { amount: 700n },
        ),
      ],
      [ada, mint],
    )
    const bytes = concat(
      Uint8Array.of(1, 0, 0, 0),
      keyBytes(ada.address),
      Uint8Array.of(0xbc, 2, 0, 0, 0, 0, 0, 0, 2, 1),
      new Uint8Array(36),
    )
    const base64 = await rpc.getAccountInfo(mint.address, { encoding: 'base64' }).send()
    expect(base64.value).toMatchObject({
      data: [toBase64(bytes), 'base64'],
      executable: false,
      lamports: rent,
      owner: programs.token,
      space: 82n,
    })
    const parsed = await rpc.getAccountInfo(mint.address, { encoding: 'jsonParsed' }).send()
    expect(parsed.value?.data).toMatchObject({
      program: 'spl-token',
      parsed: { type: 'mint', info: { decimals: 2, supply: '700', mintAuthority: ada.address, freezeAuthority: null } },
    })
    const slice = { encoding: 'base58', dataSlice: { offset: 44, length: 1 } }
    expect(await valueOf('getAccountInfo', mint.address, slice)).toMatchObject({ data: ['3', 'base58'] })
    const tokenAccount = associatedTokenAddress(ada.address, mint.address)
    expect(await call('getAccountInfo', tokenAccount)).toMatchObject({
      code: -32_600,
      message: expect.stringContaining('128 bytes'),
    })
    const { value } = await rpc
      .getMultipleAccounts([address(tokenAccount), bob.address, address(programs.token)], { encoding: 'base64' })
      .send()
    expect(value).toMatchObject([{ space: 165n, owner: programs.token }, null, { executable: true }])
    expect((await rpc.getTokenSupply(mint.address).send()).value).toMatchObject({ amount: '700', uiAmountString: '7' })
    const owned = { programId: address(programs.token) }
    expect((await rpc.getTokenAccountsByOwner(ada.address, owned, { encoding: 'base64' }).send()).value).toHaveLength(1)
    const other = { programId: address(programs.token2022) }
    expect((await rpc.getTokenAccountsByOwner(ada.address, other, { encoding: 'base64' }).send()).value).toEqual([])
  })

  it('refuse parameters that are not addresses, mints, programs or sizes', async () => {
    const refusals: [string, ...unknown[]][] = [
      ['getBalance', 'abc'],
      ['getBalance'],
      ['getAccountInfo', ada.address, { encoding: 'base32' }],
      ['getAccountInfo', ada.address, 'base64'],
      ['getAccountInfo', ada.address, { dataSlice: { offset: -1, length: 1 } }],
      ['getMultipleAccounts', ada.address],
      ['getMultipleAccounts', Array.from({ length: 101 }, () => ada.address)],
      ['getMinimumBalanceForRentExemption', -1],
      ['getTokenAccountsByOwner', ada.address, { mint: bob.address }],
      ['getTokenAccountsByOwner', ada.address, { programId: programs.system }],
      ['getTokenAccountBalance', ada.address],
      ['getTokenSupply', ada.address],
      ['getSignatureStatuses', ['abc']],
      ['getSignaturesForAddress', ada.address, { limit: 1001 }],
      ['getFeeForMessage', 'AAAA'],
    ]
    for (const [method, ...params] of refusals)
      expect(await call(method, ...params), method).toMatchObject({ code: -32_602 })
  })

  it('include lookup tables, which @solana/kit reads', async () => {
    const slot = await rpc.getSlot().send()
    const table = address(lookupTableAddress(ada.address, slot))
    const meta = (key: string, role: AccountRole) => ({ address: address(key), role })
    const slotBytes = new Uint8Array(8)
    new DataView(slotBytes.buffer).setBigUint64(0, slot, true)
    const accounts = [
      meta(table, AccountRole.WRITABLE),
      meta(ada.address, AccountRole.READONLY_SIGNER),
      meta(ada.address, AccountRole.WRITABLE_SIGNER),
      meta(programs.system, AccountRole.READONLY),
    ]
    const programAddress = address(programs.lookupTable)
    const one = Uint8Array.of(1, 0, 0, 0, 0, 0, 0, 0)
    await send(
      rpc,
      [
        { programAddress, accounts, data: concat(new Uint8Array(4), slotBytes, Uint8Array.of(255)) },
        { programAddress, accounts, data: concat(Uint8Array.of(2, 0, 0, 0), one, keyBytes(bob.address)) },
      ],
      [ada],
    )
    expect(await fetchAddressesForLookupTables([table], rpc)).toEqual({ [table]: [bob.address] })
    const { blockhash } = (await rpc.getLatestBlockhash().send()).value
    const wire = await signedWire(
      {
        instructions: [transferSol(ada.address, bob.address, 5_000_000n)],
        blockhash,
        tables: { [table]: [bob.address] },
      },
      [ada],
    )
    const signature = await rpc.sendTransaction(wire, { encoding: 'base64' }).send()
    expect((await rpc.getBalance(bob.address).send()).value).toBe(5_000_000n)
    expect(await call('getTransaction', signature)).toMatchObject({ code: -32_015 })
    const json = await call('getTransaction', signature, { maxSupportedTransactionVersion: 0 })
    expect(json).toMatchObject({
      meta: { loadedAddresses: { writable: [bob.address], readonly: [] } },
      transaction: {
        message: { addressTableLookups: [{ accountKey: table, writableIndexes: [0], readonlyIndexes: [] }] },
      },
    })
  })
})

describe('transactions', () => {
  it('cost what getFeeForMessage says, which has no answer for an old message', async () => {
    const wire = await payment()
    const bytes = Uint8Array.from(getBase64Encoder().encode(wire))
    const { message } = readSolanaTransaction(bytes) ?? expect.fail()
    const text = toBase64(Uint8Array.from(getCompiledTransactionMessageEncoder().encode(message)))
    expect(await valueOf('getFeeForMessage', text)).toBe(5000)
    host.mock.clock.advance({ minutes: 2 })
    expect(await valueOf('getFeeForMessage', text)).toBeNull()
  })

  it('are simulated without an effect, with the accounts as they would be', async () => {
    const wire = await payment()
    const options = { encoding: 'base64', accounts: { encoding: 'base64', addresses: [bob.address] } }
    expect(await valueOf('simulateTransaction', wire, options)).toMatchObject({
      err: null,
      unitsConsumed: 150,
      accounts: [{ lamports: 5_000_000 }],
    })
    expect((await rpc.getBalance(bob.address).send()).value).toBe(0n)
    host.mock.clock.advance({ minutes: 2 })
    expect(await valueOf('simulateTransaction', wire, { encoding: 'base64' })).toMatchObject({
      err: 'BlockhashNotFound',
    })
    const replaced = { encoding: 'base64', replaceRecentBlockhash: true }
    const { blockhash } = (await rpc.getLatestBlockhash().send()).value
    expect(await valueOf('simulateTransaction', wire, replaced)).toMatchObject({
      err: null,
      replacementBlockhash: { blockhash },
    })
  })

  it('are simulated with their signatures where the caller asks for that', async () => {
    const wire = await payment()
    expect(await valueOf('simulateTransaction', wire, { encoding: 'base64', sigVerify: true })).toMatchObject({
      err: null,
    })
    const bytes = Uint8Array.from(getBase64Encoder().encode(wire))
    bytes[1] = (bytes[1] ?? 0) ^ 1
    const forged = toBase64(bytes)
    expect(await valueOf('simulateTransaction', forged, { encoding: 'base64' })).toMatchObject({ err: null })
    expect(await valueOf('simulateTransaction', forged, { encoding: 'base64', sigVerify: true })).toMatchObject({
      err: 'SignatureFailure',
    })
    const both = { encoding: 'base64', sigVerify: true, replaceRecentBlockhash: true }
    expect(await call('simulateTransaction', wire, both)).toMatchObject({ code: -32_602 })
  })

  it('are listed by address, the latest first, in pages', async () => {
    const signatures: string[] = []
    for (const amount of [5_000_000n, 6_000_000n, 7_000_000n])
      signatures.unshift(await send(rpc, [transferSol(ada.address, bob.address, amount)], [ada]))
    const list = async (options: object) =>
      ((await call('getSignaturesForAddress', bob.address, options)) as { signature: string }[]).map(
        ({ signature }) => signature,
      )
    expect(await list({})).toEqual(signatures)
    expect(await list({ limit: 1 })).toEqual(signatures.slice(0, 1))
    expect(await list({ before: signatures[0] })).toEqual(signatures.slice(1))
    expect(await list({ until: signatures[2] })).toEqual(signatures.slice(0, 2))
    expect(await call('getTransaction', signatures[0], { encoding: 'hex' })).toMatchObject({ code: -32_602 })
    const old = '1'.repeat(64)
    expect(await call('getTransaction', old)).toBeNull()
    expect(await valueOf('getSignatureStatuses', [signatures[0], old])).toMatchObject([{ err: null }, null])
  })

  it('show the prices that they have paid for compute units', async () => {
    const price = new Uint8Array(9)
    price[0] = 3
    price[1] = 7
    const budget = { programAddress: address(programs.computeBudget), data: price }
    await send(rpc, [budget, transferSol(ada.address, bob.address, 5_000_000n)], [ada])
    const fees = async (...addresses: string[]) =>
      (await rpc.getRecentPrioritizationFees(addresses.map((each) => address(each))).send()).map(
        ({ prioritizationFee }) => prioritizationFee,
      )
    expect(await fees(bob.address)).toEqual([7n])
    expect(await fees(mint.address)).toEqual([])
    host.mock.clock.advance({ minutes: 2 })
    expect(await fees(bob.address)).toEqual([])
  })
})
