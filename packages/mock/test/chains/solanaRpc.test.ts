import { associatedTokenAddress } from '@latchkey/chains/codecs/solanaAddresses'
import { createTokenAccount, memo, transferSol, transferTokens } from '@latchkey/chains/test/solanaWallet'
import {
  address,
  type Base58EncodedBytes,
  createSolanaRpc,
  getBase58Decoder,
  getBase64Encoder,
  isSolanaError,
  lamports,
  type Signature,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE,
  type SolanaRpcApi,
  type Rpc,
} from '@solana/kit'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { startServer } from '../../src/hosts/server.ts'
import { keyPairOf, send, signedWire, solanaRpc } from '../people/solana.ts'

const host = createHost()
const [ada, bob] = await Promise.all([keyPairOf('Ada'), keyPairOf('Bob')])
const usdc = '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU'
const devnet = 103

let rpc: Rpc<SolanaRpcApi>
beforeEach(async () => {
  rpc = solanaRpc(host)
  await rpc.requestAirdrop(ada.address, lamports(2_000_000_000n)).send()
})

const balanceOf = async (account: string) => (await rpc.getBalance(address(account)).send()).value
const latest = async () => (await rpc.getLatestBlockhash().send()).value.blockhash
const payment = async (amount: bigint, blockhash?: string) =>
  signedWire(
    { instructions: [transferSol(ada.address, bob.address, amount)], blockhash: blockhash ?? (await latest()) },
    [ada],
  )

