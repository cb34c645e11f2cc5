import { readBase58, toBase64 } from '@latchkey/base/bytes'
import { associatedTokenAddress } from '@latchkey/chains/codecs/solanaAddresses'
import { programs } from '@latchkey/chains/codecs/solanaInstructions'
import { tokenInstruction, transferTokens, createTokenAccount } from '@latchkey/chains/test/solanaWallet'
import {
  address,
  type Base58EncodedBytes,
  type Base64EncodedBytes,
  lamports,
  type Rpc,
  type SolanaRpcApi,
} from '@solana/kit'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { keyPairOf, send, solanaRpc } from '../people/solana.ts'

const host = createHost()
const [ada, bob, cleo] = await Promise.all([keyPairOf('Ada'), keyPairOf('Bob'), keyPairOf('Cleo')])
const usdc = address('4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU')
const token = address(programs.token)
const accountOf = (owner: string) => address(associatedTokenAddress(owner, usdc))

let rpc: Rpc<SolanaRpcApi>
beforeEach(async () => {
  rpc = solanaRpc(host)
  await rpc.requestAirdrop(ada.address, lamports(2_000_000_000n)).send()
  host.mock.chain.setTokenBalance({
    owner: ada.address,
    chain: 'SOL',
    networkId: 103,
    contractAddress: usdc,
    amount: 20,
  })
  await send(
    rpc,
    [
      createTokenAccount(ada.address, { wallet: bob.address, mint: usdc }),
      transferTokens(usdc, { from: ada.address, to: bob.address }, { amount: 7_500_000n, decimals: 6 }),
    ],
    [ada],
  )
})

