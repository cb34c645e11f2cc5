import { Address as BitcoinAddress, OutScript, Transaction } from '@scure/btc-signer'
import { address, type Address, type Instruction } from '@solana/kit'
import { base64 } from '@scure/base'
import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { addRules, createSigner, type Signer, violations } from '../../test/policyPeople.ts'
import { keyPairOf, memo, send, solanaRpc, transactionOf, transferSol, transferTokens } from '../../test/solana.ts'
import { concat, readBase58, toHex } from '../crypto/bytes.ts'
import { lookupTableAddress } from '../crypto/solanaAddresses.ts'
import { programs } from '../crypto/solanaInstructions.ts'

const host = createHost()
const denied = { status: 403, code: 'policy_denied' }
const thief = 'Ay7bgYiHsdWXDdmxWcfCF8YpbYYFQqDMKPaM1iCxmFMp'
const shop = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'
const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'

describe('a policy on SVM', () => {
  const messageOf = async (
    { wallet }: Signer,
    instructions: readonly Instruction[],
    { tables = {}, cluster = 'mainnet' }: { tables?: Record<Address, Address[]>; cluster?: string } = {},
  ) => {
    const { value } = await solanaRpc(host, cluster).getLatestBlockhash().send()
    const feePayer = address(wallet.address)
    const { messageBytes } = transactionOf({ instructions, blockhash: value.blockhash, feePayer, tables })
    return { message: toHex(Uint8Array.from(messageBytes)) }
  }

  /** A lookup table on the ledger that has one address. */
  async function createTable(listed: string): Promise<Address> {
    const rpc = solanaRpc(host, 'mainnet')
    const payer = await keyPairOf('payer')
    await host.mock.chain.fund(payer.address, { sol: '10' }, 101)
    const slot = await rpc.getSlot().send()
    const table = lookupTableAddress(payer.address, slot)
    const slotBytes = new Uint8Array(8)
    new DataView(slotBytes.buffer).setBigUint64(0, slot, true)
    const accounts = [
      { address: address(table), role: 1 },
      { address: payer.address, role: 2 },
      { address: payer.address, role: 3 },
      { address: address(programs.system), role: 0 },
    ]
    const programAddress = address(programs.lookupTable)
    const count = Uint8Array.of(1, 0, 0, 0, 0, 0, 0, 0)
    const key = readBase58(listed) ?? new Uint8Array()
    await send(
      rpc,
      [
        { programAddress, accounts, data: concat(new Uint8Array(4), slotBytes, Uint8Array.of(255)) },
        { programAddress, accounts, data: concat(Uint8Array.of(2, 0, 0, 0), count, key) },
      ],
      [payer],
    )
    return address(table)
  }

  it('refuses a denied address that is reached through a lookup table', async () => {
    const ada = await createSigner(host, 'SVM')
    const table = await createTable(thief)
    const request = await messageOf(ada, [transferSol(ada.wallet.address, thief, 1n)], {
      tables: { [table]: [address(thief)] },
    })
    expect(request.message).not.toContain(toHex(readBase58(thief) ?? new Uint8Array()))
    await ada.ask(request)
    await addRules(host, { chain: 'SVM', addresses: [thief] })
    expect(await ada.refuse(request)).toMatchObject(denied)
    expect(await violations(host)).toMatchObject([{ chain: 'SVM', chainId: 101, participants: [thief] }])
  })

  it('refuses a lookup table that nobody can read, under any rule', async () => {
    const ada = await createSigner(host, 'SVM')
    const request = await messageOf(ada, [transferSol(ada.wallet.address, shop, 1n)], {
      tables: { [address(usdc)]: [address(shop)] },
    })
    await ada.ask(request)
    await addRules(host, { chain: 'SVM', addresses: [thief] })
    expect(await ada.refuse(request)).toMatchObject(denied)
    expect(await violations(host)).toMatchObject([{ violation: 'undecodable' }])
  })

  it('refuses a message of a version that is not known, and bytes that are no text, under any rule', async () => {
    const ada = await createSigner(host, 'SVM')
    const version1 = { message: `81${'00'.repeat(40)}`, isFormatted: true }
    const bytes = { message: 'ff00ff', isFormatted: true }
    await ada.ask(version1)
    await ada.ask(bytes)
    await addRules(host, { chain: 'SVM', addresses: [thief] })
    expect(await ada.refuse(version1)).toMatchObject(denied)
    expect(await ada.refuse(bytes)).toMatchObject(denied)
    await ada.ask({ message: 'Été: a text' })
  })

  it('lets tokens go to the token account of an allowed wallet, up to the limit', async () => {
    const ada = await createSigner(host, 'SVM')
    const pay = (to: string, amount: bigint) =>
      messageOf(ada, [
        transferTokens(usdc, { from: ada.wallet.address, to }, { amount, decimals: 6 }),
        memo('an invoice'),
      ])
    const valueLimit = { asset: usdc, maxPerCall: '10' }
    await addRules(host, { chain: 'SVM', ruleType: 'allow', addresses: [shop], valueLimit })
    await ada.ask(await pay(shop, 10n))
    expect(await ada.refuse(await pay(shop, 11n))).toMatchObject(denied)
    expect(await ada.refuse(await pay(thief, 1n))).toMatchObject(denied)
    expect(await ada.refuse(await messageOf(ada, [transferSol(ada.wallet.address, shop, 1n)]))).toMatchObject(denied)
    // What the wallet gets from itself needs no rule.
    await ada.ask(await pay(ada.wallet.address, 99n))
  })

  it('is about the cluster of the blockhash', async () => {
    const ada = await createSigner(host, 'SVM')
    const pay = (cluster: string) => messageOf(ada, [transferSol(ada.wallet.address, thief, 1n)], { cluster })
    await addRules(host, { chain: 'SVM', addresses: [thief], chainIds: [101] })
    expect(await ada.refuse(await pay('mainnet'))).toMatchObject(denied)
    await ada.ask(await pay('devnet'))
  })
})

