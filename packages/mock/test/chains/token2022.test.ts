import { createAccount, memo } from '@latchkey/chains/test/solanaWallet'
import {
  AccountState,
  type ExtensionArgs,
  extension,
  fetchMint,
  fetchToken,
  findAssociatedTokenPda,
  getBurnCheckedInstruction,
  getCloseAccountInstruction,
  getCreateAssociatedTokenInstruction,
  getDisableMemoTransfersInstruction,
  getEnableMemoTransfersInstruction,
  getHarvestWithheldTokensToMintInstruction,
  getInitializeAccount3Instruction,
  getInitializeInterestBearingMintInstruction,
  getInitializeMint2Instruction,
  getInitializeTransferHookInstruction,
  getMintSize,
  getMintToInstruction,
  getPostInitializeInstructionsForMintExtensions,
  getPreInitializeInstructionsForMintExtensions,
  getReallocateInstruction,
  getRemoveTokenMetadataKeyInstruction,
  getSetAuthorityInstruction,
  getSetTransferFeeInstruction,
  getThawAccountInstruction,
  getTransferCheckedInstruction,
  getTransferCheckedWithFeeInstruction,
  getTransferInstruction,
  getUpdateDefaultAccountStateInstruction,
  getUpdateMetadataPointerInstruction,
  getUpdateTokenMetadataFieldInstruction,
  getUpdateTokenMetadataUpdateAuthorityInstruction,
  getWithdrawWithheldTokensFromAccountsInstruction,
  getWithdrawWithheldTokensFromMintInstruction,
  AuthorityType,
  ExtensionType,
  tokenMetadataField,
  type TokenMetadataFieldArgs,
  TOKEN_2022_PROGRAM_ADDRESS,
} from '@solana-program/token-2022'
import {
  type Address,
  type Instruction,
  isSome,
  type KeyPairSigner,
  lamports,
  none,
  type Rpc,
  type Signature,
  some,
  type SolanaRpcApi,
} from '@solana/kit'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { keyPairOf, send, signedWire, solanaRpc } from '../people/solana.ts'

const host = createHost()
const [ada, bob, issuer] = await Promise.all([keyPairOf('Ada'), keyPairOf('Bob'), keyPairOf('issuer')])
const decimals = 2

let rpc: Rpc<SolanaRpcApi>
beforeEach(async () => {
  rpc = solanaRpc(host)
  for (const each of [ada, bob, issuer]) await rpc.requestAirdrop(each.address, lamports(5_000_000_000n)).send()
})

/** Why a transaction fails, and what its programs have logged. */
async function failureOf(instructions: readonly Instruction[], signers: readonly KeyPairSigner[]) {
  const { value } = await rpc.getLatestBlockhash().send()
  const wire = await signedWire({ instructions, blockhash: value.blockhash }, signers)
  const { value: simulated } = await rpc.simulateTransaction(wire, { encoding: 'base64' }).send()
  return { err: simulated.err, logs: simulated.logs?.join('\n') }
}

/** The error of the program's own numbers, in the first instruction or another. */
const custom = (code: number, index = 0) => ({ InstructionError: [BigInt(index), { Custom: BigInt(code) }] })

/** Makes a mint with extensions, as wallets do it: the size first, then the extensions, then the mint. */
async function createMint(extensions: readonly ExtensionArgs[], mint: KeyPairSigner) {
  const after = getPostInitializeInstructionsForMintExtensions(mint.address, issuer, [...extensions])
  // Metadata grow into the account, and their rent is paid before.
  const first = extensions.filter(({ __kind }) => __kind !== 'TokenMetadata')
  const space = BigInt(getMintSize(first.length > 0 ? [...first] : undefined))
  const rent = await rpc
    .getMinimumBalanceForRentExemption(BigInt(getMintSize(extensions.length > 0 ? [...extensions] : undefined)))
    .send()
  const initialize = getInitializeMint2Instruction({
    mint: mint.address,
    decimals,
    mintAuthority: issuer.address,
    freezeAuthority: issuer.address,
  })
  await send(
    rpc,
    [
      createAccount(
        { from: issuer.address, account: mint.address, program: TOKEN_2022_PROGRAM_ADDRESS },
        { lamports: rent, space },
      ),
      ...getPreInitializeInstructionsForMintExtensions(mint.address, [...extensions]),
      initialize,
      ...after,
    ],
    [issuer, mint],
  )
  return mint.address
}

