import { toHex } from '@latchkey/base/bytes'
import { createAccount, transactionOf } from '@latchkey/chains/test/solanaWallet'
import {
  type ExtensionArgs,
  findAssociatedTokenPda,
  getCreateAssociatedTokenInstructionAsync,
  getInitializeAccount3Instruction,
  getInitializeMint2Instruction,
  getMintSize,
  getMintToInstruction,
  getPostInitializeInstructionsForMintExtensions,
  getPreInitializeInstructionsForMintExtensions,
  getTokenSize,
  getTransferCheckedWithFeeInstruction,
  TOKEN_2022_PROGRAM_ADDRESS,
} from '@solana-program/token-2022'
import {
  type Address,
  address,
  createNoopSigner,
  createSolanaRpc,
  type Instruction,
  lamports,
  type Rpc,
  some,
  type SolanaRpcApi,
} from '@solana/kit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { addRules, createSigner, type Signer, violations } from '../people/policyPeople.ts'
import { keyPairOf, send, solanaRpc } from '../people/solana.ts'
import { type LiteSvm, startLiteSvm } from './liteSvm.ts'

const host = createHost()
const networkId = 103
const denied = { status: 403, code: 'policy_denied' }
const [issuer, mintKey, thief, shop] = await Promise.all([
  keyPairOf('Issuer of Token-2022'),
  keyPairOf('Silver of Token-2022'),
  keyPairOf('Thief of Token-2022'),
  keyPairOf('Shop of Token-2022'),
])
const silver = mintKey.address
const decimals = 2
let node: LiteSvm
let rpc: Rpc<SolanaRpcApi>

const extensions: readonly ExtensionArgs[] = [
  {
    __kind: 'TransferFeeConfig',
    transferFeeConfigAuthority: issuer.address,
    withdrawWithheldAuthority: issuer.address,
    withheldAmount: 0n,
    newerTransferFee: { epoch: 0n, maximumFee: 1_000n, transferFeeBasisPoints: 100 },
    olderTransferFee: { epoch: 0n, maximumFee: 1_000n, transferFeeBasisPoints: 100 },
  },
  { __kind: 'MetadataPointer', authority: some(issuer.address), metadataAddress: some(silver) },
  {
    __kind: 'TokenMetadata',
    updateAuthority: some(issuer.address),
    mint: silver,
    name: 'Silver',
    symbol: 'SLV',
    uri: 'https://silver.example.com',
    additionalMetadata: new Map(),
  },
]

const accountOf = async (owner: string) =>
  (
    await findAssociatedTokenPda({
      owner: address(owner),
      mint: silver,
      tokenProgram: TOKEN_2022_PROGRAM_ADDRESS,
    })
  )[0]

/** A payment from the associated account of an owner, of which the fee of one percent is withheld. */
const pay = async (from: string, destination: Address, amount: bigint): Promise<Instruction> =>
  getTransferCheckedWithFeeInstruction({
    source: await accountOf(from),
    mint: silver,
    destination,
    authority: createNoopSigner(address(from)),
    amount,
    decimals,
    fee: (amount + 99n) / 100n,
  })

/** Opens the associated account of an owner. */
const open = (owner: string) =>
  getCreateAssociatedTokenInstructionAsync({
    payer: createNoopSigner(issuer.address),
    owner: address(owner),
    mint: silver,
    tokenProgram: TOKEN_2022_PROGRAM_ADDRESS,
  })

beforeAll(async () => {
  node = await startLiteSvm()
  rpc = createSolanaRpc(node.url)
  await rpc.requestAirdrop(issuer.address, lamports(1_000_000_000_000n)).send()
  const first = extensions.filter(({ __kind }) => __kind !== 'TokenMetadata')
  const rent = await rpc.getMinimumBalanceForRentExemption(BigInt(getMintSize([...extensions]))).send()
  const instructions = [
    createAccount(
      { from: issuer.address, account: silver, program: TOKEN_2022_PROGRAM_ADDRESS },
      { lamports: rent, space: BigInt(getMintSize([...first])) },
    ),
    ...getPreInitializeInstructionsForMintExtensions(silver, [...extensions]),
    getInitializeMint2Instruction({ mint: silver, decimals, mintAuthority: issuer.address, freezeAuthority: null }),
    ...getPostInitializeInstructionsForMintExtensions(silver, issuer, [...extensions]),
    await open(issuer.address),
    getMintToInstruction({
      mint: silver,
      token: await accountOf(issuer.address),
      mintAuthority: issuer,
      amount: 1_000_000n,
    }),
  ]
  await send(rpc, instructions, [issuer, mintKey])
})
afterAll(() => node.stop())
beforeEach(async () => {
  await host.mock.chain.attach('devnet', node.url)
})

