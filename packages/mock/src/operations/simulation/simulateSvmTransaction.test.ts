import { associatedTokenAddress } from '@latchkey/chains/codecs/solanaAddresses'
import { createTokenAccount, tokenInstruction, transferSol, transferTokens } from '@latchkey/chains/test/solanaWallet'
import { getBase58Decoder, getBase64Encoder, type Instruction } from '@solana/kit'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { unknownId } from '../../../test/contract/environmentRefusals.ts'
import { keyPairOf, send, signedWire, solanaRpc } from '../../../test/people/solana.ts'

const host = createHost()
const [ada, bob] = await Promise.all([keyPairOf('Ada'), keyPairOf('Bob')])
const usdc = '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU'
const devnet = 103
const open = createTokenAccount(ada.address, { wallet: bob.address, mint: usdc })
const pay = (amount: bigint) => transferTokens(usdc, { from: ada.address, to: bob.address }, { amount, decimals: 6 })

beforeEach(async () => {
  for (const owner of [ada.address, bob.address]) await host.mock.chain.fund(owner, { sol: '5' }, devnet)
  await host.mock.chain.fund(ada.address, { token: usdc, amount: '100' }, devnet)
})

async function bodyOf(transactions: readonly (readonly Instruction[])[], change: object = {}) {
  const { blockhash } = (await solanaRpc(host).getLatestBlockhash().send()).value
  const wires = transactions.map((instructions) => signedWire({ instructions, blockhash }, [ada]))
  const body = { chain: 'devnet', accountAddress: ada.address, method: 'signAndSendTransaction' }
  return { ...body, transactions: await Promise.all(wires), ...change }
}

const simulate = async (transactions: readonly (readonly Instruction[])[], change: object = {}) =>
  (await host.call('simulation.simulateSvmTransaction', { body: await bodyOf(transactions, change) })).body
const refuse = async (change: object, input: object = {}) =>
  host.refuse('simulation.simulateSvmTransaction', { body: await bodyOf([[pay(1n)]], change), ...input })

type Diffs = Awaited<ReturnType<typeof simulate>>

/** Sums the account's gains in a reply, by symbol, in the smallest unit. */
function gains({ inAssets, outAssets }: Pick<Diffs, 'inAssets' | 'outAssets'>): Record<string, bigint> {
  const sums: Record<string, bigint> = {}
  for (const { asset, transferIn, transferOut } of [...inAssets, ...outAssets])
    for (const [sign, moves] of [[1n, transferIn] as const, [-1n, transferOut] as const])
      for (const { rawValue = '0' } of moves) sums[asset.symbol] = (sums[asset.symbol] ?? 0n) + sign * BigInt(rawValue)
  return sums
}

