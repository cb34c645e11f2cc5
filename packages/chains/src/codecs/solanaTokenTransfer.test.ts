import { toBase58, utf8 } from '@latchkey/base/bytes'
import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstructionDataDecoder,
  getTransferCheckedInstructionDataDecoder,
} from '@solana-program/token-2022'
import { type Address, address } from '@solana/kit'
import { describe, expect, it } from 'vitest'
import { programs } from './solanaInstructions.ts'
import { createSolanaTokenTransfer } from './solanaTokenTransfer.ts'
import { accountsOf, instructionsOf, readSolanaTransaction, writeSolanaTransaction } from './solanaTransactions.ts'

const addressOf = (name: string): Address => address(toBase58(ed25519.getPublicKey(sha256(utf8(name)))))
const [from, to, mint] = ['payer', 'recipient', 'mint'].map(addressOf) as [Address, Address, Address]
const blockhash = toBase58(sha256(utf8('blockhash')))

/** The token account of a wallet, as the library of the program derives it. */
const tokenAccountOf = async (owner: Address) =>
  (await findAssociatedTokenPda({ owner, mint, tokenProgram: address(programs.token) }))[0]

/** A payment as a node reads it. */
function readPayment() {
  const payment = createSolanaTokenTransfer({ from, to, mint, amount: 2n ** 40n, decimals: 6 }, blockhash)
  const written = readSolanaTransaction(writeSolanaTransaction(payment)) ?? expect.fail()
  const accounts = accountsOf(written, () => undefined) ?? expect.fail()
  return { written, accounts, instructions: instructionsOf(written, accounts) }
}

describe('a payment of tokens', () => {
  it('creates the token account of the recipient where it is missing, and pays for it', async () => {
    const [create] = readPayment().instructions
    expect(create?.program).toBe(programs.associatedToken)
    expect(create?.accounts.map(({ address }) => address)).toEqual([
      from,
      await tokenAccountOf(to),
      to,
      mint,
      programs.system,
      programs.token,
    ])
    // Another value would be refused where the account exists.
    expect(getCreateAssociatedTokenIdempotentInstructionDataDecoder().decode(create?.data ?? new Uint8Array())).toEqual(
      { discriminator: 1 },
    )
  })

  it('moves the amount from the account of the payer, with the decimals of the mint', async () => {
    const [, transfer, ...others] = readPayment().instructions
    expect(transfer?.program).toBe(programs.token)
    expect(transfer?.accounts.map(({ address }) => address)).toEqual([
      await tokenAccountOf(from),
      mint,
      await tokenAccountOf(to),
      from,
    ])
    expect(getTransferCheckedInstructionDataDecoder().decode(transfer?.data ?? new Uint8Array())).toEqual({
      discriminator: 12,
      amount: 2n ** 40n,
      decimals: 6,
    })
    expect(others).toEqual([])
  })

  it('is signed only by the payer, who pays the fee, and writes the two token accounts', async () => {
    const { written, accounts } = readPayment()
    const [payer] = accounts
    expect(payer?.address).toBe(from)
    expect(accounts.filter(({ isSigner }) => isSigner).map(({ address }) => address)).toEqual([from])
    expect(
      accounts
        .filter(({ isWritable }) => isWritable)
        .map(({ address }) => address)
        .sort(),
    ).toEqual([from, await tokenAccountOf(from), await tokenAccountOf(to)].sort())
    expect(written.lifetimeToken).toBe(blockhash)
  })
})
