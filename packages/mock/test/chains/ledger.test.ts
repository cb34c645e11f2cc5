import { accountAt, addNative, changeAccount, moveNative } from '@latchkey/chains/ledger/accounts'
import { allowanceOf, setAllowance, spendAllowance, unlimited } from '@latchkey/chains/ledger/allowances'
import { blockOf, latestBlock, mineBlock } from '@latchkey/chains/ledger/blocks'
import { balancesOf, declareContract, moveToken, tokenAmountOf } from '@latchkey/chains/ledger/tokens'
import { addTransactions, transactionOf, transactionsIn, transactionsOf } from '@latchkey/chains/ledger/transactions'
import type { LedgerTransaction } from '@latchkey/chains/records'
import { describe, expect, it } from 'vitest'
import type { WorldBackend } from '../../src/domain/shared/backend.ts'
import { transact } from '../../src/world/world.ts'
import { createTestWorld } from '../support/world.ts'

const [ada, bob, eve] = ['a', 'b', 'e'].map((digit) => `eip155:0x${digit.repeat(40)}`) as [string, string, string]
const contract = `eip155:0x${'c'.repeat(40)}`
const networkId = 1
const network = { family: 'eip155', networkId }
const token = { networkId, contract, kind: 'token' } as const

/** Runs the test in one transaction of a new world. */
const inWorld = (work: (backend: WorldBackend) => void) => () => transact(createTestWorld(), work)

function send(backend: WorldBackend, hash: string, to: string) {
  const [transaction] = addTransactions(backend, network, [
    {
      hash,
      from: ada,
      to,
      feePayer: ada,
      value: '0',
      fee: '0',
      status: 'success',
      transfers: [{ kind: 'erc20', contract, from: ada, to, amount: '1' }],
    },
  ])
  return transaction as LedgerTransaction
}

describe('accounts', () => {
  it(
    'have exact balances per network',
    inWorld((backend) => {
      const amount = 2n ** 200n + 1n
      addNative(backend, { account: ada, networkId }, amount)
      const transfer = moveNative(backend, networkId, { from: ada, to: bob, amount: amount - 1n })
      expect(transfer).toEqual({ kind: 'native', from: ada, to: bob, amount: (amount - 1n).toString() })
      expect(accountAt(backend, { account: ada, networkId })).toEqual({ balance: 1n, nonce: 0 })
      expect(accountAt(backend, { account: bob, networkId }).balance).toBe(amount - 1n)
      expect(accountAt(backend, { account: bob, networkId: 2 }).balance).toBe(0n)
    }),
  )

  it(
    'never hold less than nothing',
    inWorld((backend) => {
      addNative(backend, { account: ada, networkId }, 5n)
      expect(() => moveNative(backend, networkId, { from: ada, to: bob, amount: 6n })).toThrow('does not have enough')
      expect(accountAt(backend, { account: ada, networkId }).balance).toBe(5n)
      expect(accountAt(backend, { account: bob, networkId }).balance).toBe(0n)
    }),
  )

  it(
    'keep what a change does not name',
    inWorld((backend) => {
      const place = { account: ada, networkId }
      changeAccount(backend, place, { balance: 7n, delegate: contract })
      changeAccount(backend, place, { nonce: 3 })
      expect(accountAt(backend, place)).toEqual({ balance: 7n, nonce: 3, delegate: contract })
    }),
  )

  it(
    'have as much as before after an attempt that fails',
    inWorld((backend) => {
      addNative(backend, { account: ada, networkId }, 5n)
      const attempt = () =>
        backend.attempt(() => {
          moveNative(backend, networkId, { from: ada, to: bob, amount: 5n })
          throw new Error('reverted')
        })
      expect(attempt).toThrow('reverted')
      expect(accountAt(backend, { account: ada, networkId }).balance).toBe(5n)
      expect(accountAt(backend, { account: bob, networkId }).balance).toBe(0n)
    }),
  )
})

