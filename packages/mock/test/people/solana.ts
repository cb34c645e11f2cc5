import { concat, readBase58, utf8 } from '@latchkey/base/bytes'
import { lookupTableAddress } from '@latchkey/chains/codecs/solanaAddresses'
import { programs } from '@latchkey/chains/codecs/solanaInstructions'
import { type TransactionParts, metas, transactionOf } from '@latchkey/chains/test/solanaWallet'
import { sha256 } from '@noble/hashes/sha2.js'
import {
  AccountRole,
  type Address,
  address,
  type Base64EncodedWireTransaction,
  createKeyPairSignerFromPrivateKeyBytes,
  createSolanaRpcFromTransport,
  getBase64EncodedWireTransaction,
  type Instruction,
  type KeyPairSigner,
  partiallySignTransaction,
  type RpcTransport,
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