/** Opens the associated account of an owner. */
async function open(owner: KeyPairSigner, mint: Address): Promise<Address> {
  const [ata] = await findAssociatedTokenPda({ owner: owner.address, mint, tokenProgram: TOKEN_2022_PROGRAM_ADDRESS })
  const create = getCreateAssociatedTokenInstruction({ payer: owner, ata, owner: owner.address, mint })
  await send(rpc, [create], [owner])
  return ata
}

const mintTo = (mint: Address, token: Address, amount: bigint) =>
  send(rpc, [getMintToInstruction({ mint, token, mintAuthority: issuer, amount })], [issuer])

/** A mint with a fee of 1.5 per cent, at most 5, and an account for Ada with 1 000 and one for Bob. */
async function tokensWithFee(maximumFee = 500n) {
  const fee = { epoch: 0n, maximumFee, transferFeeBasisPoints: 150 }
  const config = extension('TransferFeeConfig', {
    transferFeeConfigAuthority: issuer.address,
    withdrawWithheldAuthority: issuer.address,
    withheldAmount: 0n,
    olderTransferFee: fee,
    newerTransferFee: fee,
  })
  const mint = await createMint([config], await keyPairOf('mint with a fee'))
  const [source, destination] = [await open(ada, mint), await open(bob, mint)]
  await mintTo(mint, source, 100_000n)
  return { mint, source, destination }
}

const amountsOf = async (account: Address) => {
  const { data } = await fetchToken(rpc, account)
  const extensions = isSome(data.extensions) ? data.extensions.value : []
  const withheld = extensions.find((each) => each.__kind === 'TransferFeeAmount')
  return { amount: data.amount, withheld: withheld?.withheldAmount }
}

const withheldInMint = async (mint: Address) => {
  const { data } = await fetchMint(rpc, mint)
  const extensions = isSome(data.extensions) ? data.extensions.value : []
  return extensions.find((each) => each.__kind === 'TransferFeeConfig')?.withheldAmount
}