describe('a token of Token-2022 on a real cluster', () => {
  it('shows in the balances with its own name, and in wallet.activity with what arrives after the fee', async () => {
    await host.mock.create.provider({ provider: 'dynamic' })
    const user = await host.mock.create.user({ email: 'ada@example.com' })
    const wallet = await host.mock.wallets.embedded(user, { chain: 'SVM' })
    const destination = await accountOf(wallet.address)
    // Sent by the chain's URL at the mock, which sees the transaction in passing.
    await send(rpc, [await open(wallet.address)], [issuer])
    const signature = await send(solanaRpc(host), [await pay(issuer.address, destination, 10_000n)], [issuer])
    await host.mock.clock.settle()
    expect(host.mock.events.list({ eventName: 'wallet.activity' }).map(({ data }) => data)).toMatchObject([
      {
        walletId: wallet.walletId,
        transactionHash: signature,
        labels: ['receive'],
        // Withheld tokens count as gone, since no owner has them.
        assetTransfers: [
          { tokenAddress: silver, toAddress: wallet.address, amount: 99 },
          { tokenAddress: silver, amount: 1 },
        ],
      },
    ])
    const { token } = await host.mock.signIn(user)
    const { body } = await host.call('balances.getByAccount', {
      token,
      params: { chainName: 'SOL' },
      query: { accountAddress: wallet.address, networkId },
    })
    expect(body).toMatchObject([{ name: 'Silver', symbol: 'SLV', decimals, balance: 99, address: silver }])
  })
})

describe('a policy about tokens on a real cluster', () => {
  let ada: Signer
  beforeEach(async () => {
    ada = await createSigner(host, 'SVM')
  })

  const messageOf = async (instruction: Instruction) => {
    const { blockhash } = (await rpc.getLatestBlockhash().send()).value
    const feePayer = address(ada.wallet.address)
    const { messageBytes } = transactionOf({ instructions: [instruction], blockhash, feePayer })
    return { message: toHex(Uint8Array.from(messageBytes)) }
  }

  /** A token account that follows from no owner, so that only the node knows whose it is. */
  async function hiddenAccount(name: string, owner: Address): Promise<Address> {
    const key = await keyPairOf(`Hidden account ${name}`)
    const feeAmount = { __kind: 'TransferFeeAmount', withheldAmount: 0n } as const
    const space = BigInt(getTokenSize([feeAmount]))
    const rent = await rpc.getMinimumBalanceForRentExemption(space).send()
    const instructions = [
      createAccount(
        { from: issuer.address, account: key.address, program: TOKEN_2022_PROGRAM_ADDRESS },
        { lamports: rent, space },
      ),
      getInitializeAccount3Instruction({ account: key.address, mint: silver, owner }),
    ]
    await send(rpc, instructions, [issuer, key])
    return key.address
  }

  it('denies an owner of whom only the node knows, and nobody else', async () => {
    const [toThief, toShop] = [await hiddenAccount('thief', thief.address), await hiddenAccount('shop', shop.address)]
    await addRules(host, { chain: 'SVM', addresses: [thief.address] })
    expect(await ada.refuse(await messageOf(await pay(ada.wallet.address, toThief, 100n)))).toMatchObject(denied)
    expect(await violations(host)).toMatchObject([
      { violation: 'address_denied', chainId: networkId, participants: [toThief] },
    ])
    await ada.ask(await messageOf(await pay(ada.wallet.address, toShop, 100n)))
  })

  it('limits the amount of the mint that the node says', async () => {
    const toShop = await hiddenAccount('shop with a limit', shop.address)
    const valueLimit = { asset: silver, maxPerCall: '100' }
    await addRules(host, { chain: 'SVM', ruleType: 'allow', addresses: [shop.address], valueLimit })
    await ada.ask(await messageOf(await pay(ada.wallet.address, toShop, 100n)))
    expect(await ada.refuse(await messageOf(await pay(ada.wallet.address, toShop, 101n)))).toMatchObject(denied)
  })

  it('takes an account that the node does not have for that of nobody, and refuses it under any rule', async () => {
    const { address: nowhere } = await keyPairOf('Nowhere')
    const request = await messageOf(await pay(ada.wallet.address, nowhere, 100n))
    await ada.ask(request)
    await addRules(host, { chain: 'SVM', addresses: [thief.address] })
    expect(await ada.refuse(request)).toMatchObject(denied)
    expect(await violations(host)).toMatchObject([{ violation: 'undecodable' }])
  })
})
