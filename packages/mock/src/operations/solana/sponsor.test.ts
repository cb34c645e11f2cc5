import { concat, readBase58, readBase64, toBase64 } from '@latchkey/base/bytes'
import { associatedTokenAddress } from '@latchkey/chains/codecs/solanaAddresses'
import { programs } from '@latchkey/chains/codecs/solanaInstructions'
import { readSolanaTransaction, signatureFault } from '@latchkey/chains/codecs/solanaTransactions'
import {
  createTokenAccount,
  memo,
  tokenInstruction,
  transactionOf,
  transferSol,
  transferTokens,
} from '@latchkey/chains/test/solanaWallet'
import {
  AccountRole,
  type Address,
  address,
  getBase64EncodedWireTransaction,
  getTransactionDecoder,
  getTransactionEncoder,
  type Instruction,
  partiallySignTransaction,
} from '@solana/kit'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { keyPairOf, solanaRpc } from '../../../test/people/solana.ts'

const host = createHost()
const [ada, bob] = await Promise.all([keyPairOf('Ada'), keyPairOf('Bob')])
const usdc = '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU'
const devnet = 103

beforeEach(async () => {
  await host.mock.settings.patch({ sdk: { embeddedWallets: { svmGasSponsorshipEnabled: true } } })
  await host.mock.chain.setTokenBalance({
    owner: ada.address,
    chain: 'SOL',
    networkId: devnet,
    contractAddress: usdc,
    amount: 20,
  })
  await host.mock.chain.setTokenBalance({
    owner: bob.address,
    chain: 'SOL',
    networkId: devnet,
    contractAddress: usdc,
    amount: 1,
  })
})

const bytesOf = (text: string) => readBase64(text) ?? expect.fail()
const pay = (amount = 5_000_000n) =>
  transferTokens(usdc, { from: ada.address, to: bob.address }, { amount, decimals: 6 })

async function wireOf(
  instructions: readonly Instruction[],
  { feePayer = ada.address, tables = {} }: { feePayer?: string; tables?: Record<string, Address[]> } = {},
) {
  const { blockhash } = (await solanaRpc(host).getLatestBlockhash().send()).value
  const transaction = transactionOf({ instructions, blockhash, feePayer: address(feePayer), tables })
  return toBase64(Uint8Array.from(getTransactionEncoder().encode(transaction)))
}

const sponsor = async (transaction: string) =>
  (await host.call('solana.sponsor', { body: { transaction } })).body.transaction ?? expect.fail()

/** The address of the environment's sponsor. */
async function sponsorAddress(): Promise<string> {
  const { signers } = readSolanaTransaction(bytesOf(await sponsor(await wireOf([pay()])))) ?? expect.fail()
  return signers[0] ?? expect.fail()
}

async function refuse(transaction: string) {
  const { status, body } = await host.refuse('solana.sponsor', { body: { transaction } })
  expect(status).toBe(400)
  return (body as { error: string }).error
}

describe('solana.sponsor', () => {
  it('pays the fee of a wallet without lamports: the sponsor signs first, then the user, and it lands', async () => {
    const sponsored = await sponsor(await wireOf([pay()]))
    const transaction = readSolanaTransaction(bytesOf(sponsored)) ?? expect.fail()
    expect(transaction.signers).toEqual([expect.any(String), ada.address])
    expect(transaction.signatures).toEqual([expect.any(Uint8Array), undefined])
    const signed = await partiallySignTransaction([ada.keyPair], getTransactionDecoder().decode(bytesOf(sponsored)))
    const wire = getBase64EncodedWireTransaction(signed)
    expect(await signatureFault(readSolanaTransaction(bytesOf(wire)) ?? expect.fail())).toBeUndefined()
    const rpc = solanaRpc(host)
    await rpc.sendTransaction(wire, { encoding: 'base64' }).send()
    const bobsAccount = address(associatedTokenAddress(bob.address, usdc))
    expect((await rpc.getTokenAccountBalance(bobsAccount).send()).value.uiAmountString).toBe('6')
    expect((await rpc.getBalance(ada.address).send()).value).toBe(0n)
    expect((await rpc.getBalance(address(transaction.signers[0] ?? '')).send()).value).toBe(10_000_000_000n - 10_000n)
  })

  it('has one sponsor per environment, and keeps the signatures of a transaction that it pays for already', async () => {
    const feePayer = await sponsorAddress()
    const mine = await wireOf([pay()], { feePayer })
    const signed = await partiallySignTransaction([ada.keyPair], getTransactionDecoder().decode(bytesOf(mine)))
    const sponsored = await sponsor(getBase64EncodedWireTransaction(signed))
    expect(await signatureFault(readSolanaTransaction(bytesOf(sponsored)) ?? expect.fail())).toBeUndefined()
    const live = { environmentId: host.mock.defaults.environments.live.id }
    const liveId = live.environmentId
    await host.mock.settings.patch(
      { sdk: { embeddedWallets: { svmGasSponsorshipEnabled: true } } },
      { environmentId: liveId },
    )
    const body = { transaction: await wireOf([pay()]) }
    const reply = await host.call('solana.sponsor', { params: live, body })
    const { signers } = readSolanaTransaction(bytesOf(reply.body.transaction ?? '')) ?? expect.fail()
    expect(signers[0]).not.toBe(feePayer)
  })

  it('refuses where the setting is off or absent', async () => {
    const transaction = await wireOf([pay()])
    for (const svmGasSponsorshipEnabled of [false, null]) {
      await host.mock.settings.patch({ sdk: { embeddedWallets: { svmGasSponsorshipEnabled } } } as never)
      expect(await refuse(transaction)).toBe('This environment does not pay fees on Solana.')
    }
  })

  it('refuses what is not a transaction, and an environment that does not exist', async () => {
    expect(await refuse('AAAA')).toBe('This is not a transaction of Solana in base64.')
    const body = { transaction: await wireOf([pay()]) }
    const params = { environmentId: '00000000-0000-7000-8000-00000000dead' }
    expect((await host.refuse('solana.sponsor', { params, body })).status).toBe(404)
  })
})