describe('a policy on BTC', () => {
  const shopOfBitcoin = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
  const thiefOfBitcoin = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'

  const psbtOf = ({ wallet }: Signer, outputs: Readonly<Record<string, bigint>>, script?: Uint8Array) => {
    const own = OutScript.encode(BitcoinAddress().decode(wallet.address))
    const transaction = new Transaction({ allowUnknownOutputs: true })
    transaction.addInput({ txid: '1'.repeat(64), index: 0, witnessUtxo: { script: own, amount: 100_000n } })
    for (const [to, amount] of Object.entries(outputs)) transaction.addOutputAddress(to, amount)
    if (script) transaction.addOutput({ script, amount: script[0] === 0x6a ? 0n : 1n })
    return { message: base64.encode(transaction.toPSBT()) }
  }

  it('judges the outputs of a PSBT, but those that return to the wallet', async () => {
    const ada = await createSigner(host, 'BTC')
    const change = { [ada.wallet.address]: 50_000n }
    await addRules(host, {
      chain: 'BTC',
      ruleType: 'allow',
      addresses: [shopOfBitcoin],
      valueLimit: { maxPerCall: '1000' },
    })
    await ada.ask(psbtOf(ada, { [shopOfBitcoin]: 1000n, ...change }))
    expect(await ada.refuse(psbtOf(ada, { [shopOfBitcoin]: 1001n, ...change }))).toMatchObject(denied)
    expect(await ada.refuse(psbtOf(ada, { [thiefOfBitcoin]: 1n, ...change }))).toMatchObject(denied)
    await ada.ask({ message: 'a text for BIP-322' })
  })

  it('refuses a denied output, and a digest under any rule', async () => {
    const ada = await createSigner(host, 'BTC')
    await addRules(host, { chain: 'BTC', addresses: [thiefOfBitcoin] })
    await ada.ask(psbtOf(ada, { [shopOfBitcoin]: 1n }))
    expect(await ada.refuse(psbtOf(ada, { [thiefOfBitcoin]: 1n }))).toMatchObject(denied)
    expect(await ada.refuse({ message: '11'.repeat(32), isFormatted: true })).toMatchObject(denied)
  })

  it('takes a script that is no address for somebody unknown, but not data that nobody can spend', async () => {
    const ada = await createSigner(host, 'BTC')
    await addRules(host, { chain: 'BTC', ruleType: 'allow', addresses: [shopOfBitcoin] })
    await ada.ask(psbtOf(ada, { [shopOfBitcoin]: 1n }, Uint8Array.of(0x6a, 1, 7)))
    expect(await ada.refuse(psbtOf(ada, { [shopOfBitcoin]: 1n }, Uint8Array.of(0x51)))).toMatchObject(denied)
    expect((await violations(host)).at(-1)).toMatchObject({ violation: 'undecodable' })
  })
})

describe.each(['SUI', 'TON'] as const)('a policy on %s', (chain) => {
  it('refuses digests under any rule, and lets texts pass', async () => {
    const ada = await createSigner(host, chain)
    const digest = { message: '11'.repeat(32), isFormatted: true }
    await ada.ask(digest)
    await addRules(host, { chain })
    expect(await ada.refuse(digest)).toMatchObject(denied)
    await ada.ask({ message: 'a text' })
  })
})
