import { utf8 } from '@latchkey/base/bytes'
import { lookupTableAddress } from '@latchkey/chains/codecs/solanaAddresses'
import { programs } from '@latchkey/chains/codecs/solanaInstructions'
import { rentOf } from '@latchkey/chains/ledger/solana/accountSizes'
import { momentOf } from '@latchkey/chains/ledger/solana/solanaLedger'
import { memo, transferSol } from '@latchkey/chains/test/solanaWallet'
import { address } from '@solana/kit'
import { describe, expect, it } from 'vitest'
import {
  ada,
  bob,
  eve,
  other,
  networkId,
  sol,
  onCluster,
  bytesOf,
  u64,
  instruction,
  failure,
  WRITABLE,
  WRITABLE_SIGNER,
  READONLY,
  READONLY_SIGNER,
} from '../people/solanaCluster.ts'

describe('lookup tables', () => {
  it(
    'are created and extended by their authority, and resolve the accounts of later transactions',
    onCluster(({ run, backend, account }) => {
      const slot = BigInt(momentOf(backend, networkId).slot)
      const table = lookupTableAddress(ada, slot)
      const create = instruction(
        programs.lookupTable,
        [
          [table, WRITABLE],
          [ada, READONLY_SIGNER],
          [ada, WRITABLE_SIGNER],
          [programs.system, READONLY],
        ],
        Uint8Array.of(0, 0, 0, 0),
        u64(slot),
        Uint8Array.of(255),
      )
      const extend = (authority: string) =>
        instruction(
          programs.lookupTable,
          [
            [table, WRITABLE],
            [authority, READONLY_SIGNER],
            [ada, WRITABLE_SIGNER],
            [programs.system, READONLY],
          ],
          Uint8Array.of(2, 0, 0, 0),
          u64(1n),
          bytesOf(eve),
        )
      expect(run([create, extend(ada)]).error).toBeUndefined()
      expect(run([extend(bob)])).toMatchObject(failure(0, 'IncorrectAuthority'))
      expect(account(table).lamports).toBe(rentOf(56 + 32))
      const tables = { [table]: [address(eve)] }
      expect(run([transferSol(ada, eve, sol)], { tables }).error).toBeUndefined()
      expect(account(eve).lamports).toBe(sol)
      const missing = { [other]: [address(eve)] }
      expect(run([transferSol(ada, eve, sol)], { tables: missing })).toMatchObject({
        error: 'AddressLookupTableNotFound',
      })
    }),
  )
})

describe('the compute budget', () => {
  const limit = (units: number) =>
    instruction(programs.computeBudget, [], Uint8Array.of(2, units & 255, (units >> 8) & 255, units >> 16, 0))
  const price = (microLamports: bigint) => instruction(programs.computeBudget, [], Uint8Array.of(3), u64(microLamports))

  it(
    'sets the priority fee: price times limit, rounded up',
    onCluster(({ run, account }) => {
      expect(run([limit(1000), price(1500n), transferSol(ada, bob, sol)])).toMatchObject({ fee: 5002n })
      expect(account(ada).lamports).toBe(9n * sol - 5002n)
    }),
  )

  it(
    'may be set once, and is not exceeded',
    onCluster(({ run }) => {
      expect(run([limit(1000), limit(1000)])).toMatchObject({ error: { DuplicateInstruction: 1 }, isProcessed: false })
      expect(run([limit(200), transferSol(ada, bob, sol)])).toMatchObject(failure(1, 'ComputationalBudgetExceeded'))
    }),
  )
})

describe('other programs', () => {
  it(
    'succeed and do nothing',
    onCluster(({ run, account }) => {
      const unknown = instruction(
        other,
        [
          [ada, WRITABLE_SIGNER],
          [bob, WRITABLE],
        ],
        Uint8Array.of(1, 2, 3),
      )
      expect(run([unknown])).toMatchObject({ transfers: [], isProcessed: true })
      expect(account(bob).lamports).toBe(sol)
    }),
  )

  it(
    'write memos that their accounts have signed',
    onCluster(({ run }) => {
      expect(run([memo('thanks', ada)]).logs).toContain('Program log: Memo (len 6): "thanks"')
      const unsigned = instruction(programs.memo, [[bob, READONLY]], utf8('thanks'))
      expect(run([unsigned])).toMatchObject(failure(0, 'MissingRequiredSignature'))
      expect(run([instruction(programs.memo, [], Uint8Array.of(0xff))])).toMatchObject(
        failure(0, 'InvalidInstructionData'),
      )
    }),
  )
})