/** The error of a call as it is on the wire. */
async function refusalOf(method: string, ...params: readonly unknown[]) {
  const reply = await host.fetch(`${host.mock.baseUrl}/__mock/chains/solana/devnet`, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return ((await reply.json()) as { error: { code: number; message: string } }).error
}

const owns = (owner: string) => ({
  memcmp: { offset: 32n, bytes: owner as unknown as Base58EncodedBytes, encoding: 'base58' as const },
})

describe('getProgramAccounts', () => {
  it('finds the token accounts of a mint and of an owner by filters of their bytes', async () => {
    const ofMint = { memcmp: { offset: 0n, bytes: usdc as unknown as Base58EncodedBytes, encoding: 'base58' as const } }
    const size = { dataSize: 165n }
    const all = await rpc.getProgramAccounts(token, { encoding: 'base64', filters: [size, ofMint] }).send()
    expect(all.map(({ pubkey }) => pubkey).toSorted()).toEqual(
      [accountOf(ada.address), accountOf(bob.address)].toSorted(),
    )
    const bobs = await rpc
      .getProgramAccounts(token, { encoding: 'jsonParsed', filters: [size, owns(bob.address)] })
      .send()
    expect(bobs).toMatchObject([
      {
        pubkey: accountOf(bob.address),
        account: { owner: token, data: { parsed: { info: { tokenAmount: { uiAmountString: '7.5' } } } } },
      },
    ])
  })

  it('compares bytes in base64, too, and finds nothing behind the end of the data', async () => {
    const bytes = toBase64(readBase58(bob.address) ?? new Uint8Array()) as Base64EncodedBytes
    const at = (offset: bigint) => ({ memcmp: { offset, bytes, encoding: 'base64' as const } })
    const found = await rpc.getProgramAccounts(token, { encoding: 'base64', filters: [at(32n)] }).send()
    expect(found.map(({ pubkey }) => pubkey)).toEqual([accountOf(bob.address)])
    for (const offset of [31n, 140n, 1000n])
      expect(await rpc.getProgramAccounts(token, { encoding: 'base64', filters: [at(offset)] }).send()).toEqual([])
  })

  it('shows slices of the data, and the slot where the caller asks for the context', async () => {
    const { context, value } = await rpc
      .getProgramAccounts(token, {
        encoding: 'base64',
        dataSlice: { offset: 64, length: 8 },
        filters: [{ dataSize: 165n }, owns(bob.address)],
        withContext: true,
      })
      .send()
    expect(context.slot).toBe(await rpc.getSlot().send())
    expect(value.map(({ account }) => account.data)).toEqual([['4HByAAAAAAA=', 'base64']])
  })

  it('lists mints beside token accounts, and wallets under the system program', async () => {
    const mints = await rpc.getProgramAccounts(token, { encoding: 'base64', filters: [{ dataSize: 82n }] }).send()
    expect(mints.map(({ pubkey }) => pubkey)).toContain(usdc)
    const wallets = await rpc.getProgramAccounts(address(programs.system), { encoding: 'base64' }).send()
    expect(wallets.map(({ pubkey }) => pubkey)).toContain(ada.address)
    expect(wallets.map(({ pubkey }) => pubkey)).not.toContain(accountOf(ada.address))
    expect(await rpc.getProgramAccounts(cleo.address, { encoding: 'base64' }).send()).toEqual([])
  })

  it('refuses filters that cannot be read, each as nodes do', async () => {
    const memcmp = (fields: object) => [token, { filters: [{ memcmp: { offset: 0, bytes: '1', ...fields } }] }]
    const refusals: [string, readonly unknown[]][] = [
      ['Too many filters provided; max 4', [token, { filters: Array.from({ length: 5 }, () => ({ dataSize: 1 })) }]],
      ['Invalid param: DataTooLarge', memcmp({ bytes: '1'.repeat(129) })],
      ['Invalid param: DataTooLarge', memcmp({ bytes: '1'.repeat(176) })],
      ['Invalid param: DataTooLarge', memcmp({ encoding: 'base64', bytes: 'A'.repeat(176) })],
      ['Invalid param: Base58DecodeError', memcmp({ bytes: '0' })],
      ['Invalid param: Base64DecodeError', memcmp({ encoding: 'base64', bytes: '!' })],
      ['unknown variant `hex`', memcmp({ encoding: 'hex' })],
      ['unsigned whole number', memcmp({ offset: -1 })],
      ['expected a string', memcmp({ bytes: [1, 2] })],
      ['expected a filter', [token, { filters: [{ dataSize: 1, memcmp: {} }] }]],
      ['expected a filter', [token, { filters: [{ constructor: 1 }] }]],
      ['expected a filter', [token, { filters: ['owner'] }]],
      ['expected a sequence', [token, { filters: {} }]],
      ['Invalid param: Invalid', ['abc']],
    ]
    for (const [sentence, params] of refusals)
      expect(await refusalOf('getProgramAccounts', ...params), JSON.stringify(params)).toMatchObject({
        code: -32_602,
        message: expect.stringContaining(sentence),
      })
  })
})

describe('a token', () => {
  it('lists its largest accounts, the largest first', async () => {
    const { value } = await rpc.getTokenLargestAccounts(usdc).send()
    expect(value).toMatchObject([
      { address: accountOf(ada.address), amount: '12500000', decimals: 6, uiAmountString: '12.5' },
      { address: accountOf(bob.address), amount: '7500000', decimals: 6, uiAmountString: '7.5' },
    ])
    expect(await refusalOf('getTokenLargestAccounts', ada.address)).toEqual({
      code: -32_602,
      message: 'Invalid param: not a Token mint',
    })
  })

  it('lists at most twenty accounts', async () => {
    for (let each = 0; each < 21; each++) {
      const { address: owner } = await keyPairOf(`holder ${each}`)
      host.mock.chain.setTokenBalance({ owner, chain: 'SOL', networkId: 103, contractAddress: usdc, amount: each + 30 })
    }
    const { value } = await rpc.getTokenLargestAccounts(usdc).send()
    expect(value.map(({ uiAmountString }) => uiAmountString)).toEqual(
      Array.from({ length: 20 }, (_, index) => String(50 - index)),
    )
  })

  it('lists the accounts from which somebody may spend for their owner', async () => {
    const approve = tokenInstruction(
      4,
      [
        [accountOf(ada.address), 'w'],
        [cleo.address, 'r'],
        [ada.address, 's'],
      ],
      { amount: 100n },
    )
    await send(rpc, [approve], [ada])
    for (const filter of [{ mint: usdc }, { programId: token }]) {
      const { value } = await rpc.getTokenAccountsByDelegate(cleo.address, filter, { encoding: 'base64' }).send()
      expect(value.map(({ pubkey }) => pubkey)).toEqual([accountOf(ada.address)])
    }
    const other = { programId: address(programs.token2022) }
    expect((await rpc.getTokenAccountsByDelegate(cleo.address, other, { encoding: 'base64' }).send()).value).toEqual([])
    expect(
      (await rpc.getTokenAccountsByDelegate(bob.address, { mint: usdc }, { encoding: 'base64' }).send()).value,
    ).toEqual([])
  })
})

describe('the lamports of a cluster', () => {
  it('are those of all its accounts, and the fees are gone', async () => {
    const supply = async () => (await rpc.getSupply().send()).value
    const before = await supply()
    expect(before).toMatchObject({ circulating: before.total, nonCirculating: 0n, nonCirculatingAccounts: [] })
    await send(rpc, [transferTokens(usdc, { from: ada.address, to: bob.address }, { amount: 1n })], [ada])
    expect((await supply()).total).toBe(before.total - 5000n)
  })

  it('show in the largest accounts, the largest first', async () => {
    const { value } = await rpc.getLargestAccounts().send()
    expect(value[0]?.address).toBe(ada.address)
    expect(value).toEqual(value.toSorted((left, right) => Number(right.lamports - left.lamports)))
    expect((await rpc.getLargestAccounts({ filter: 'nonCirculating' }).send()).value).toEqual([])
    expect(await refusalOf('getLargestAccounts', { filter: 'all' })).toMatchObject({ code: -32_602 })
  })
})
