import { toHex } from '@latchkey/base/bytes'
import { associatedTokenAddress } from '@latchkey/chains/codecs/solanaAddresses'
import { tokenInstruction, transactionOf, transferSol, transferTokens } from '@latchkey/chains/test/solanaWallet'
import { address, type Address, type Instruction } from '@solana/kit'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { addRules, createSigner, type Signer, violations } from '../../../test/people/policyPeople.ts'
import { createLookupTable, solanaRpc } from '../../../test/people/solana.ts'

const host = createHost()
const denied = { status: 403, code: 'policy_denied' }
const thief = 'Ay7bgYiHsdWXDdmxWcfCF8YpbYYFQqDMKPaM1iCxmFMp'
const shop = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'
const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
/** The clusters by the number of their network. */
const clusters = [
  ['mainnet', 101],
  ['devnet', 103],
] as const

let ada: Signer
beforeEach(async () => {
  ada = await createSigner(host, 'SVM')
})

interface Lifetime {
  readonly blockhash: string
  readonly tables?: Record<Address, Address[]>
}

const recent = async (cluster = 'mainnet'): Promise<Lifetime> => {
  const { value } = await solanaRpc(host, cluster).getLatestBlockhash().send()
  return { blockhash: value.blockhash }
}
/** A blockhash that no cluster has had. */
const unknown: Lifetime = { blockhash: '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi' }

const messageOf = (instruction: Instruction, { blockhash, tables = {} }: Lifetime) => {
  const feePayer = address(ada.wallet.address)
  const { messageBytes } = transactionOf({ instructions: [instruction], blockhash, feePayer, tables })
  return { message: toHex(Uint8Array.from(messageBytes)) }
}

/** Instructions that move a wallet's tokens, or let somebody move them, with and without the mint. */
const tokenMoves: readonly [string, (from: string, amount: bigint) => Instruction][] = [
  ['a transfer', (from, amount) => transferTokens(usdc, { from, to: shop }, { amount })],
  ['a checked transfer', (from, amount) => transferTokens(usdc, { from, to: shop }, { amount, decimals: 6 })],
  [
    'an approval',
    (from, amount) => {
      const source = associatedTokenAddress(from, usdc)
      return tokenInstruction(
        4,
        [
          [source, 'w'],
          [shop, 'r'],
          [from, 's'],
        ],
        { amount },
      )
    },
  ],
  [
    'a checked approval',
    (from, amount) => {
      const source = associatedTokenAddress(from, usdc)
      return tokenInstruction(
        13,
        [
          [source, 'w'],
          [usdc, 'r'],
          [shop, 'r'],
          [from, 's'],
        ],
        { amount, decimals: 6 },
      )
    },
  ],
]

describe('tokens on Solana', () => {
  beforeEach(async () => {
    for (const owner of [ada.wallet.address, shop])
      await host.mock.chain.fund(owner, { token: 'USDC', amount: '1' }, 101)
  })

  it.each(tokenMoves)('do not count as SOL: %s', async (_, move) => {
    // A signature costs 5 000 lamports, which count.
    await addRules(host, { chain: 'SVM', valueLimit: { maxPerCall: '5010' } })
    await ada.ask(messageOf(move(ada.wallet.address, 11n), await recent()))
    const pay = messageOf(transferSol(ada.wallet.address, shop, 11n), await recent())
    expect(await ada.refuse(pay)).toMatchObject(denied)
    expect(await violations(host)).toMatchObject([{ violation: 'value_limit', amount: '5011', limit: '5010' }])
  })

  it.each(tokenMoves)('count as what their mint is: %s', async (_, move) => {
    await addRules(host, { chain: 'SVM', valueLimit: { asset: usdc, maxPerCall: '10' } })
    await ada.ask(messageOf(move(ada.wallet.address, 10n), await recent()))
    await ada.ask(messageOf(transferSol(ada.wallet.address, shop, 11n), await recent()))
    expect(await ada.refuse(messageOf(move(ada.wallet.address, 11n), await recent()))).toMatchObject(denied)
    expect(await violations(host)).toMatchObject([{ violation: 'value_limit', asset: usdc, amount: '11' }])
  })

  it('are for the owner of an account, who may be reported as malicious', async () => {
    const pay = messageOf(transferTokens(usdc, { from: ada.wallet.address, to: shop }, { amount: 1n }), await recent())
    await addRules(host, { chain: 'SVM', addresses: [thief] })
    await ada.ask(pay)
    await host.mock.chain.flagAddress(shop, 'SOL')
    expect(await ada.refuse(pay)).toMatchObject(denied)
    expect(await violations(host)).toMatchObject([
      { violation: 'malicious', participants: expect.arrayContaining([associatedTokenAddress(shop, usdc)]) },
    ])
  })
})

describe('a transaction whose blockhash no cluster has had', () => {
  it.each(clusters)('counts on %s', async (cluster, networkId) => {
    const pay = (to: string, lifetime: Lifetime) => messageOf(transferSol(ada.wallet.address, to, 1n), lifetime)
    await addRules(host, { chain: 'SVM', addresses: [thief], chainIds: [networkId] })
    expect(await ada.refuse(pay(thief, unknown))).toMatchObject(denied)
    expect((await violations(host)).at(-1)).not.toHaveProperty('chainId')
    expect(await ada.refuse(pay(thief, await recent(cluster)))).toMatchObject(denied)
    await ada.ask(pay(shop, unknown))
    for (const [other] of clusters) if (other !== cluster) await ada.ask(pay(thief, await recent(other)))
  })

  it('has to be allowed on every cluster that rules are about', async () => {
    const pay = messageOf(transferSol(ada.wallet.address, shop, 1n), unknown)
    await addRules(host, { chain: 'SVM', ruleType: 'allow', addresses: [shop], chainIds: [101] })
    expect(await ada.refuse(pay)).toMatchObject(denied)
    await addRules(host, { chain: 'SVM', ruleType: 'allow', addresses: [shop] })
    await ada.ask(pay)
  })

  it.each(clusters)('is read with the lookup tables of %s, too', async (cluster, networkId) => {
    const table = await createLookupTable(host, thief, cluster)
    const pay = messageOf(transferSol(ada.wallet.address, thief, 1n), {
      ...unknown,
      tables: { [table]: [address(thief)] },
    })
    await ada.ask(pay)
    await addRules(host, { chain: 'SVM', addresses: [thief], chainIds: [networkId] })
    expect(await ada.refuse(pay)).toMatchObject(denied)
    expect(await violations(host)).toMatchObject([{ violation: 'address_denied', participants: [thief] }])
  })
})
