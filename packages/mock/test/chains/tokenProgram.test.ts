import { concat } from '@latchkey/base/bytes'
import { associatedTokenAddress } from '@latchkey/chains/codecs/solanaAddresses'
import { nativeMint, programs } from '@latchkey/chains/codecs/solanaInstructions'
import { fund } from '@latchkey/chains/ledger/faucet'
import { rentOf } from '@latchkey/chains/ledger/solana/accountSizes'
import { keyOf } from '@latchkey/chains/ledger/solana/solanaAccounts'
import { openBank } from '@latchkey/chains/ledger/solana/solanaLedger'
import { moveToken, setTokenAmount } from '@latchkey/chains/ledger/tokens'
import {
  createAccount,
  createTokenAccount,
  tokenInstruction,
  transferSol,
  transferTokens,
} from '@latchkey/chains/test/solanaWallet'
import { address } from '@solana/kit'
import { describe, expect, it } from 'vitest'
import {
  ada,
  bob,
  eve,
  mint,
  other,
  networkId,
  usdc,
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

describe('the token program', () => {
  const pay = (amount: bigint, decimals?: number) => transferTokens(usdc, { from: ada, to: bob }, { amount, decimals })
  const open = createTokenAccount(ada, { wallet: bob, mint: usdc })
  const adasAccount = associatedTokenAddress(ada, usdc)

  it(
    'notes a payment between the owners of the accounts, and the rent of the new account',
    onCluster(({ run, tokens }) => {
      expect(run([open, pay(30_000_000n, 6)]).transfers).toEqual([
        {
          kind: 'native',
          from: keyOf(ada),
          to: keyOf(associatedTokenAddress(bob, usdc)),
          amount: '2039280',
        },
        { kind: 'spl', contract: keyOf(usdc), from: keyOf(ada), to: keyOf(bob), amount: '30000000' },
      ])
      expect([tokens(ada)?.amount, tokens(bob)?.amount]).toEqual([70_000_000n, 30_000_000n])
    }),
  )

  it(
    'refuses a wrong number of decimals, another mint, a missing account and an account of somebody else',
    onCluster(({ run, backend }) => {
      fund(backend, keyOf(eve), { networkId, contract: keyOf(nativeMint), amount: '1' })
      expect(run([pay(1n)])).toMatchObject(failure(0, 'IncorrectProgramId'))
      run([open])
      expect(run([pay(1n, 9)])).toMatchObject(failure(0, { Custom: 18 }))
      const elsewhere = associatedTokenAddress(eve, nativeMint)
      const toOtherMint = tokenInstruction(
        3,
        [
          [adasAccount, 'w'],
          [elsewhere, 'w'],
          [ada, 's'],
        ],
        { amount: 1n },
      )
      expect(run([toOtherMint])).toMatchObject(failure(0, { Custom: 3 }))
      const stolen = transferTokens(usdc, { from: ada, to: bob, authority: bob }, { amount: 1n })
      expect(run([stolen], { feePayer: bob })).toMatchObject(failure(0, { Custom: 4 }))
      const unsigned = tokenInstruction(
        3,
        [
          [adasAccount, 'w'],
          [associatedTokenAddress(bob, usdc), 'w'],
          [ada, 'r'],
        ],
        { amount: 1n },
      )
      expect(run([unsigned], { feePayer: bob })).toMatchObject(failure(0, 'MissingRequiredSignature'))
    }),
  )

  it(
    'lets a delegate spend what was approved, which shows as a right, and nothing after it was revoked',
    onCluster(({ run, tokens, backend }) => {
      run([
        open,
        tokenInstruction(
          4,
          [
            [adasAccount, 'w'],
            [bob, 'r'],
            [ada, 's'],
          ],
          { amount: 50n },
        ),
      ])
      expect(backend.outside.chains.allowances(keyOf(ada), networkId)).toEqual([
        { spender: keyOf(bob), contract: keyOf(usdc), amount: 50n },
      ])
      const spend = (amount: bigint) => transferTokens(usdc, { from: ada, to: bob, authority: bob }, { amount })
      expect(run([spend(30n)], { feePayer: bob }).error).toBeUndefined()
      expect(run([spend(21n)], { feePayer: bob })).toMatchObject(failure(0, { Custom: 1 }))
      expect(tokens(ada)).toMatchObject({ delegate: bob, delegatedAmount: 20n })
      run([
        tokenInstruction(5, [
          [adasAccount, 'w'],
          [ada, 's'],
        ]),
      ])
      expect(run([spend(1n)], { feePayer: bob })).toMatchObject(failure(0, { Custom: 4 }))
      expect(backend.outside.chains.allowances(keyOf(ada), networkId)).toEqual([])
    }),
  )

  it(
    'moves tokens of Token-2022 with the fee that its mints have, which is none',
    onCluster(({ run, account }) => {
      const { token2022 } = programs
      const accountOf = (wallet: string) => associatedTokenAddress(wallet, mint, token2022)
      const newAccount = (wallet: string) =>
        instruction(
          programs.associatedToken,
          [
            [ada, WRITABLE_SIGNER],
            [accountOf(wallet), WRITABLE],
            [wallet, READONLY],
            [mint, READONLY],
            [programs.system, READONLY],
            [token2022, READONLY],
          ],
          Uint8Array.of(1),
        )
      const transfer = (program: string, fee: bigint) => {
        const roles = [
          [accountOf(ada), WRITABLE],
          [mint, READONLY],
          [accountOf(bob), WRITABLE],
          [ada, READONLY_SIGNER],
        ] as const
        return instruction(program, roles, Uint8Array.of(26, 1), u64(40n), Uint8Array.of(2), u64(fee))
      }
      const mintTokens = [
        [mint, WRITABLE],
        [accountOf(ada), WRITABLE],
        [ada, READONLY_SIGNER],
      ] as const
      const create = [
        createAccount({ from: ada, account: mint, program: token2022 }, { lamports: rentOf(82), space: 82n }),
        instruction(token2022, [[mint, WRITABLE]], Uint8Array.of(20, 2), bytesOf(ada), Uint8Array.of(0)),
        newAccount(ada),
        newAccount(bob),
        instruction(token2022, mintTokens, Uint8Array.of(7), u64(100n)),
      ]
      expect(run(create).error).toBeUndefined()
      expect(run([transfer(token2022, 1n)])).toMatchObject(failure(0, { Custom: 32 }))
      expect(run([transfer(programs.token, 0n)])).toMatchObject(failure(0, 'InvalidInstructionData'))
      expect(run([transfer(token2022, 0n)]).error).toBeUndefined()
      expect(account(accountOf(bob)).data).toMatchObject({ owner: bob, amount: 40n })
    }),
  )

  it(
    'makes a mint, mints and burns, and lets only its authorities do so',
    onCluster(({ run, tokens, account, backend }) => {
      const create = [
        createAccount({ from: ada, account: mint, program: programs.token }, { lamports: rentOf(82), space: 82n }),
        tokenInstruction(20, [[mint, 'w']], {
          bytes: concat(Uint8Array.of(20, 2), bytesOf(ada), Uint8Array.of(1), bytesOf(eve)),
        }),
        createTokenAccount(ada, { wallet: bob, mint }),
        tokenInstruction(
          7,
          [
            [mint, 'w'],
            [associatedTokenAddress(bob, mint), 'w'],
            [ada, 's'],
          ],
          { amount: 1250n },
        ),
      ]
      expect(run(create).error).toBeUndefined()
      expect(account(mint).data).toEqual({
        kind: 'mint',
        decimals: 2,
        mintAuthority: ada,
        freezeAuthority: eve,
        supply: 1250n,
      })
      expect(backend.outside.chains.holdings(keyOf(bob), networkId, keyOf(mint))).toMatchObject([{ amount: 12.5 }])
      const burn = (authority: string) =>
        tokenInstruction(
          8,
          [
            [associatedTokenAddress(bob, mint), 'w'],
            [mint, 'w'],
            [authority, 's'],
          ],
          { amount: 250n },
        )
      expect(run([burn(ada)])).toMatchObject(failure(0, { Custom: 4 }))
      expect(run([burn(bob)]).error).toBeUndefined()
      const mintMore = (authority: string) =>
        tokenInstruction(
          7,
          [
            [mint, 'w'],
            [associatedTokenAddress(bob, mint), 'w'],
            [authority, 's'],
          ],
          { amount: 1n },
        )
      expect(run([mintMore(bob)])).toMatchObject(failure(0, { Custom: 4 }))
      const freeze = tokenInstruction(10, [
        [associatedTokenAddress(bob, mint), 'w'],
        [mint, 'r'],
        [eve, 's'],
      ])
      expect(run([freeze]).error).toBeUndefined()
      expect(run([mintMore(ada)])).toMatchObject(failure(0, { Custom: 17 }))
      expect(tokens(bob, mint)).toMatchObject({ amount: 1000n, isFrozen: true })
      expect(
        run([
          tokenInstruction(
            7,
            [
              [usdc, 'w'],
              [adasAccount, 'w'],
              [ada, 's'],
            ],
            { amount: 1n },
          ),
        ]),
      ).toMatchObject(failure(0, { Custom: 5 }))
    }),
  )

  it(
    'closes an empty account for its owner, and gives the rent back',
    onCluster(({ run, account }) => {
      run([open])
      const bobsAccount = associatedTokenAddress(bob, usdc)
      const close = (owner: string) =>
        tokenInstruction(9, [
          [bobsAccount, 'w'],
          [owner, 'w'],
          [owner, 's'],
        ])
      expect(run([close(ada)])).toMatchObject(failure(0, { Custom: 4 }))
      run([pay(1n)])
      expect(run([close(bob)])).toMatchObject(failure(0, { Custom: 11 }))
      run([transferTokens(usdc, { from: bob, to: ada }, { amount: 1n })])
      expect(run([close(bob)]).error).toBeUndefined()
      expect(account(bobsAccount)).toMatchObject({ lamports: 0n, program: programs.system })
      expect(account(bob).lamports).toBe(sol + 2_039_280n)
    }),
  )

  it(
    'wraps lamports and unwraps them',
    onCluster(({ run, account, tokens }) => {
      const wrapped = associatedTokenAddress(ada, nativeMint)
      run([
        createTokenAccount(ada, { wallet: ada, mint: nativeMint }),
        transferSol(ada, wrapped, 3n * sol),
        tokenInstruction(17, [[wrapped, 'w']]),
      ])
      expect(tokens(ada, nativeMint)?.amount).toBe(3n * sol)
      run([
        createTokenAccount(ada, { wallet: bob, mint: nativeMint }),
        transferTokens(nativeMint, { from: ada, to: bob }, { amount: sol, decimals: 9 }),
      ])
      expect(account(associatedTokenAddress(bob, nativeMint)).lamports).toBe(sol + 2_039_280n)
      const before = account(ada).lamports
      run([
        tokenInstruction(9, [
          [wrapped, 'w'],
          [ada, 'w'],
          [ada, 's'],
        ]),
      ])
      expect(account(ada).lamports).toBe(before + 2n * sol + 2_039_280n - 5000n)
    }),
  )

  it(
    'takes away the rights of the former owner when an account changes hands',
    onCluster(({ run, tokens, backend }) => {
      run([
        tokenInstruction(
          4,
          [
            [adasAccount, 'w'],
            [eve, 'r'],
            [ada, 's'],
          ],
          { amount: 50n },
        ),
      ])
      const give = tokenInstruction(
        6,
        [
          [adasAccount, 'w'],
          [ada, 's'],
        ],
        {
          bytes: concat(Uint8Array.of(6, 2, 1), bytesOf(bob)),
        },
      )
      expect(run([give]).transfers).toEqual([
        { kind: 'spl', contract: keyOf(usdc), from: keyOf(ada), to: keyOf(bob), amount: '100000000' },
      ])
      expect(tokens(ada)).toEqual({
        kind: 'token',
        mint: usdc,
        owner: bob,
        amount: 100_000_000n,
        delegatedAmount: 0n,
        isFrozen: false,
      })
      expect(backend.outside.chains.tokenBalances(keyOf(bob), networkId)).toMatchObject([{ amount: 100_000_000n }])
    }),
  )
})

describe('the associated token account program', () => {
  it(
    'refuses an address that it does not derive, and a second creation unless that is allowed',
    onCluster(({ run }) => {
      const create = createTokenAccount(ada, { wallet: bob, mint: usdc, tag: 0 })
      const accounts = create.accounts.map((meta, index) => (index === 2 ? { ...meta, address: address(eve) } : meta))
      expect(run([{ ...create, accounts }])).toMatchObject(failure(0, 'InvalidSeeds'))
      expect(run([create]).error).toBeUndefined()
      expect(run([create])).toMatchObject(failure(0, 'IllegalOwner'))
      expect(run([createTokenAccount(ada, { wallet: bob, mint: usdc, tag: 1 })]).error).toBeUndefined()
    }),
  )
})

describe('several token accounts of one owner', () => {
  it(
    'count together, and what others set or move counts for all of them',
    onCluster(({ run, backend }) => {
      const open = [
        createAccount({ from: ada, account: other, program: programs.token }, { lamports: rentOf(165), space: 165n }),
        tokenInstruction(
          18,
          [
            [other, 'w'],
            [usdc, 'r'],
          ],
          { bytes: concat(Uint8Array.of(18), bytesOf(ada)) },
        ),
        tokenInstruction(
          3,
          [
            [associatedTokenAddress(ada, usdc), 'w'],
            [other, 'w'],
            [ada, 's'],
          ],
          { amount: 60_000_000n },
        ),
      ]
      expect(run(open).error).toBeUndefined()
      const { chains } = backend.outside
      const total = () => chains.tokenBalances(keyOf(ada), networkId).map(({ amount }) => amount)
      expect(total()).toEqual([100_000_000n])
      expect([...chains.holdings(keyOf(ada), networkId, keyOf(usdc))]).toMatchObject([{ amount: 100 }])
      const token = { networkId, contract: keyOf(usdc), kind: 'token' } as const
      moveToken(backend, token, { from: keyOf(ada), to: keyOf(bob), amount: 70_000_000n })
      moveToken(backend, token, { to: keyOf(ada), amount: 1n })
      expect(total()).toEqual([30_000_001n])
      setTokenAmount(backend, token, { owner: keyOf(ada), amount: 5n })
      expect(total()).toEqual([5n])
      expect(openBank(backend, networkId).get(other).program).toBe(programs.token)
    }),
  )
})
