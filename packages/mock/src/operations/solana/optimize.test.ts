import { readBase64, toBase64, toHex, utf8 } from '@latchkey/base/bytes'
import { decodeInstruction, programs } from '@latchkey/chains/codecs/solanaInstructions'
import { accountsOf, instructionsOf, readSolanaTransaction } from '@latchkey/chains/codecs/solanaTransactions'
import { createTokenAccount, transactionOf, transferSol } from '@latchkey/chains/test/solanaWallet'
import { sha256 } from '@noble/hashes/sha2.js'
import { address, getTransactionDecoder, getTransactionEncoder, partiallySignTransaction } from '@solana/kit'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { keyPairOf, send, solanaRpc } from '../../../test/people/solana.ts'
import { walletPeople } from '../../../test/people/walletPeople.ts'

const host = createHost()
const people = walletPeople(host)
const [ada, bob] = await Promise.all([keyPairOf('Ada'), keyPairOf('Bob')])
const usdc = '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU'

let token: string
let blockhash: string
beforeEach(async () => {
  const wallet = await host.mock.wallets.sol({ secret: toHex(sha256(utf8('Ada'))) })
  expect(wallet.address).toBe(ada.address)
  token = (await people.person(wallet)).token
  blockhash = (await solanaRpc(host).getLatestBlockhash().send()).value.blockhash
})

type Instructions = Parameters<typeof transactionOf>[0]['instructions']

const wireOf = (instructions: Instructions, tables = {}) =>
  toBase64(
    Uint8Array.from(
      getTransactionEncoder().encode(transactionOf({ instructions, blockhash, feePayer: ada.address, tables })),
    ),
  )

const budget = (...data: number[]) => ({ programAddress: address(programs.computeBudget), data: Uint8Array.from(data) })

async function optimize(instructions: Instructions) {
  const body = { transaction: wireOf(instructions), address: ada.address }
  const reply = (await host.call('solana.optimize', { body, token })).body
  const optimized = readSolanaTransaction(readBase64(reply.transaction) ?? expect.fail()) ?? expect.fail()
  return instructionsOf(optimized, accountsOf(optimized, () => undefined) ?? []).map((instruction) => {
    const { name, fields } = decodeInstruction(instruction) ?? expect.fail()
    return { name, ...fields }
  })
}

const refuse = (body: object) => host.refuse('solana.optimize', { body, token })

describe('solana.optimize', () => {
  it('adds a limit a tenth above what the instructions need, and the least price', async () => {
    expect(await optimize([transferSol(ada.address, bob.address, 5_000_000n)])).toEqual([
      { name: 'transfer', lamports: 5_000_000n },
      { name: 'setComputeUnitLimit', units: 495 },
      { name: 'setComputeUnitPrice', microLamports: 1000n },
    ])
  })

  it('asks the price that others have paid of late', async () => {
    const rpc = solanaRpc(host)
    await host.mock.chain.fund(bob.address, { sol: '5' }, 103)
    const priced = budget(3, 0x40, 0x1f, 0, 0, 0, 0, 0, 0)
    await send(rpc, [priced, transferSol(bob.address, ada.address, 5_000_000n)], [bob])
    expect(await optimize([transferSol(ada.address, bob.address, 1n)])).toContainEqual({
      name: 'setComputeUnitPrice',
      microLamports: 8000n,
    })
    host.mock.clock.advance({ minutes: 2 })
    blockhash = (await rpc.getLatestBlockhash().send()).value.blockhash
    expect(await optimize([transferSol(ada.address, bob.address, 1n)])).toContainEqual({
      name: 'setComputeUnitPrice',
      microLamports: 1000n,
    })
  })

  it('keeps what the transaction sets itself', async () => {
    const ownBudget = [budget(2, 1, 2, 0, 0), budget(3, 5, 0, 0, 0, 0, 0, 0, 0)]
    const instructions = [...ownBudget, createTokenAccount(ada.address, { wallet: bob.address, mint: usdc })]
    expect(await optimize(instructions)).toEqual([
      { name: 'setComputeUnitLimit', units: 513 },
      { name: 'setComputeUnitPrice', microLamports: 5n },
      { name: 'createIdempotent' },
    ])
  })

  it('makes a transaction that lands', async () => {
    const rpc = solanaRpc(host)
    await host.mock.chain.fund(ada.address, { sol: '5' }, 103)
    const body = { transaction: wireOf([transferSol(ada.address, bob.address, 5_000_000n)]), address: ada.address }
    const { transaction } = (await host.call('solana.optimize', { body, token })).body
    const decoded = getTransactionDecoder().decode(readBase64(transaction) ?? expect.fail())
    const signature = (await partiallySignTransaction([ada.keyPair], decoded)).signatures[ada.address] ?? expect.fail()
    const bytes = readBase64(transaction) ?? expect.fail()
    bytes.set(signature, 1)
    await rpc.sendTransaction(toBase64(bytes) as never, { encoding: 'base64' }).send()
    expect((await rpc.getBalance(ada.address).send()).value).toBe(4_994_994_999n)
  })

  it('refuses the wallet of somebody else', async () => {
    const transaction = wireOf([transferSol(ada.address, bob.address, 1n)])
    expect(await refuse({ transaction, address: bob.address })).toMatchObject({ status: 404, code: 'not_found' })
    const other = await host.mock.wallets.sol({ secret: toHex(sha256(utf8('Bob'))) })
    await people.person(other)
    expect(await refuse({ transaction, address: bob.address })).toMatchObject({ status: 404, code: 'not_found' })
  })

  it('refuses what is not a transaction of the wallet, or cannot be changed', async () => {
    const large = { programAddress: address(programs.memo), data: new Uint8Array(1050) }
    const missing = wireOf([transferSol(ada.address, bob.address, 1n)], { [usdc]: [bob.address] })
    const foreign = toBase64(
      Uint8Array.from(
        getTransactionEncoder().encode(
          transactionOf({
            instructions: [transferSol(bob.address, ada.address, 1n)],
            blockhash,
            feePayer: bob.address,
          }),
        ),
      ),
    )
    for (const transaction of ['AAAA', 'not base64', wireOf([large]), missing, foreign])
      expect(await refuse({ transaction, address: ada.address })).toMatchObject({ status: 400, code: 'bad_request' })
    expect((await refuse({ transaction: 'AAAA', address: 'abc' })).status).toBe(400)
  })

  it('refuses a call without a session', async () => {
    const body = { transaction: wireOf([transferSol(ada.address, bob.address, 1n)]), address: ada.address }
    expect((await host.refuse('solana.optimize', { body, token: null })).status).toBe(401)
  })
})
