import { concat, readBase58, utf8 } from '@latchkey/base/bytes'
import { associatedTokenAddress, lookupTableAddress } from '@latchkey/chains/codecs/solanaAddresses'
import { programs } from '@latchkey/chains/codecs/solanaInstructions'
import { sha256 } from '@noble/hashes/sha2.js'
import {
  AccountRole,
  type Address,
  address,
  appendTransactionMessageInstructions,
  type Base64EncodedWireTransaction,
  type Blockhash,
  compileTransaction,
  compressTransactionMessageUsingAddressLookupTables,
  createKeyPairSignerFromPrivateKeyBytes,
  createSolanaRpcFromTransport,
  createTransactionMessage,
  getAddressEncoder,
  getBase64EncodedWireTransaction,
  getStructEncoder,
  getU32Encoder,
  getU64Encoder,
  getU8Encoder,
  type Instruction,
  type KeyPairSigner,
  partiallySignTransaction,
  pipe,
  type RpcTransport,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  type SolanaRpcApi,
  type Rpc,
} from '@solana/kit'
import type { TestHost } from '../hosts/harness.ts'

/** A key pair of @solana/kit, always the same one for a name. */
export function keyPairOf(name: string): Promise<KeyPairSigner> {
  return createKeyPairSignerFromPrivateKeyBytes(sha256(utf8(name)))
}

/** A client of @solana/kit for a cluster of the mock. */
export function solanaRpc({ fetch, mock }: TestHost, cluster = 'devnet'): Rpc<SolanaRpcApi> {
  const url = `${mock.baseUrl}/__mock/chains/solana/${cluster}`
  const transport: RpcTransport = async ({ payload, signal }) => {
    const body = JSON.stringify(payload, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value))
    const reply = await fetch(url, {
      method: 'POST',
      body,
      signal: signal ?? null,
      headers: { 'content-type': 'application/json' },
    })
    return (await reply.json()) as never
  }
  return createSolanaRpcFromTransport(transport) as Rpc<SolanaRpcApi>
}

/** The parts of a transaction that {@link transactionOf} creates. */
export interface TransactionParts {
  readonly instructions: readonly Instruction[]
  readonly blockhash: string
  readonly feePayer: Address
  readonly version?: 'legacy' | 0
  readonly tables?: Readonly<Record<Address, Address[]>>
}

/** A transaction without signatures. */
export function transactionOf({ instructions, blockhash, feePayer, version = 0, tables = {} }: TransactionParts) {
  const lifetime = { blockhash: blockhash as Blockhash, lastValidBlockHeight: 0n }
  return pipe(
    createTransactionMessage({ version: version as 0 }),
    (message) => setTransactionMessageFeePayer(feePayer, message),
    (message) => setTransactionMessageLifetimeUsingBlockhash(lifetime, message),
    (message) => appendTransactionMessageInstructions(instructions, message),
    (message) => compressTransactionMessageUsingAddressLookupTables(message, tables),
    compileTransaction,
  )
}

/** A transaction for the wire, signed by the first signer, who pays, and the others. */
export async function signedWire(
  parts: Omit<TransactionParts, 'feePayer'>,
  signers: readonly KeyPairSigner[],
): Promise<Base64EncodedWireTransaction> {
  const transaction = transactionOf({ ...parts, feePayer: (signers[0] as KeyPairSigner).address })
  const keys = signers.map(({ keyPair }) => keyPair)
  return getBase64EncodedWireTransaction(await partiallySignTransaction(keys, transaction))
}

/** Builds, signs and sends a transaction with the latest blockhash, then asks for its status until it is final. */
export async function send(
  rpc: Rpc<SolanaRpcApi>,
  instructions: readonly Instruction[],
  signers: readonly KeyPairSigner[],
): Promise<string> {
  const { value } = await rpc.getLatestBlockhash().send()
  const wire = await signedWire({ instructions, blockhash: value.blockhash }, signers)
  const signature = await rpc.sendTransaction(wire, { encoding: 'base64' }).send()
  for (;;) {
    const [status] = (await rpc.getSignatureStatuses([signature]).send()).value
    if (status?.confirmationStatus === 'finalized') return signature
  }
}

const { READONLY, READONLY_SIGNER, WRITABLE, WRITABLE_SIGNER } = AccountRole
const metas = (...accounts: readonly (readonly [string, AccountRole])[]) =>
  accounts.map(([key, role]) => ({ address: address(key), role }))

const tagged = (tag: number, amount?: bigint, decimals?: number) =>
  getStructEncoder([
    ['tag', getU8Encoder()],
    ...(amount === undefined ? [] : ([['amount', getU64Encoder()]] as const)),
    ...(decimals === undefined ? [] : ([['decimals', getU8Encoder()]] as const)),
  ] as never).encode({ tag, amount, decimals } as never) as Uint8Array

