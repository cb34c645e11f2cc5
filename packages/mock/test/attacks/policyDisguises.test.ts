import { readHex, toHex, utf8 } from '@latchkey/base/bytes'
import { memo, transactionOf } from '@latchkey/chains/test/solanaWallet'
import { svmDisguises } from '@latchkey/signing/disguises/svmDisguises'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base64 } from '@scure/base'
import { Address as BitcoinAddress, OutScript, p2pkh, p2sh, p2tr, p2wpkh, p2wsh, Transaction } from '@scure/btc-signer'
import {
  address,
  decompileTransactionMessage,
  getCompiledTransactionMessageDecoder,
  type Address,
  type Instruction,
} from '@solana/kit'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { friend, mallory, type SigningBody } from '../people/policyPeople.ts'
import { createLookupTable, solanaRpc } from '../people/solana.ts'
import { bareCalls, envelopes, wrappers } from './evmDisguises.ts'
import { createPolicyWorld, type PolicyWorld } from './policyWorld.ts'

/** How many requests there were of each kind. */
const counts = new Map<string, number>()
const judged = new Set<string>()
const count = (kinds: readonly string[]) => {
  for (const kind of new Set(kinds)) counts.set(kind, (counts.get(kind) ?? 0) + 1)
}

interface Disguised {
  readonly world: PolicyWorld
  /** Whom it serves, and somebody else whom the same request serves otherwise. */
  readonly served: string
  readonly harmless: string
  readonly requestFor: (served: string) => SigningBody
  /** The kinds of disguise that it has. */
  readonly kinds: readonly string[]
}

/** Is refused where its address is denied or another one is allowed, and the same for somebody else is not denied. */
async function expectSeenThrough({ world, served, harmless, requestFor, kinds }: Disguised): Promise<void> {
  const title = kinds.join(' in ')
  const [bad, good] = [requestFor(served), requestFor(harmless)]
  const deny = { ruleType: 'deny' as const, addresses: [served] }
  const refusal = await world.judge(deny, bad)
  expect(refusal, title).toMatchObject({ isAllowed: false, violation: 'address_denied' })
  expect(await world.judge(deny, good), `${title} for somebody else`).toMatchObject({ isAllowed: true })
  const allow = { ruleType: 'allow' as const, addresses: [harmless] }
  expect(await world.judge(allow, bad), title).toMatchObject({ isAllowed: false })
  count(kinds)
  judged.add(bad.message)
}

describe('a policy that denies an address on EVM', () => {
  let world: PolicyWorld
  beforeAll(async () => {
    world = await createPolicyWorld('EVM')
  })

  async function expectWrapped(bare: string, wrapped: readonly string[], envelope: string): Promise<void> {
    await expectSeenThrough({
      world,
      served: mallory,
      harmless: friend,
      requestFor(served) {
        const call = wrapped.reduce((inner, name) => wrappers[name]!(inner), bareCalls[bare]!(served as `0x${string}`))
        return envelopes[envelope]!(call)
      },
      kinds: [bare, ...wrapped, envelope],
    })
  }

  it.each(Object.keys(bareCalls))('denies %s as it is, and in each wrapper', async (bare) => {
    await expectWrapped(bare, [], 'eip1559')
    for (const name of Object.keys(wrappers)) await expectWrapped(bare, [name], 'eip1559')
  })

  it.each(Object.keys(envelopes))('denies a call in each wrapper in the envelope %s', async (envelope) => {
    for (const name of Object.keys(wrappers)) await expectWrapped('transfer', [name], envelope)
  })

  const runs = process.env.LATCHKEY_TESTS === 'full' ? 20_000 : 300
  it(`denies ${runs} calls in two or three wrappers, in any envelope`, { timeout: 300_000 + 50 * runs }, async () => {
    const among = (table: object) => fc.constantFrom(...Object.keys(table))
    const property = fc.asyncProperty(
      among(bareCalls),
      fc.array(among(wrappers), { minLength: 2, maxLength: 3 }),
      among(envelopes),
      expectWrapped,
    )
    await fc.assert(property, { numRuns: runs, seed: 20_260_115 })
  })
})