describe('a mint of Token-2022', () => {
  it('has the extensions that its creator has given it, which @solana-program/token-2022 reads', async () => {
    const signer = await keyPairOf('mint')
    const metadata = {
      updateAuthority: some(issuer.address),
      mint: signer.address,
      name: 'Königsmünze',
      symbol: 'KM',
      uri: 'https://example.com/km.json',
      additionalMetadata: new Map<string, string>(),
    }
    const extensions = [
      extension('MetadataPointer', { authority: issuer.address, metadataAddress: signer.address }),
      extension('MintCloseAuthority', { closeAuthority: issuer.address }),
      extension('PermanentDelegate', { delegate: issuer.address }),
      extension('DefaultAccountState', { state: AccountState.Frozen }),
      extension('TokenMetadata', metadata),
    ]
    const mint = await createMint(extensions, signer)
    const { data, space, lamports: balance } = await fetchMint(rpc, mint)
    expect(data).toMatchObject({ mintAuthority: some(issuer.address), supply: 0n, decimals, isInitialized: true })
    expect(data.extensions).toEqual(
      some([
        { __kind: 'MetadataPointer', authority: some(issuer.address), metadataAddress: some(mint) },
        { __kind: 'MintCloseAuthority', closeAuthority: issuer.address },
        { __kind: 'PermanentDelegate', delegate: issuer.address },
        { __kind: 'DefaultAccountState', state: AccountState.Frozen },
        { __kind: 'TokenMetadata', ...metadata },
      ]),
    )
    expect(space).toBe(BigInt(getMintSize(extensions)))
    expect(balance).toBe(await rpc.getMinimumBalanceForRentExemption(space).send())
  })

  it('shows its extensions parsed, too, as one of its own program', async () => {
    const { mint, source } = await tokensWithFee()
    const parsed = await rpc.getAccountInfo(mint, { encoding: 'jsonParsed' }).send()
    const epoch = (await rpc.getEpochInfo().send()).epoch
    const fee = { epoch, maximumFee: 500n, transferFeeBasisPoints: 150 }
    expect(parsed.value?.data).toMatchObject({
      program: 'spl-token-2022',
      parsed: {
        type: 'mint',
        info: {
          extensions: [
            {
              extension: 'transferFeeConfig',
              state: {
                transferFeeConfigAuthority: issuer.address,
                withdrawWithheldAuthority: issuer.address,
                withheldAmount: 0n,
                olderTransferFee: fee,
                newerTransferFee: fee,
              },
            },
          ],
        },
      },
    })
    const account = await rpc.getAccountInfo(source, { encoding: 'jsonParsed' }).send()
    expect(account.value?.data).toMatchObject({
      program: 'spl-token-2022',
      parsed: {
        info: {
          extensions: [
            { extension: 'immutableOwner' },
            { extension: 'transferFeeAmount', state: { withheldAmount: 0n } },
          ],
        },
      },
    })
  })

  it('is refused in an account that is too small or too large for its extensions', async () => {
    const mint = await keyPairOf('mint')
    const pointer = extension('MetadataPointer', { authority: issuer.address, metadataAddress: mint.address })
    for (const difference of [-1n, 1n]) {
      const space = BigInt(getMintSize([pointer])) + difference
      const rent = await rpc.getMinimumBalanceForRentExemption(space).send()
      const initialize = getInitializeMint2Instruction({ mint: mint.address, decimals, mintAuthority: issuer.address })
      const instructions = [
        createAccount(
          { from: issuer.address, account: mint.address, program: TOKEN_2022_PROGRAM_ADDRESS },
          { lamports: rent, space },
        ),
        ...getPreInitializeInstructionsForMintExtensions(mint.address, [pointer]),
        initialize,
      ]
      const { err } = await failureOf(instructions, [issuer, mint])
      expect(err).toEqual({ InstructionError: [difference < 0n ? 1n : 2n, 'InvalidAccountData'] })
    }
  })

  it('is never as large as a multisig account', async () => {
    const mint = await keyPairOf('mint')
    const fee = { epoch: 0n, maximumFee: 1n, transferFeeBasisPoints: 1 }
    const extensions = [
      extension('TransferFeeConfig', {
        transferFeeConfigAuthority: issuer.address,
        withdrawWithheldAuthority: issuer.address,
        withheldAmount: 0n,
        olderTransferFee: fee,
        newerTransferFee: fee,
      }),
      extension('MetadataPointer', { authority: issuer.address, metadataAddress: mint.address }),
      extension('NonTransferable', {}),
      extension('DefaultAccountState', { state: AccountState.Initialized }),
    ]
    const errorAt = async (space: bigint) => {
      const rent = await rpc.getMinimumBalanceForRentExemption(space).send()
      const instructions = [
        createAccount(
          { from: issuer.address, account: mint.address, program: TOKEN_2022_PROGRAM_ADDRESS },
          { lamports: rent, space },
        ),
        ...getPreInitializeInstructionsForMintExtensions(mint.address, extensions),
        getInitializeMint2Instruction({ mint: mint.address, decimals, mintAuthority: issuer.address }),
      ]
      return (await failureOf(instructions, [issuer, mint])).err
    }
    expect(await errorAt(355n)).toMatchObject({ InstructionError: [expect.anything(), 'InvalidAccountData'] })
    expect(await errorAt(357n)).toBeNull()
  })

  it('has the name of its metadata, under which a test funds people', async () => {
    const signer = await keyPairOf('mint')
    const mint = await createMint(
      [
        extension('MetadataPointer', { authority: issuer.address, metadataAddress: signer.address }),
        extension('TokenMetadata', {
          updateAuthority: some(issuer.address),
          mint: signer.address,
          name: 'Coin',
          symbol: 'CN',
          uri: '',
          additionalMetadata: new Map(),
        }),
      ],
      signer,
    )
    await mintTo(mint, await open(ada, mint), 250n)
    const fund = (token: string) => host.mock.chain.fund(ada.address, { token, amount: '1' }, 103)
    await fund('CN')
    expect(host.mock.chain.holdings(ada.address, 'SOL')).toMatchObject([{ amount: 3.5 }])
    await rpc.requestAirdrop(mint, lamports(100_000_000n)).send()
    const update = (field: TokenMetadataFieldArgs, value: string) =>
      getUpdateTokenMetadataFieldInstruction({ metadata: mint, updateAuthority: issuer, field, value })
    const [symbol, material, weight] = [
      tokenMetadataField('Symbol'),
      tokenMetadataField('Key', ['material']),
      tokenMetadataField('Key', ['weight']),
    ]
    await send(rpc, [update(symbol, 'COIN'), update(material, 'gold'), update(weight, '5')], [issuer])
    const metadataNow = async () => {
      const { data } = await fetchMint(rpc, mint)
      return isSome(data.extensions)
        ? data.extensions.value.find(({ __kind }) => __kind === 'TokenMetadata')
        : undefined
    }
    const additionalMetadata = new Map([
      ['material', 'gold'],
      ['weight', '5'],
    ])
    expect(await metadataNow()).toMatchObject({ name: 'Coin', symbol: 'COIN', additionalMetadata })
    await fund('COIN')
    await expect(fund('CN')).rejects.toThrow('CN')
    const remove = (idempotent: boolean) =>
      getRemoveTokenMetadataKeyInstruction({ metadata: mint, updateAuthority: issuer, idempotent, key: 'material' })
    await send(rpc, [remove(false)], [issuer])
    expect(await metadataNow()).toMatchObject({ additionalMetadata: new Map([['weight', '5']]) })
    expect((await failureOf([remove(false)], [issuer])).err).toEqual(custom(901_952_962))
    expect((await failureOf([remove(true)], [issuer])).err).toBeNull()
    const stranger = getUpdateTokenMetadataFieldInstruction({
      metadata: mint,
      updateAuthority: ada,
      field: tokenMetadataField('Name'),
      value: 'Mine',
    })
    expect((await failureOf([stranger], [ada])).err).toEqual(custom(901_952_960))
    const giveUp = getUpdateTokenMetadataUpdateAuthorityInstruction({
      metadata: mint,
      updateAuthority: issuer,
      newUpdateAuthority: none(),
    })
    await send(rpc, [giveUp], [issuer])
    expect((await failureOf([update(symbol, 'C')], [issuer])).err).toEqual(custom(901_952_961))
  })

  it('closes without tokens, only by its close authority, and is gone then', async () => {
    const mint = await createMint(
      [extension('MintCloseAuthority', { closeAuthority: issuer.address })],
      await keyPairOf('mint'),
    )
    const account = await open(ada, mint)
    await mintTo(mint, account, 5n)
    const close = (owner: KeyPairSigner) =>
      getCloseAccountInstruction({ account: mint, destination: owner.address, owner })
    expect((await failureOf([close(issuer)], [issuer])).err).toEqual(custom(28))
    const burn = getBurnCheckedInstruction({ account, mint, authority: ada, amount: 5n, decimals })
    await send(rpc, [burn, getCloseAccountInstruction({ account, destination: ada.address, owner: ada })], [ada])
    expect((await failureOf([close(ada)], [ada])).err).toEqual(custom(4))
    await send(rpc, [close(issuer)], [issuer])
    expect((await rpc.getAccountInfo(mint, { encoding: 'base64' }).send()).value).toBeNull()
  })

  it('gives its permanent delegate the tokens of everybody', async () => {
    const mint = await createMint(
      [extension('PermanentDelegate', { delegate: issuer.address })],
      await keyPairOf('mint'),
    )
    const [source, destination] = [await open(ada, mint), await open(bob, mint)]
    await mintTo(mint, source, 10n)
    const take = (authority: KeyPairSigner) =>
      getTransferCheckedInstruction({ source, mint, destination, authority, amount: 4n, decimals })
    expect((await failureOf([take(bob)], [bob])).err).toEqual(custom(4))
    const burn = getBurnCheckedInstruction({ account: source, mint, authority: issuer, amount: 1n, decimals })
    await send(rpc, [take(issuer), burn], [issuer])
    expect((await fetchToken(rpc, source)).data.amount).toBe(5n)
    const giveUp = getSetAuthorityInstruction({
      owned: mint,
      owner: issuer,
      authorityType: AuthorityType.PermanentDelegate,
      newAuthority: null,
    })
    await send(rpc, [giveUp], [issuer])
    expect((await failureOf([take(issuer)], [issuer])).err).toEqual(custom(4))
  })

  it('freezes new accounts where it says so', async () => {
    const mint = await createMint(
      [extension('DefaultAccountState', { state: AccountState.Frozen })],
      await keyPairOf('mint'),
    )
    const account = await open(ada, mint)
    const add = getMintToInstruction({ mint, token: account, mintAuthority: issuer, amount: 1n })
    expect((await failureOf([add], [issuer])).err).toEqual(custom(17))
    await send(rpc, [getThawAccountInstruction({ account, mint, owner: issuer }), add], [issuer])
    const update = getUpdateDefaultAccountStateInstruction({
      mint,
      freezeAuthority: issuer,
      state: AccountState.Initialized,
    })
    await send(rpc, [update], [issuer])
    expect((await fetchToken(rpc, await open(bob, mint))).data.state).toBe(AccountState.Initialized)
  })

  it('keeps its tokens where they are if they cannot be transferred', async () => {
    const mint = await createMint([extension('NonTransferable', {})], await keyPairOf('mint'))
    const [source, destination] = [await open(ada, mint), await open(bob, mint)]
    await mintTo(mint, source, 10n)
    const move = getTransferCheckedInstruction({ source, mint, destination, authority: ada, amount: 1n, decimals })
    expect(await failureOf([move], [ada])).toMatchObject({
      err: custom(37),
      logs: expect.stringContaining('Transfer is disabled for this mint'),
    })
    await send(
      rpc,
      [getBurnCheckedInstruction({ account: source, mint, authority: ada, amount: 10n, decimals })],
      [ada],
    )
    expect((await rpc.getTokenSupply(mint).send()).value.amount).toBe('0')
  })

  it('points to other metadata when its authority says so', async () => {
    const signer = await keyPairOf('mint')
    const pointer = extension('MetadataPointer', { authority: issuer.address, metadataAddress: signer.address })
    const mint = await createMint([pointer], signer)
    const point = (authority: KeyPairSigner) =>
      getUpdateMetadataPointerInstruction({ mint, metadataPointerAuthority: authority, metadataAddress: bob.address })
    expect((await failureOf([point(ada)], [ada])).err).toEqual(custom(4))
    await send(rpc, [point(issuer)], [issuer])
    expect((await fetchMint(rpc, mint)).data.extensions).toEqual(
      some([{ __kind: 'MetadataPointer', authority: some(issuer.address), metadataAddress: some(bob.address) }]),
    )
  })
})

