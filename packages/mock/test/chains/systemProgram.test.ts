import { programs } from '@latchkey/chains/codecs/solanaInstructions'
import { rentOf } from '@latchkey/chains/ledger/solana/accountSizes'
import { createAccount, transferSol } from '@latchkey/chains/test/solanaWallet'
import { address, type Instruction } from '@solana/kit'
import { describe, expect, it } from 'vitest'
import {
  ada,
  bob,
  eve,
  other,
  sol,
  onCluster,
  bytesOf,
  instruction,
  failure,
  WRITABLE,
  READONLY,
  READONLY_SIGNER,
} from '../people/solanaCluster.ts'

describe('the system program', () => {
  it(
    'does nothing at all when a later instruction fails, but takes the fee',
    onCluster(({ run, account }) => {
      const execution = run([transferSol(ada, bob, sol), transferSol(bob, ada, 5n * sol)], {})
      expect(execution).toMatchObject({ ...failure(1, { Custom: 1 }), transfers: [], fee: 10_000n })
      expect(account(ada).lamports).toBe(10n * sol - 10_000n)
      expect(account(bob).lamports).toBe(sol)
    }),
  )

  it(
    'leaves no account below its rent, except an empty one',
    onCluster(({ run, account }) => {
      expect(run([transferSol(ada, eve, rentOf(0) - 1n)])).toMatchObject({
        error: { InsufficientFundsForRent: { account_index: 1 } },
      })
      expect(run([transferSol(ada, eve, rentOf(0))]).error).toBeUndefined()
      expect(run([transferSol(bob, ada, sol - 5000n - 1n)], { feePayer: bob })).toMatchObject({
        error: { InsufficientFundsForRent: { account_index: 0 } },
      })
      // The failed one has paid its fee, too.
      expect(run([transferSol(bob, ada, sol - 10_000n)], { feePayer: bob }).error).toBeUndefined()
      expect(account(bob).lamports).toBe(0n)
    }),
  )

  it(
    'creates an account once, and moves nothing out of an account that a program keeps',
    onCluster(({ run, account }) => {
      const creation = createAccount(
        { from: ada, account: other, program: programs.token },
        { lamports: rentOf(10), space: 10n },
      )
      expect(run([creation]).error).toBeUndefined()
      expect(account(other)).toMatchObject({ program: programs.token, space: 10, lamports: rentOf(10) })
      expect(run([creation])).toMatchObject(failure(0, { Custom: 0 }))
      expect(run([transferSol(other, bob, 1n)])).toMatchObject(failure(0, 'InvalidArgument'))
    }),
  )

  it(
    'moves nothing without the signature of the account that pays',
    onCluster(({ run }) => {
      const unsigned = transferSol(bob, ada, 1n)
      const accounts = [{ address: address(bob), role: WRITABLE }, unsigned.accounts?.[1]]
      expect(run([{ ...unsigned, accounts } as Instruction])).toMatchObject(failure(0, 'MissingRequiredSignature'))
    }),
  )
})

describe('a durable nonce', () => {
  const nonce = other
  const advance = instruction(
    programs.system,
    [
      [nonce, WRITABLE],
      ['SysvarRecentB1ockHashes11111111111111111111', READONLY],
      [ada, READONLY_SIGNER],
    ],
    Uint8Array.of(4, 0, 0, 0),
  )
  const open = [
    createAccount({ from: ada, account: nonce, program: programs.system }, { lamports: rentOf(80), space: 80n }),
    instruction(
      programs.system,
      [
        [nonce, WRITABLE],
        ['SysvarRecentB1ockHashes11111111111111111111', READONLY],
        ['SysvarRent111111111111111111111111111111111', READONLY],
      ],
      Uint8Array.of(6, 0, 0, 0),
      bytesOf(ada),
    ),
  ]

  it(
    'lets a transaction land long after, once, whether it succeeds or fails',
    onCluster(({ run, account }) => {
      expect(run(open).error).toBeUndefined()
      const nonceNow = () => {
        const { data } = account(nonce)
        return data?.kind === 'nonce' ? data.nonce : expect.fail('no nonce')
      }
      const first = nonceNow()
      expect(run([advance, transferSol(ada, bob, sol)], { blockhash: first }).error).toBeUndefined()
      expect(run([advance, transferSol(ada, bob, sol)], { blockhash: first })).toMatchObject({
        error: 'BlockhashNotFound',
        isProcessed: false,
      })
      const second = nonceNow()
      expect(second).not.toBe(first)
      const tooMuch = [advance, transferSol(ada, bob, 90n * sol)]
      expect(run(tooMuch, { blockhash: second })).toMatchObject(failure(1, { Custom: 1 }))
      expect(nonceNow()).not.toBe(second)
      expect(account(bob).lamports).toBe(2n * sol)
    }),
  )
})