describe('a policy that denies an address on Solana', () => {
  const thief = 'Ay7bgYiHsdWXDdmxWcfCF8YpbYYFQqDMKPaM1iCxmFMp'
  const shop = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'
  let world: PolicyWorld
  let blockhash: string
  const tables = new Map<string, Address>()
  beforeAll(async () => {
    world = await createPolicyWorld('SVM')
    const { host } = world
    for (const owner of [world.address, shop])
      for (const token of ['USDC', 'SOL']) await host.mock.chain.fund(owner, { token, amount: '1' }, 101)
    for (const owner of [thief, shop]) tables.set(owner, await createLookupTable(host, owner, 'mainnet'))
    blockhash = (await solanaRpc(host, 'mainnet').getLatestBlockhash().send()).value.blockhash
  })

  const instructionsOf = (message: string) =>
    decompileTransactionMessage(getCompiledTransactionMessageDecoder().decode(readHex(message) ?? new Uint8Array()))
      .instructions

  it.each(svmDisguises({ address: thief }).map(({ name }) => name))('denies the %s in each message', async (name) => {
    const memos = { none: [], before: [memo('hello')], around: [memo('hello'), memo('bye')] } as const
    for (const [place, [first, last]] of Object.entries(memos) as [string, readonly Instruction[]][])
      for (const form of ['legacy', 'version0', 'lookupTable'] as const)
        await expectSeenThrough({
          world,
          served: thief,
          harmless: shop,
          requestFor(served) {
            const disguise = svmDisguises({ address: served, wallet: world.address }).find((each) => each.name === name)
            const inner = instructionsOf(disguise?.request.message ?? '')
            const { messageBytes } = transactionOf({
              instructions: [...(first ? [first] : []), ...inner, ...(last ? [last] : [])],
              blockhash,
              feePayer: address(world.address),
              version: form === 'legacy' ? 'legacy' : 0,
              tables: form === 'lookupTable' ? { [tables.get(served) ?? '']: [address(served)] } : {},
            })
            return { message: toHex(Uint8Array.from(messageBytes)) }
          },
          kinds: [name, form, `memos: ${place}`],
        })
  })
})

describe('a policy that denies an address on Bitcoin', () => {
  let world: PolicyWorld
  beforeAll(async () => {
    world = await createPolicyWorld('BTC')
  })

  const publicKey = (name: string) => secp256k1.getPublicKey(sha256(utf8(name)))
  const single = (name: string) => p2wpkh(publicKey(name))
  const forms: Readonly<Record<string, (name: string) => string | undefined>> = {
    p2pkh: (name) => p2pkh(publicKey(name)).address,
    p2sh: (name) => p2sh(single(name)).address,
    p2wpkh: (name) => single(name).address,
    p2wsh: (name) => p2wsh(p2pkh(publicKey(name))).address,
    p2tr: (name) => p2tr(publicKey(name).slice(1)).address,
  }
  const decoys = {
    none: [],
    change: ['own'],
    'change twice': ['own', 'own'],
    data: ['data'],
    'data and change': ['data', 'own'],
  } as const

  function psbtOf(outputs: readonly string[], inputs: number): SigningBody {
    const script = OutScript.encode(BitcoinAddress().decode(world.address))
    const transaction = new Transaction({ allowUnknownOutputs: true })
    for (let index = 0; index < inputs; index++)
      transaction.addInput({ txid: String(index + 1).repeat(64), index, witnessUtxo: { script, amount: 100_000n } })
    for (const output of outputs) {
      if (output === 'data') transaction.addOutput({ script: Uint8Array.of(0x6a, 1, 7), amount: 0n })
      else transaction.addOutputAddress(output === 'own' ? world.address : output, 546n)
    }
    return { message: base64.encode(transaction.toPSBT()) }
  }

  it.each(Object.keys(forms))('denies an output of the form %s among any others', async (form) => {
    for (const [decoy, others] of Object.entries(decoys))
      for (let position = 0; position <= others.length; position++)
        for (const inputs of [1, 3])
          await expectSeenThrough({
            world,
            served: forms[form]?.('thief') ?? '',
            harmless: forms[form]?.('shop') ?? '',
            requestFor: (served) => psbtOf([...others.slice(0, position), served, ...others.slice(position)], inputs),
            kinds: [form, `outputs beside it: ${decoy}`, `inputs: ${inputs}`],
          })
  })
})

it('each kind of disguise was seen through several times, in 800 requests that differ', () => {
  const kinds = [bareCalls, wrappers, envelopes].flatMap((table) => Object.keys(table))
  expect([...counts.keys()]).toEqual(expect.arrayContaining(kinds))
  expect([...counts].filter(([, number]) => number < 9)).toEqual([])
  expect(judged.size).toBeGreaterThan(800)
})