describe('a fee on transfers', () => {
  it('stays in the account of the recipient, rounded up, and at most the maximum', async () => {
    const { mint, source, destination } = await tokensWithFee()
    const pay = (amount: bigint, fee: bigint) =>
      getTransferCheckedWithFeeInstruction({ source, mint, destination, authority: ada, amount, decimals, fee })
    await send(rpc, [pay(1001n, 16n)], [ada])
    expect(await amountsOf(source)).toEqual({ amount: 98_999n, withheld: 0n })
    expect(await amountsOf(destination)).toEqual({ amount: 985n, withheld: 16n })
    await send(rpc, [pay(80_000n, 500n)], [ada])
    expect(await amountsOf(destination)).toEqual({ amount: 80_485n, withheld: 516n })
    expect((await failureOf([pay(1001n, 15n)], [ada])).err).toEqual(custom(32))
    expect((await rpc.getTokenSupply(mint).send()).value.amount).toBe('100000')
  })

  it('is taken from a checked transfer as well, and a transfer without the mint is refused', async () => {
    const { mint, source, destination } = await tokensWithFee()
    const transfer = { source, destination, authority: ada, amount: 200n }
    await send(rpc, [getTransferCheckedInstruction({ ...transfer, mint, decimals })], [ada])
    expect(await amountsOf(destination)).toEqual({ amount: 197n, withheld: 3n })
    expect((await failureOf([getTransferInstruction(transfer)], [ada])).err).toEqual(custom(31))
  })

  it('costs nothing on the way to the same account', async () => {
    const { mint, source } = await tokensWithFee()
    const same = { source, mint, destination: source, authority: ada, amount: 200n, decimals }
    await send(rpc, [getTransferCheckedInstruction(same)], [ada])
    expect(await amountsOf(source)).toEqual({ amount: 100_000n, withheld: 0n })
  })

  it('shows in what the sender has spent and the recipient has got', async () => {
    const { mint, source, destination } = await tokensWithFee()
    await send(
      rpc,
      [getTransferCheckedInstruction({ source, mint, destination, authority: ada, amount: 200n, decimals })],
      [ada],
    )
    expect(host.mock.chain.holdings(ada.address, 'SOL')).toMatchObject([{ amount: 998 }])
    expect(host.mock.chain.holdings(bob.address, 'SOL')).toMatchObject([{ amount: 1.97 }])
    const [{ signature } = expect.fail()] = await rpc.getSignaturesForAddress(destination).send()
    const landed = await rpc
      .getTransaction(signature as Signature, {
        encoding: 'jsonParsed',
        maxSupportedTransactionVersion: 0,
      })
      .send()
    const amounts = (list: readonly { uiTokenAmount: { amount: string } }[] | undefined) =>
      list?.map(({ uiTokenAmount }) => uiTokenAmount.amount).toSorted()
    expect(amounts(landed?.meta?.preTokenBalances)).toEqual(['0', '100000'])
    expect(amounts(landed?.meta?.postTokenBalances)).toEqual(['197', '99800'])
  })

  it('is harvested into the mint by anybody, and withdrawn only by its authority', async () => {
    const { mint, source, destination } = await tokensWithFee()
    const pay = getTransferCheckedInstruction({ source, mint, destination, authority: ada, amount: 1000n, decimals })
    await send(rpc, [pay], [ada])
    const feeReceiver = await open(issuer, mint)
    const close = getCloseAccountInstruction({ account: destination, destination: bob.address, owner: bob })
    const spend = getTransferCheckedInstruction({
      source: destination,
      mint,
      destination: source,
      authority: bob,
      amount: 985n,
      decimals,
    })
    expect((await failureOf([spend, close], [bob])).err).toEqual(custom(35, 1))
    await send(rpc, [getHarvestWithheldTokensToMintInstruction({ mint, sources: [destination] })], [ada])
    expect(await amountsOf(destination)).toEqual({ amount: 985n, withheld: 0n })
    expect(await withheldInMint(mint)).toBe(15n)
    const withdraw = (authority: KeyPairSigner) =>
      getWithdrawWithheldTokensFromMintInstruction({ mint, feeReceiver, withdrawWithheldAuthority: authority })
    expect((await failureOf([withdraw(ada)], [ada])).err).toEqual(custom(4))
    await send(rpc, [withdraw(issuer)], [issuer])
    expect(await amountsOf(feeReceiver)).toEqual({ amount: 15n, withheld: 0n })
    expect(await withheldInMint(mint)).toBe(0n)
    await send(rpc, [pay], [ada])
    const sources = [destination, source]
    const fromAccounts = (authority: KeyPairSigner) =>
      getWithdrawWithheldTokensFromAccountsInstruction({
        mint,
        feeReceiver,
        withdrawWithheldAuthority: authority,
        numTokenAccounts: sources.length,
        sources,
      })
    expect((await failureOf([fromAccounts(bob)], [bob])).err).toEqual(custom(4))
    await send(rpc, [fromAccounts(issuer)], [issuer])
    expect(await amountsOf(feeReceiver)).toEqual({ amount: 30n, withheld: 0n })
    expect(await amountsOf(destination)).toEqual({ amount: 1970n, withheld: 0n })
    expect((await rpc.getTokenSupply(mint).send()).value.amount).toBe('100000')
  })

  it('changes two epochs after its authority has set another one', async () => {
    const { mint, source, destination } = await tokensWithFee()
    const set = (authority: KeyPairSigner, transferFeeBasisPoints: number) =>
      getSetTransferFeeInstruction({
        mint,
        transferFeeConfigAuthority: authority,
        transferFeeBasisPoints,
        maximumFee: 1_000_000n,
      })
    expect((await failureOf([set(ada, 1)], [ada])).err).toEqual(custom(4))
    expect((await failureOf([set(issuer, 10_001)], [issuer])).err).toEqual(custom(30))
    await send(rpc, [set(issuer, 1000)], [issuer])
    const pay = () =>
      send(
        rpc,
        [getTransferCheckedInstruction({ source, mint, destination, authority: ada, amount: 1000n, decimals })],
        [ada],
      )
    await pay()
    expect(await amountsOf(destination)).toEqual({ amount: 985n, withheld: 15n })
    const { epoch } = await rpc.getEpochInfo().send()
    while ((await rpc.getEpochInfo().send()).epoch < epoch + 1n) await host.mock.clock.advance({ hours: 12 })
    await pay()
    expect(await amountsOf(destination)).toEqual({ amount: 1970n, withheld: 30n })
    while ((await rpc.getEpochInfo().send()).epoch < epoch + 2n) await host.mock.clock.advance({ hours: 12 })
    await pay()
    expect(await amountsOf(destination)).toEqual({ amount: 2870n, withheld: 130n })
  })
})