describe('a drain of the sponsor', () => {
  const named = 'An instruction of the transaction names the sponsor.'
  const metas = (...accounts: [string, AccountRole][]) =>
    accounts.map(([key, role]) => ({ address: address(key), role }))
  const { READONLY, WRITABLE, READONLY_SIGNER } = AccountRole
  const key = (text: string) => readBase58(text) ?? expect.fail()

  /** Each takes something from the sponsor, or gives somebody or the sponsor a right. */
  const drains: Record<string, (victim: string) => Instruction> = {
    'a transfer of its lamports': (victim) => transferSol(victim, ada.address, 1_000_000n),
    'the rent of a token account': (victim) => createTokenAccount(victim, { wallet: ada.address, mint: usdc }),
    'a transfer of its tokens': (victim) =>
      transferTokens(usdc, { from: victim, to: ada.address }, { amount: 1n, decimals: 6 }),
    'an approval of its tokens': (victim) =>
      tokenInstruction(
        4,
        [
          [associatedTokenAddress(victim, usdc), 'w'],
          [ada.address, 'r'],
          [victim, 's'],
        ],
        { amount: 9n },
      ),
    'a closed token account': (victim) =>
      tokenInstruction(9, [
        [associatedTokenAddress(victim, usdc), 'w'],
        [ada.address, 'w'],
        [victim, 's'],
      ]),
    'a token account that is closed to it': (victim) =>
      tokenInstruction(9, [
        [associatedTokenAddress(ada.address, usdc), 'w'],
        [victim, 'w'],
        [ada.address, 's'],
      ]),
    'the withdrawal of a nonce account': (victim) => ({
      programAddress: address(programs.system),
      accounts: metas(
        [bob.address, WRITABLE],
        [ada.address, WRITABLE],
        [usdc, READONLY],
        [usdc, READONLY],
        [victim, READONLY_SIGNER],
      ),
      data: concat(Uint8Array.of(5, 0, 0, 0), new Uint8Array(8)),
    }),
    'an authority in the data': (victim) =>
      tokenInstruction(
        6,
        [
          [associatedTokenAddress(ada.address, usdc), 'w'],
          [ada.address, 's'],
        ],
        {
          bytes: concat(Uint8Array.of(6, 3, 1), key(victim)),
        },
      ),
    'an unknown program that gets its account': (victim) => ({
      programAddress: bob.address,
      accounts: metas([victim, WRITABLE]),
      data: new Uint8Array(),
    }),
    'its account only to read': (victim) => ({
      programAddress: bob.address,
      accounts: metas([victim, READONLY]),
      data: new Uint8Array(),
    }),
    'its key hidden in the data of an unknown program': (victim) => ({
      programAddress: bob.address,
      accounts: [],
      data: concat(Uint8Array.of(9, 9), key(victim), Uint8Array.of(9)),
    }),
  }

  it.each(Object.keys(drains))('is refused: %s', async (name) => {
    const victim = await sponsorAddress()
    const drain = drains[name]?.(victim) ?? expect.fail()
    expect(await refuse(await wireOf([pay(), drain]))).toBe(named)
    expect(await refuse(await wireOf([drain, pay()], { feePayer: victim }))).toBe(named)
  })

  it('is refused behind a lookup table that nobody can read', async () => {
    const victim = address(await sponsorAddress())
    const instruction = { programAddress: bob.address, accounts: metas([victim, WRITABLE]), data: new Uint8Array() }
    const transaction = await wireOf([pay(), instruction], { tables: { [usdc]: [victim] } })
    expect(await refuse(transaction)).toContain('A lookup table of the transaction does not exist')
  })

  it('is refused as a high fee, but not as a fee of the limit', async () => {
    const budget = (price: bigint) => {
      const data = new Uint8Array(9)
      data[0] = 3
      new DataView(data.buffer).setBigUint64(1, price, true)
      return { programAddress: address(programs.computeBudget), data }
    }
    const limit = { programAddress: address(programs.computeBudget), data: Uint8Array.of(2, 0x40, 0x42, 0x0f, 0) }
    await sponsor(await wireOf([limit, budget(990_000n), pay()]))
    expect(await refuse(await wireOf([limit, budget(990_001n), pay()]))).toContain('costs more than')
  })

  it('is refused as a transaction that fails, that only the sponsor signs, or that never expires', async () => {
    expect(await refuse(await wireOf([pay(90_000_000n)]))).toBe(
      'The transaction would fail: Error processing Instruction 0: custom program error: 0x1',
    )
    expect(await refuse(await wireOf([memo('hello')]))).toBe('Nobody but the sponsor would sign the transaction.')
    const advance = {
      programAddress: address(programs.system),
      accounts: metas([bob.address, WRITABLE], [usdc, READONLY], [ada.address, READONLY_SIGNER]),
      data: Uint8Array.of(4, 0, 0, 0),
    }
    expect(await refuse(await wireOf([advance, pay()]))).toContain('durable nonce')
  })
})