/** The error of a call as it is on the wire. */
async function refusalOf(method: string, ...params: readonly unknown[]) {
  const reply = await host.fetch(`${host.mock.baseUrl}/__mock/chains/solana/devnet`, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return ((await reply.json()) as { error: { code: number; message: string; data?: { err: unknown } } }).error
}

const refuse = (wire: string) => refusalOf('sendTransaction', wire, { encoding: 'base64' })

describe('a payment of SOL', () => {
  it('is sent by @solana/kit, confirmed by polling its status, and moves lamports and the fee', async () => {
    const instructions = [transferSol(ada.address, bob.address, 500_000_000n), memo('rent', ada.address)]
    const signature = await send(rpc, instructions, [ada])
    expect(await balanceOf(ada.address)).toBe(1_499_995_000n)
    expect(await balanceOf(bob.address)).toBe(500_000_000n)
    const transaction = await rpc
      .getTransaction(signature as Signature, { encoding: 'jsonParsed', maxSupportedTransactionVersion: 0 })
      .send()
    expect(transaction).toMatchObject({
      version: 0,
      meta: {
        err: null,
        fee: 5000n,
        preBalances: [2_000_000_000n, 0n, 1n, 1n],
        postBalances: [1_499_995_000n, 500_000_000n, 1n, 1n],
        logMessages: expect.arrayContaining(['Program log: Memo (len 4): "rent"']),
      },
      transaction: {
        signatures: [signature],
        message: {
          instructions: [
            {
              program: 'system',
              parsed: {
                type: 'transfer',
                info: { source: ada.address, destination: bob.address, lamports: 500_000_000n },
              },
            },
            { program: 'spl-memo', parsed: 'rent' },
          ],
        },
      },
    })
    const [listed] = await rpc.getSignaturesForAddress(bob.address).send()
    expect(listed).toMatchObject({ signature, err: null, memo: '[4] rent', confirmationStatus: 'finalized' })
  })

  it('can be sent twice while the clock stands still', async () => {
    await send(rpc, [transferSol(ada.address, bob.address, 5_000_000n)], [ada])
    await send(rpc, [transferSol(ada.address, bob.address, 5_000_000n)], [ada])
    expect(await balanceOf(bob.address)).toBe(10_000_000n)
  })

  it('is sent through the loopback server by the transport of @solana/kit itself', async () => {
    const server = await startServer(host.mock)
    try {
      const overHttp = createSolanaRpc(`${server.url}/__mock/chains/solana/devnet`)
      await send(overHttp, [transferSol(ada.address, bob.address, 5_000_000n)], [ada])
      expect((await overHttp.getBalance(bob.address).send()).value).toBe(5_000_000n)
    } finally {
      await server.close()
    }
  })

  it('stays on its cluster', async () => {
    await send(rpc, [transferSol(ada.address, bob.address, 5_000_000n)], [ada])
    expect((await solanaRpc(host, 'mainnet').getBalance(bob.address).send()).value).toBe(0n)
  })
})

describe('a payment of tokens', () => {
  beforeEach(() =>
    host.mock.chain.setTokenBalance({
      owner: ada.address,
      chain: 'SOL',
      networkId: devnet,
      contractAddress: usdc,
      amount: 20,
    }),
  )

  it('opens an account for its recipient, and shows in the accounts and the holdings of both owners', async () => {
    await send(
      rpc,
      [
        createTokenAccount(ada.address, { wallet: bob.address, mint: usdc }),
        transferTokens(usdc, { from: ada.address, to: bob.address }, { amount: 7_500_000n, decimals: 6 }),
      ],
      [ada],
    )
    const { value } = await rpc
      .getTokenAccountsByOwner(bob.address, { mint: address(usdc) }, { encoding: 'jsonParsed' })
      .send()
    expect(value).toMatchObject([
      {
        pubkey: associatedTokenAddress(bob.address, usdc),
        account: {
          lamports: 2_039_280n,
          data: {
            program: 'spl-token',
            parsed: { info: { mint: usdc, owner: bob.address, tokenAmount: { uiAmountString: '7.5', decimals: 6 } } },
          },
        },
      },
    ])
    const adasAccount = address(associatedTokenAddress(ada.address, usdc))
    expect((await rpc.getTokenAccountBalance(adasAccount).send()).value.uiAmountString).toBe('12.5')
    expect((await rpc.getTokenSupply(address(usdc)).send()).value.amount).toBe('20000000')
    expect(host.mock.chain.holdings(bob.address, 'SOL')).toMatchObject([
      { contractAddress: `solana:${usdc}`, amount: 7.5 },
    ])
    expect(host.mock.chain.holdings(ada.address, 'SOL')).toMatchObject([{ amount: 12.5 }])
  })

  it('is refused beyond the balance, and opens no account then', async () => {
    const wire = await signedWire(
      {
        blockhash: await latest(),
        instructions: [
          createTokenAccount(ada.address, { wallet: bob.address, mint: usdc }),
          transferTokens(usdc, { from: ada.address, to: bob.address }, { amount: 20_000_001n, decimals: 6 }),
        ],
      },
      [ada],
    )
    expect(await refuse(wire)).toMatchObject({
      code: -32_002,
      message: 'Transaction simulation failed: Error processing Instruction 1: custom program error: 0x1',
      data: {
        err: { InstructionError: [1, { Custom: 1 }] },
        logs: expect.arrayContaining(['Program log: Error: insufficient funds']),
      },
    })
    expect(
      (await rpc.getTokenAccountsByOwner(bob.address, { mint: address(usdc) }, { encoding: 'base64' }).send()).value,
    ).toEqual([])
  })
})

describe('a transaction that a node refuses', () => {
  it('has too little money', async () => {
    const error = await refuse(await payment(2_000_000_000n))
    expect(error).toMatchObject({ code: -32_002, data: { err: { InstructionError: [0, { Custom: 1 }] } } })
    expect(error.data).toMatchObject({
      logs: expect.arrayContaining(['Transfer: insufficient lamports 1999995000, need 2000000000']),
    })
  })

  it('is told to @solana/kit with its error code', async () => {
    const sent = rpc.sendTransaction(await payment(2_000_000_000n), { encoding: 'base64' }).send()
    await expect(sent).rejects.toSatisfy((error) =>
      isSolanaError(error, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE),
    )
  })

  it('comes from an account that does not exist', async () => {
    const instructions = [transferSol(bob.address, ada.address, 1n)]
    const wire = await signedWire({ instructions, blockhash: await latest() }, [bob])
    expect(await refuse(wire)).toMatchObject({ code: -32_002, data: { err: 'AccountNotFound' } })
  })

  it('has a blockhash that is 150 slots old and one more, and does not land without its preflight either', async () => {
    const wire = await payment(5_000_000n)
    host.mock.clock.advance({ milliseconds: 150 * 400 })
    expect((await rpc.simulateTransaction(wire, { encoding: 'base64' }).send()).value.err).toBeNull()
    host.mock.clock.advance({ milliseconds: 400 })
    expect(await refuse(wire)).toMatchObject({
      code: -32_002,
      message: 'Transaction simulation failed: Blockhash not found',
      data: { err: 'BlockhashNotFound' },
    })
    const signature = await rpc.sendTransaction(wire, { encoding: 'base64', skipPreflight: true }).send()
    expect((await rpc.getSignatureStatuses([signature]).send()).value).toEqual([null])
  })

  it('has landed already', async () => {
    const wire = await payment(5_000_000n)
    await rpc.sendTransaction(wire, { encoding: 'base64' }).send()
    expect(await refuse(wire)).toMatchObject({ code: -32_002, data: { err: 'AlreadyProcessed' } })
    await rpc.sendTransaction(wire, { encoding: 'base64', skipPreflight: true }).send()
    expect(await balanceOf(bob.address)).toBe(5_000_000n)
  })

  it('has a wrong signature or lacks one', async () => {
    const bytes = Uint8Array.from(getBase64Encoder().encode(await payment(5_000_000n)))
    bytes[5] = (bytes[5] ?? 0) ^ 1
    const changed = btoa(String.fromCharCode(...bytes))
    expect(await refuse(changed)).toEqual({ code: -32_003, message: 'Transaction signature verification failure' })
    const unsigned = await signedWire(
      { instructions: [transferSol(bob.address, ada.address, 1n)], blockhash: await latest() },
      [ada],
    )
    expect(await refuse(unsigned)).toMatchObject({ code: -32_003 })
    await rpc.sendTransaction(changed as never, { encoding: 'base64', skipPreflight: true }).send()
    expect(await balanceOf(bob.address)).toBe(0n)
  })

  it('is malformed, too large or in another encoding', async () => {
    const wire = await payment(5_000_000n)
    const refusals = [
      ['not base64!', 'base64', 'invalid base64 encoding'],
      ['0OIl', 'base58', 'invalid base58 encoding'],
      [wire.slice(0, -4), 'base64', 'failed to deserialize'],
      ['A'.repeat(1648), 'base64', 'too large: 1648 bytes (max: encoded/raw 1644/1232)'],
      [btoa('\0'.repeat(1233)), 'base64', 'too large: 1233 bytes (max: 1232 bytes)'],
      [wire, 'hex', 'unsupported encoding: hex'],
      [5, 'base64', 'expected a string'],
    ] as const
    for (const [value, encoding, sentence] of refusals) {
      const error = await refusalOf('sendTransaction', value, { encoding })
      expect(error).toMatchObject({ code: -32_602, message: expect.stringContaining(sentence) })
    }
    const base58 = getBase58Decoder().decode(getBase64Encoder().encode(wire)) as Base58EncodedBytes
    await host.fetch(`${host.mock.baseUrl}/__mock/chains/solana/devnet`, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'sendTransaction', params: [base58] }),
    })
    expect(await balanceOf(bob.address)).toBe(5_000_000n)
  })

  it('lands as failed without its preflight, and pays its fee only', async () => {
    const wire = await payment(2_000_000_000n)
    const signature = await rpc.sendTransaction(wire, { encoding: 'base64', skipPreflight: true }).send()
    const [status] = (await rpc.getSignatureStatuses([signature]).send()).value
    expect(status).toMatchObject({ err: { InstructionError: [0n, { Custom: 1n }] }, confirmationStatus: 'finalized' })
    expect(await balanceOf(ada.address)).toBe(1_999_995_000n)
    expect(await balanceOf(bob.address)).toBe(0n)
  })
})