describe('a token account of Token-2022', () => {
  it('keeps its owner where it is the associated one', async () => {
    const mint = await createMint([], await keyPairOf('mint'))
    const account = await open(ada, mint)
    expect((await fetchToken(rpc, account)).data.extensions).toEqual(some([{ __kind: 'ImmutableOwner' }]))
    expect((await rpc.getAccountInfo(account, { encoding: 'base64' }).send()).value?.space).toBe(170n)
    const give = getSetAuthorityInstruction({
      owned: account,
      owner: ada,
      authorityType: AuthorityType.AccountOwner,
      newAuthority: bob.address,
    })
    expect((await failureOf([give], [ada])).err).toEqual(custom(34))
  })

  it('takes only transfers with a memo once its owner has asked for memos', async () => {
    const mint = await createMint([], await keyPairOf('mint'))
    const [source, token] = [await open(ada, mint), await open(bob, mint)]
    await mintTo(mint, source, 10n)
    const enable = getEnableMemoTransfersInstruction({ token, owner: bob })
    expect((await failureOf([enable], [bob])).err).toEqual({ InstructionError: [0n, 'InvalidAccountData'] })
    const grow = getReallocateInstruction({
      token,
      payer: bob,
      owner: bob,
      newExtensionTypes: [ExtensionType.MemoTransfer],
    })
    await send(rpc, [grow, enable], [bob])
    expect((await fetchToken(rpc, token)).data.extensions).toEqual(
      some([{ __kind: 'ImmutableOwner' }, { __kind: 'MemoTransfer', requireIncomingTransferMemos: true }]),
    )
    const pay = getTransferCheckedInstruction({
      source,
      mint,
      destination: token,
      authority: ada,
      amount: 1n,
      decimals,
    })
    expect((await failureOf([pay], [ada])).err).toEqual(custom(36))
    expect((await failureOf([memo('rent'), pay, pay], [ada])).err).toEqual(custom(36, 2))
    await send(rpc, [memo('rent'), pay], [ada])
    expect((await fetchToken(rpc, token)).data.amount).toBe(1n)
    await send(rpc, [getDisableMemoTransfersInstruction({ token, owner: bob })], [bob])
    await send(rpc, [pay], [ada])
    expect((await fetchToken(rpc, token)).data.amount).toBe(2n)
  })

  it('of a token that cannot be transferred has an owner who stays', async () => {
    const mint = await createMint([extension('NonTransferable', {})], await keyPairOf('mint'))
    const account = await keyPairOf('account')
    const [space, tight] = [174n, 173n]
    const creation = async (size: bigint) => [
      createAccount(
        { from: ada.address, account: account.address, program: TOKEN_2022_PROGRAM_ADDRESS },
        { lamports: await rpc.getMinimumBalanceForRentExemption(size).send(), space: size },
      ),
      getInitializeAccount3Instruction({ account: account.address, mint, owner: ada.address }),
    ]
    expect((await failureOf(await creation(tight), [ada, account])).err).toEqual({
      InstructionError: [1n, 'InvalidAccountData'],
    })
    await send(rpc, await creation(space), [ada, account])
    expect((await fetchToken(rpc, account.address)).data.extensions).toEqual(
      some([{ __kind: 'NonTransferableAccount' }, { __kind: 'ImmutableOwner' }]),
    )
  })

  it('of a balance that a test sets belongs to the program of its mint', async () => {
    const { mint } = await tokensWithFee()
    const { address: owner } = await keyPairOf('Cleo')
    host.mock.chain.setTokenBalance({ owner, chain: 'SOL', networkId: 103, contractAddress: mint, amount: 3 })
    const [account] = await findAssociatedTokenPda({ owner, mint, tokenProgram: TOKEN_2022_PROGRAM_ADDRESS })
    const { data, programAddress } = await fetchToken(rpc, account)
    expect(programAddress).toBe(TOKEN_2022_PROGRAM_ADDRESS)
    expect(data).toMatchObject({
      amount: 300n,
      extensions: some([{ __kind: 'ImmutableOwner' }, { __kind: 'TransferFeeAmount', withheldAmount: 0n }]),
    })
  })
})

describe('an extension that the ledger does not run', () => {
  it('is refused by a sentence that names it', async () => {
    const { address: mint } = await keyPairOf('mint')
    const refusals = [
      [
        getInitializeTransferHookInstruction({ mint, authority: issuer.address, programId: bob.address }),
        'This ledger does not run transfer hooks.',
      ],
      [
        getInitializeInterestBearingMintInstruction({ mint, rateAuthority: issuer.address, rate: 1 }),
        'This ledger does not run interest.',
      ],
    ] as const
    for (const [instruction, sentence] of refusals)
      expect(await failureOf([instruction], [issuer])).toEqual({
        err: { InstructionError: [0n, 'InvalidInstructionData'] },
        logs: expect.stringContaining(sentence),
      })
    const account = await open(ada, await createMint([], await keyPairOf('mint')))
    const grow = (type: ExtensionType) =>
      getReallocateInstruction({ token: account, payer: ada, owner: ada, newExtensionTypes: [type] })
    expect((await failureOf([grow(ExtensionType.CpiGuard)], [ada])).logs).toContain('does not run the extension 11')
    expect((await failureOf([grow(ExtensionType.NonTransferable)], [ada])).err).toEqual(custom(21))
  })
})