describe('simulation.simulateSvmTransaction', () => {
  it('shows without a credential what payments move, and keeps nothing of them', async () => {
    const before = host.mock.export().tables
    const reply = await simulate([[open, pay(7_500_000n)], [transferSol(ada.address, bob.address, 1_000_000_000n)]])
    expect(gains(reply)).toEqual({ SOL: -1_002_039_280n, USDC: -7_500_000n })
    expect(reply).toMatchObject({
      inAssets: [],
      outAssets: [
        { asset: { address: '1'.repeat(32), chainId: 103, decimals: 9, symbol: 'SOL', type: 'NATIVE' } },
        { asset: { address: usdc, decimals: 6, symbol: 'USDC', type: 'SPL' } },
      ],
      counterparties: expect.arrayContaining([bob.address]),
      validation: { result: 'Benign' },
      assetExposures: [],
    })
    const { tokenBalances: _, ...rest } = host.mock.export().tables
    const { tokenBalances: __, ...restBefore } = before
    expect(rest).toEqual(restBefore)
    expect(host.mock.chain.balance(ada.address, { networkId: devnet })).toBe('5')
  })

  it('says for any payments exactly what the ledger shows after they were sent', async () => {
    const step = fc.oneof(
      fc.bigInt(1_000_000n, 900_000_000n).map((amount) => transferSol(ada.address, bob.address, amount)),
      fc.bigInt(1n, 30_000_000n).map(pay),
      fc.constant(createTokenAccount(ada.address, { wallet: bob.address, mint: usdc })),
    )
    const balance = (token?: string) =>
      BigInt(
        Math.round(Number(host.mock.chain.balance(ada.address, { networkId: devnet, token })) * (token ? 1e6 : 1e9)),
      )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
        const world = host.mock.snapshot()
        const before = { SOL: balance(), USDC: balance(usdc) }
        const reply = await simulate([steps])
        const sent = await send(solanaRpc(host), steps, [ada]).then(
          () => true,
          () => false,
        )
        expect(sent).toBe(reply.validation?.result !== 'Error')
        const fee = sent ? 5000n : 0n
        const { SOL = 0n, USDC = 0n } = gains(reply)
        expect({ SOL: balance() + fee, USDC: balance(usdc) }).toEqual({
          SOL: before.SOL + SOL,
          USDC: before.USDC + USDC,
        })
        host.mock.restore(world)
      }),
      { numRuns: 25 },
    )
  })

  it('shows what a delegate could spend, and warns of what cannot be known', async () => {
    const account = associatedTokenAddress(ada.address, usdc)
    const approve = tokenInstruction(
      4,
      [
        [account, 'w'],
        [bob.address, 'r'],
        [ada.address, 's'],
      ],
      { amount: 2_000_000n },
    )
    expect((await simulate([[approve]])).assetExposures).toMatchObject([
      { asset: { symbol: 'USDC' }, spenderToInfo: { [bob.address]: { amount: '2' } } },
    ])
    const unknown = { programAddress: bob.address, accounts: [], data: Uint8Array.of(1) }
    expect((await simulate([[unknown]])).validation).toMatchObject({
      result: 'Warning',
      classification: 'unknown_code',
      description: bob.address,
    })
  })

  it('calls a reported recipient and a reported site malicious', async () => {
    const payment = [[transferSol(ada.address, bob.address, 5_000_000n)]]
    await host.mock.chain.flagSite('evil.example.com')
    expect((await simulate(payment, { domain: 'evil.example.com' })).validation?.result).toBe('Malicious')
    await host.mock.chain.flagAddress(bob.address, 'SOL')
    expect((await simulate(payment)).validation).toMatchObject({ result: 'Malicious', description: bob.address })
  })

  it('says why a transaction would fail, and shows nothing of it', async () => {
    expect(await simulate([[open, pay(100_000_001n)]])).toMatchObject({
      inAssets: [],
      outAssets: [],
      validation: { result: 'Error', reason: 'Error processing Instruction 1: custom program error: 0x1' },
    })
  })

  it('reads base58, and transactions whose blockhash is old', async () => {
    const { transactions, ...rest } = await bodyOf([[transferSol(ada.address, bob.address, 5_000_000n)]])
    host.mock.clock.advance({ minutes: 5 })
    const base58 = transactions.map((wire) => getBase58Decoder().decode(getBase64Encoder().encode(wire)))
    const body = { ...rest, transactions: base58 }
    const reply = (await host.call('simulation.simulateSvmTransaction', { body })).body
    expect(gains(reply)).toEqual({ SOL: -5_000_000n })
  })

  it('refuses what is not a transaction, an unknown cluster and an unknown environment', async () => {
    expect(await refuse({ transactions: ['AAAA'] })).toMatchObject({ status: 400, code: 'bad_request' })
    expect(await refuse({ transactions: [] })).toMatchObject({ status: 400, code: 'validation_failed' })
    expect(await refuse({ chain: 'moonnet' })).toMatchObject({ status: 422, code: 'unable_to_fetch_balances' })
    expect(await refuse({}, { params: { environmentId: unknownId } })).toMatchObject({ status: 404 })
  })

  it('refuses where the settings turn simulation off', async () => {
    await host.mock.settings.patch({ sdk: { embeddedWallets: { transactionSimulation: false } } })
    expect(await refuse({})).toMatchObject({ status: 422, code: 'provider_not_available' })
  })
})
