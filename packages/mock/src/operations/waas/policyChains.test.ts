import { readBase58, toHex } from '@latchkey/base/bytes'
import { associatedTokenAddress } from '@latchkey/chains/codecs/solanaAddresses'
import { nativeMint, programs } from '@latchkey/chains/codecs/solanaInstructions'
import { memo, tokenInstruction, transactionOf, transferSol, transferTokens } from '@latchkey/chains/test/solanaWallet'
import { digestOfPsbt } from '@latchkey/crypto/chains/psbt'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'
import { Address as BitcoinAddress, OutScript, Transaction } from '@scure/btc-signer'
import {
  getInitializeMetadataPointerInstruction,
  getInitializeMintCloseAuthorityInstruction,
  getInitializePermanentDelegateInstruction,
  getInitializeTokenMetadataInstruction,
  getInitializeTransferFeeConfigInstruction,
  getUpdateTokenMetadataUpdateAuthorityInstruction,
  getWithdrawWithheldTokensFromAccountsInstruction,
  getWithdrawWithheldTokensFromMintInstruction,
} from '@solana-program/token-2022'
import { address, type Address, createNoopSigner, type Instruction } from '@solana/kit'
import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { addRules, createSigner, type Rule, type Signer, violations } from '../../../test/people/policyPeople.ts'
import { createLookupTable, solanaRpc } from '../../../test/people/solana.ts'
import { signInRoom } from '../../../test/people/waasPeople.ts'

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

  it('refuses a denied address that is reached through a lookup table', async () => {
    const ada = await createSigner(host, 'SVM')
    const table = await createLookupTable(host, thief, 'mainnet')
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
    // A transfer to the wallet itself needs no rule.
    await ada.ask(await pay(ada.wallet.address, 99n))
  })

  it('refuses a denied owner of an account that is not there yet, by the mint that the source has', async () => {
    const ada = await createSigner(host, 'SVM')
    await host.mock.chain.fund(ada.wallet.address, { token: 'USDC', amount: '1' }, 101)
    const request = await messageOf(ada, [
      transferTokens(usdc, { from: ada.wallet.address, to: thief }, { amount: 1n }),
    ])
    await ada.ask(request)
    await addRules(host, { chain: 'SVM', addresses: [thief] })
    expect(await ada.refuse(request)).toMatchObject(denied)
    expect((await violations(host)).at(-1)).toMatchObject({ violation: 'address_denied', chainId: 101 })
  })

  it('refuses a denied owner of an account of Token-2022, and the owner that a message gives a known account', async () => {
    const ada = await createSigner(host, 'SVM')
    const ownAddress = ada.wallet.address
    await host.mock.chain.fund(ownAddress, { token: 'USDC', amount: '1' }, 101)
    const { token2022 } = programs
    const roles = [
      { address: address(associatedTokenAddress(ownAddress, usdc, token2022)), role: 1 },
      { address: address(usdc), role: 0 },
      { address: address(associatedTokenAddress(thief, usdc, token2022)), role: 1 },
      { address: address(ownAddress), role: 2 },
    ]
    const withFee = {
      programAddress: address(token2022),
      accounts: roles,
      data: Uint8Array.of(26, 1, 1, 0, 0, 0, 0, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0, 0),
    }
    const ownAccount = associatedTokenAddress(ownAddress, usdc)
    const [close, give] = [
      tokenInstruction(9, [
        [ownAccount, 'w'],
        [ownAddress, 'r'],
        [ownAddress, 's'],
      ]),
      tokenInstruction(1, [
        [ownAccount, 'w'],
        [usdc, 'r'],
        [thief, 'r'],
        ['SysvarRent111111111111111111111111111111111', 'r'],
      ]),
    ]
    const back = transferTokens(usdc, { from: shop, to: ownAddress, authority: ownAddress }, { amount: 1n })
    const requests = await Promise.all([messageOf(ada, [withFee]), messageOf(ada, [close, give, back])])
    for (const request of requests) await ada.ask(request)
    await addRules(host, { chain: 'SVM', addresses: [thief] })
    for (const request of requests) {
      expect(await ada.refuse(request)).toMatchObject(denied)
      expect((await violations(host)).at(-1)).toMatchObject({ violation: 'address_denied' })
    }
  })

  it('refuses tokens for an account whose owner nobody knows, under any rule', async () => {
    const ada = await createSigner(host, 'SVM')
    const ownAddress = ada.wallet.address
    await host.mock.chain.fund(ownAddress, { token: 'USDC', amount: '1' }, 101)
    const pay = (to: string) =>
      messageOf(ada, [
        tokenInstruction(
          3,
          [
            [associatedTokenAddress(ownAddress, usdc), 'w'],
            [to, 'w'],
            [ownAddress, 's'],
          ],
          { amount: 1n },
        ),
      ])
    const wrap = await messageOf(ada, [transferSol(ownAddress, shop, 1n), tokenInstruction(17, [[shop, 'w']])])
    await ada.ask(await pay(shop))
    await ada.ask(wrap)
    await addRules(host, { chain: 'SVM', addresses: [thief] })
    for (const request of [await pay(shop), wrap]) {
      expect(await ada.refuse(request)).toMatchObject(denied)
      expect((await violations(host)).at(-1)).toMatchObject({ violation: 'undecodable' })
    }
    await host.mock.chain.fund(shop, { token: 'USDC', amount: '1' }, 101)
    await ada.ask(await pay(associatedTokenAddress(shop, usdc)))
    // Those of the wallet are known before they are there.
    await ada.ask(
      await messageOf(ada, [
        transferSol(ownAddress, associatedTokenAddress(ownAddress, nativeMint), 1n),
        tokenInstruction(17, [[associatedTokenAddress(ownAddress, nativeMint), 'w']]),
      ]),
    )
  })

  it('refuses an instruction of a usual program that is not known, under any rule', async () => {
    const ada = await createSigner(host, 'SVM')
    const unknown = (programAddress: string) =>
      messageOf(ada, [
        { programAddress: address(programAddress), accounts: [], data: Uint8Array.of(44, 9, 0, 0) },
        memo('an invoice'),
      ])
    const hidden = await Promise.all(
      [programs.token, programs.token2022, programs.system, programs.associatedToken].map(unknown),
    )
    for (const request of hidden) await ada.ask(request)
    await addRules(host, { chain: 'SVM', addresses: [thief] })
    for (const request of hidden) {
      expect(await ada.refuse(request)).toMatchObject(denied)
      expect((await violations(host)).at(-1)).toMatchObject({ violation: 'undecodable' })
    }
    // The effects of other programs are unknown too, but many applications call them.
    await ada.ask(await unknown(usdc))
  })

  it('refuses a denied address that gets power over a mint of Token-2022, or the fees that it has withheld', async () => {
    const ada = await createSigner(host, 'SVM')
    const owner = address(ada.wallet.address)
    const [mint, evil] = [address(usdc), address(thief)]
    const authority = createNoopSigner(owner)
    const withdrawal = { mint, feeReceiver: evil, withdrawWithheldAuthority: authority }
    await host.mock.chain.fund(thief, { token: 'USDC', amount: '1' }, 101)
    const fees = address(associatedTokenAddress(thief, usdc))
    const givingPower = [
      getInitializePermanentDelegateInstruction({ mint, delegate: evil }),
      getInitializeMintCloseAuthorityInstruction({ mint, closeAuthority: evil }),
      getInitializeMetadataPointerInstruction({ mint, authority: evil, metadataAddress: null }),
      getInitializeTransferFeeConfigInstruction({
        mint,
        transferFeeConfigAuthority: evil,
        withdrawWithheldAuthority: null,
        transferFeeBasisPoints: 1,
        maximumFee: 1n,
      }),
      getInitializeTransferFeeConfigInstruction({
        mint,
        transferFeeConfigAuthority: null,
        withdrawWithheldAuthority: evil,
        transferFeeBasisPoints: 1,
        maximumFee: 1n,
      }),
      getUpdateTokenMetadataUpdateAuthorityInstruction({
        metadata: mint,
        updateAuthority: authority,
        newUpdateAuthority: evil,
      }),
      getInitializeTokenMetadataInstruction({
        metadata: mint,
        updateAuthority: evil,
        mint,
        mintAuthority: authority,
        name: '',
        symbol: '',
        uri: '',
      }),
    ]
    const payingFees = [
      getWithdrawWithheldTokensFromMintInstruction({ ...withdrawal, feeReceiver: fees }),
      getWithdrawWithheldTokensFromAccountsInstruction({
        ...withdrawal,
        feeReceiver: fees,
        numTokenAccounts: 0,
        sources: [],
      }),
    ]
    const requests = await Promise.all([...givingPower, ...payingFees].map((each) => messageOf(ada, [each])))
    for (const request of requests) await ada.ask(request)
    await addRules(host, { chain: 'SVM', addresses: [thief] })
    for (const request of requests) {
      expect(await ada.refuse(request)).toMatchObject(denied)
      expect((await violations(host)).at(-1)).toMatchObject({ violation: 'address_denied' })
    }
  })

  it('counts the fee that the wallet pays, with what it offers for compute units', async () => {
    const ada = await createSigner(host, 'SVM')
    const ownAddress = ada.wallet.address
    const budget = (tag: number, ...bytes: number[]) => ({
      programAddress: address(programs.computeBudget),
      data: Uint8Array.of(tag, ...bytes),
    })
    // 1 000 000 compute units for 1 000 000 millionths of a lamport each.
    const expensive = [budget(2, 0x40, 0x42, 0x0f, 0), budget(3, 0x40, 0x42, 0x0f, 0, 0, 0, 0, 0)]
    const pay = (lamports: bigint, ...more: Instruction[]) =>
      messageOf(ada, [...more, transferSol(ownAddress, shop, lamports)])
    await addRules(host, { chain: 'SVM', ruleType: 'allow', addresses: [shop], valueLimit: { maxPerCall: '6000' } })
    await ada.ask(await pay(1000n))
    expect(await ada.refuse(await pay(1001n))).toMatchObject(denied)
    expect(await ada.refuse(await pay(1n, ...expensive))).toMatchObject(denied)
    expect((await violations(host)).at(-1)).toMatchObject({ violation: 'value_limit', amount: '1005001' })
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
    const ownScript = OutScript.encode(BitcoinAddress().decode(wallet.address))
    const transaction = new Transaction({ allowUnknownOutputs: true })
    transaction.addInput({ txid: '1'.repeat(64), index: 0, witnessUtxo: { script: ownScript, amount: 100_000n } })
    for (const [to, amount] of Object.entries(outputs)) transaction.addOutputAddress(to, amount)
    if (script) transaction.addOutput({ script, amount: script[0] === 0x6a ? 0n : 1n })
    return { message: base64.encode(transaction.toPSBT()) }
  }

  it('judges the outputs of a PSBT, but those that return to the wallet', async () => {
    const ada = await createSigner(host, 'BTC')
    const change = { [ada.wallet.address]: 99_000n }
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

  it('counts the fee, which the inputs have and the outputs do not', async () => {
    const ada = await createSigner(host, 'BTC')
    const valueLimit = { maxPerCall: '1000' }
    await addRules(host, { chain: 'BTC', ruleType: 'allow', addresses: [shopOfBitcoin], valueLimit })
    const pay = (amount: bigint, change: bigint) =>
      psbtOf(ada, { [shopOfBitcoin]: amount, [ada.wallet.address]: change })
    await ada.ask(pay(600n, 99_000n))
    expect(await ada.refuse(pay(600n, 98_999n))).toMatchObject(denied)
    expect((await violations(host)).at(-1)).toMatchObject({ violation: 'value_limit', amount: '1001' })
  })

  /** A transaction that pays the wallet, and the input that spends it. */
  const paidBy = ({ wallet }: Signer, amount: bigint, seed: string) => {
    const earlier = new Transaction()
    const foreign = OutScript.encode(BitcoinAddress().decode(shopOfBitcoin))
    earlier.addInput({ txid: seed.repeat(64), index: 0, witnessUtxo: { script: foreign, amount: amount + 1n } })
    earlier.addOutputAddress(wallet.address, amount)
    const nonWitnessUtxo = earlier.unsignedTx
    return { txid: toHex(sha256(sha256(nonWitnessUtxo)).toReversed()), index: 0, nonWitnessUtxo }
  }
  const ownScript = ({ wallet }: Signer) => OutScript.encode(BitcoinAddress().decode(wallet.address))

  it('believes the amount of another input only with the transaction that made it', async () => {
    const ada = await createSigner(host, 'BTC')
    const valueLimit = { maxPerCall: '1000' }
    await addRules(host, { chain: 'BTC', ruleType: 'allow', addresses: [shopOfBitcoin], valueLimit })
    const spend = (second: { txid: string; index: number; nonWitnessUtxo?: Uint8Array }, amount: bigint) => {
      const transaction = new Transaction()
      const script = ownScript(ada)
      transaction.addInput({ txid: '1'.repeat(64), index: 0, witnessUtxo: { script, amount: 100_000n } })
      transaction.addInput({ ...second, ...(!second.nonWitnessUtxo && { witnessUtxo: { script, amount } }) })
      transaction.addOutputAddress(shopOfBitcoin, 500n)
      transaction.addOutputAddress(ada.wallet.address, 99_900n + amount - 500n)
      return { message: base64.encode(transaction.toPSBT()) }
    }
    await ada.ask(spend(paidBy(ada, 50_000n, '2'), 50_000n))
    expect(await ada.refuse(spend({ txid: '2'.repeat(64), index: 0 }, 50_000n))).toMatchObject(denied)
    expect((await violations(host)).at(-1)).toMatchObject({ violation: 'value_limit' })
  })

  it('refuses a PSBT whose earlier transaction is not the one that an input names', async () => {
    const ada = await createSigner(host, 'BTC')
    const valueLimit = { maxPerCall: '1000' }
    await addRules(host, { chain: 'BTC', ruleType: 'allow', addresses: [shopOfBitcoin], valueLimit })
    const transaction = new Transaction()
    transaction.addInput(paidBy(ada, 1000n, '2'))
    transaction.addOutputAddress(shopOfBitcoin, 500n)
    transaction.addOutputAddress(ada.wallet.address, 500n)
    const bytes = transaction.toPSBT()
    await ada.ask({ message: base64.encode(bytes) })
    // The library refuses to write such a PSBT, so the earlier transaction is exchanged in the bytes.
    const [earlier, other] = [paidBy(ada, 1000n, '2'), paidBy(ada, 1000n, '3')]
    const forged = toHex(bytes).replace(toHex(earlier.nonWitnessUtxo), toHex(other.nonWitnessUtxo))
    expect(forged).not.toBe(toHex(bytes))
    const message = base64.encode(hexToBytes(forged))
    expect(await ada.refuse({ message })).toMatchObject({ status: 400, code: 'validation_failed' })
  })

  const paying = (ada: Signer, amount: bigint, ...seeds: readonly string[]) => {
    const transaction = new Transaction()
    for (const seed of seeds) transaction.addInput(paidBy(ada, 10_000n, seed))
    transaction.addOutputAddress(shopOfBitcoin, amount)
    transaction.addOutputAddress(ada.wallet.address, BigInt(seeds.length) * 10_000n - amount)
    return transaction
  }
  const requestOf = (transaction: Transaction) => ({ message: base64.encode(transaction.toPSBT()) })
  /** Signs the next input in a room that is open. */
  const signIn = async (ada: Signer, transaction: Transaction, roomId: string) => {
    const message = toHex(await digestOfPsbt(transaction.toPSBT(), ada.wallet.address))
    await signInRoom(host, ada.wallet, { roomId, message })
  }
  const sign = async (ada: Signer, transaction: Transaction) =>
    signIn(ada, transaction, (await ada.ask(requestOf(transaction))).roomId)
  /** Marks an input as signed. */
  const mark = (transaction: Transaction, index: number) => {
    const publicKey = secp256k1.getPublicKey(new Uint8Array(32).fill(1))
    transaction.updateInput(index, { partialSig: [[publicKey, new Uint8Array(71)]] }, true)
  }
  const spendingRule: Partial<Rule> = {
    chain: 'BTC',
    ruleType: 'allow',
    addresses: [shopOfBitcoin],
    valueLimit: { maxPerCall: '1000', totalLimit: '1500' },
  }

  it('charges a transaction once for all of its signatures', async () => {
    const ada = await createSigner(host, 'BTC')
    await addRules(host, spendingRule)
    const first = paying(ada, 900n, '4', '5')
    await sign(ada, first)
    mark(first, 0)
    await sign(ada, first)
    expect(await ada.refuse(requestOf(paying(ada, 601n, '6')))).toMatchObject(denied)
    await sign(ada, paying(ada, 600n, '6'))
    expect(await ada.refuse(requestOf(paying(ada, 1n, '7')))).toMatchObject(denied)
  })

  it('charges a transaction once while several of its signatures are under way', async () => {
    const ada = await createSigner(host, 'BTC')
    await addRules(host, spendingRule)
    const first = paying(ada, 900n, '4', '5', '8')
    const rooms = [await ada.ask(requestOf(first)), await ada.ask(requestOf(first))]
    const open = async () => {
      expect(await ada.refuse(requestOf(paying(ada, 601n, '6')))).toMatchObject(denied)
      await ada.ask(requestOf(paying(ada, 600n, '6')))
    }
    await open()
    await signIn(ada, first, rooms[0]!.roomId)
    await open()
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