describe('tokens', () => {
  it(
    'come into being, move and cease to exist',
    inWorld((backend) => {
      moveToken(backend, token, { to: ada, amount: 10n })
      expect(moveToken(backend, token, { from: ada, to: bob, amount: 4n })).toEqual({
        kind: 'erc20',
        contract,
        from: ada,
        to: bob,
        amount: '4',
      })
      moveToken(backend, token, { from: bob, amount: 1n })
      expect([ada, bob].map((owner) => tokenAmountOf(backend, token, owner))).toEqual([6n, 3n])
      expect(() => moveToken(backend, token, { from: bob, to: ada, amount: 4n })).toThrow('exceeds the balance')
    }),
  )

  it(
    'leave no balance behind when all of it is gone',
    inWorld((backend) => {
      moveToken(backend, token, { to: ada, amount: 10n })
      moveToken(backend, token, { from: ada, to: bob, amount: 10n })
      expect(balancesOf(backend, ada)).toEqual([])
    }),
  )

  it(
    'stay whole when an account pays itself',
    inWorld((backend) => {
      moveToken(backend, token, { to: ada, amount: 10n })
      moveToken(backend, token, { from: ada, to: ada, amount: 10n })
      expect(tokenAmountOf(backend, token, ada)).toBe(10n)
    }),
  )

  it(
    'tell NFTs of one contract apart',
    inWorld((backend) => {
      declareContract(backend, { account: contract, networkId, standard: 'erc721' })
      for (const tokenId of ['1', '2'])
        moveToken(backend, { networkId, contract, kind: 'nft', tokenId }, { to: ada, amount: 1n })
      const transfer = moveToken(
        backend,
        { networkId, contract, kind: 'nft', tokenId: '2' },
        { from: ada, to: bob, amount: 1n },
      )
      expect(transfer).toMatchObject({ kind: 'erc721', tokenId: '2' })
      expect(balancesOf(backend, ada).map(({ tokenId }) => tokenId)).toEqual(['1'])
    }),
  )
})

describe('allowances', () => {
  const place = { networkId, contract, owner: ada, spender: eve }

  it(
    'are spent, and refuse more',
    inWorld((backend) => {
      setAllowance(backend, place, 10n)
      spendAllowance(backend, place, 4n)
      expect(allowanceOf(backend, place)).toBe(6n)
      expect(() => spendAllowance(backend, place, 7n)).toThrow('exceeds the allowance')
      setAllowance(backend, place, 0n)
      expect(allowanceOf(backend, place)).toBe(0n)
    }),
  )

  it(
    'without limit stay the same when they are spent',
    inWorld((backend) => {
      setAllowance(backend, place, unlimited)
      spendAllowance(backend, place, 10n ** 30n)
      expect(allowanceOf(backend, place)).toBe(unlimited)
    }),
  )

  it(
    'for one NFT and for all of a contract are different rights',
    inWorld((backend) => {
      setAllowance(backend, { ...place, tokenId: '7' }, 1n)
      expect(allowanceOf(backend, place)).toBe(0n)
      setAllowance(backend, place, 'all')
      expect(allowanceOf(backend, place)).toBe('all')
      expect(allowanceOf(backend, { ...place, tokenId: '7' })).toBe(1n)
    }),
  )
})

describe('blocks', () => {
  it(
    'follow each other from a first one that every chain has',
    inWorld((backend) => {
      const first = latestBlock(backend, network)
      const second = mineBlock(backend, network)
      expect(second).toMatchObject({ number: 1, parentHash: first.hash, createdAt: backend.clock.iso() })
      expect(mineBlock(backend, network).parentHash).toBe(second.hash)
      expect(latestBlock(backend, { ...network, networkId: 2 }).number).toBe(0)
      expect([0, 1, second.hash, first.hash].map((id) => blockOf(backend, network, id)?.number)).toEqual([0, 1, 1, 0])
      expect(blockOf(backend, network, 3)).toBeUndefined()
    }),
  )
})

describe('transactions', () => {
  it(
    'are found by hash, by block and by every account that they touch, the latest first',
    inWorld((backend) => {
      const sent = [bob, eve, bob].map((to, index) => send(backend, `0x${index}`, to))
      expect(sent.map(({ blockNumber }) => blockNumber)).toEqual([1, 2, 3])
      expect(transactionOf(backend, network, '0x1')).toEqual(sent[1])
      expect(transactionsIn(backend, network, 2)).toEqual([sent[1]])
      const hashesOf = (account: string, page = { limit: 10 }) =>
        transactionsOf(backend, { account, networkId }, page).map(({ hash }) => hash)
      expect(hashesOf(ada)).toEqual(['0x2', '0x1', '0x0'])
      expect(hashesOf(bob)).toEqual(['0x2', '0x0'])
      expect(hashesOf(ada, { limit: 1 })).toEqual(['0x2'])
      const before = { hash: '0x2', blockNumber: 3 }
      expect(transactionsOf(backend, { account: ada, networkId }, { limit: 1, before })).toEqual([sent[1]])
      expect(transactionsOf(backend, { account: ada, networkId: 2 }, { limit: 1 })).toEqual([])
    }),
  )

  it(
    'are what rules see of them',
    inWorld((backend) => {
      const sent = send(backend, '0x1', bob)
      expect(backend.outside.chains.transactions(bob, networkId, { limit: 5 })).toEqual([sent])
    }),
  )
})