/** A payment of lamports by the system program. */
export function transferSol(from: string, to: string, lamports: bigint): Instruction {
  const data = getStructEncoder([
    ['tag', getU32Encoder()],
    ['lamports', getU64Encoder()],
  ]).encode({ tag: 2, lamports })
  return { programAddress: address(programs.system), accounts: metas([from, WRITABLE_SIGNER], [to, WRITABLE]), data }
}

/** The creation of an account that a program keeps. */
export function createAccount(
  { from, account, program }: { from: string; account: string; program: string },
  { lamports, space }: { lamports: bigint; space: bigint },
): Instruction {
  const data = getStructEncoder([
    ['tag', getU32Encoder()],
    ['lamports', getU64Encoder()],
    ['space', getU64Encoder()],
    ['owner', getAddressEncoder()],
  ]).encode({ tag: 0, lamports, space, owner: address(program) })
  const accounts = metas([from, WRITABLE_SIGNER], [account, WRITABLE_SIGNER])
  return { programAddress: address(programs.system), accounts, data }
}

/** The creation of a wallet's token account for a mint; `tag` 1 accepts an account that is there already. */
export function createTokenAccount(
  payer: string,
  { wallet, mint, tag = 1 }: { wallet: string; mint: string; tag?: 0 | 1 },
) {
  return {
    programAddress: address(programs.associatedToken),
    accounts: metas(
      [payer, WRITABLE_SIGNER],
      [associatedTokenAddress(wallet, mint), WRITABLE],
      [wallet, READONLY],
      [mint, READONLY],
      [programs.system, READONLY],
      [programs.token, READONLY],
    ),
    data: Uint8Array.of(tag),
  } satisfies Instruction
}

/** An instruction of the token program by its number. */
export function tokenInstruction(
  tag: number,
  accounts: readonly (readonly [string, 'w' | 'r' | 's'])[],
  data: { amount?: bigint; decimals?: number; bytes?: Uint8Array } = {},
): Instruction {
  const roles = { w: WRITABLE, r: READONLY, s: READONLY_SIGNER }
  return {
    programAddress: address(programs.token),
    accounts: metas(...accounts.map(([key, role]) => [key, roles[role]] as const)),
    data: data.bytes ?? tagged(tag, data.amount, data.decimals),
  }
}

/** A payment of tokens from one wallet's associated account to that of another. */
export function transferTokens(
  mint: string,
  { from, to, authority = from }: { from: string; to: string; authority?: string },
  { amount, decimals }: { amount: bigint; decimals?: number | undefined },
): Instruction {
  const [source, destination] = [associatedTokenAddress(from, mint), associatedTokenAddress(to, mint)]
  return decimals === undefined
    ? tokenInstruction(
        3,
        [
          [source, 'w'],
          [destination, 'w'],
          [authority, 's'],
        ],
        { amount },
      )
    : tokenInstruction(
        12,
        [
          [source, 'w'],
          [mint, 'r'],
          [destination, 'w'],
          [authority, 's'],
        ],
        { amount, decimals },
      )
}

/** A note of the memo program. */
export function memo(text: string, ...signers: readonly string[]): Instruction {
  const accounts = metas(...signers.map((signer) => [signer, READONLY_SIGNER] as const))
  return { programAddress: address(programs.memo), accounts, data: utf8(text) }
}

/** The number that the ledger knows a cluster by. */
const networkIds = { mainnet: 101, devnet: 103 } as const

/** Makes a lookup table on the ledger of a cluster, which lists one address. */
export async function createLookupTable(
  host: TestHost,
  listed: string,
  cluster: keyof typeof networkIds,
): Promise<Address> {
  const rpc = solanaRpc(host, cluster)
  const payer = await keyPairOf('payer')
  await host.mock.chain.fund(payer.address, { sol: '10' }, networkIds[cluster])
  const slot = await rpc.getSlot().send()
  const table = lookupTableAddress(payer.address, slot)
  const accounts = metas(
    [table, WRITABLE],
    [payer.address, READONLY_SIGNER],
    [payer.address, WRITABLE_SIGNER],
    [programs.system, READONLY],
  )
  const programAddress = address(programs.lookupTable)
  const slotBytes = new Uint8Array(8)
  new DataView(slotBytes.buffer).setBigUint64(0, slot, true)
  const creation = concat(new Uint8Array(4), slotBytes, Uint8Array.of(255))
  const count = Uint8Array.of(1, 0, 0, 0, 0, 0, 0, 0)
  const extension = concat(Uint8Array.of(2, 0, 0, 0), count, readBase58(listed) ?? new Uint8Array())
  const instructions = [creation, extension].map((data) => ({ programAddress, accounts, data }))
  await send(rpc, instructions, [payer])
  return address(table)
}
