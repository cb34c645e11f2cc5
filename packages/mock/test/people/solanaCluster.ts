import { concat, readBase58 } from '@latchkey/base/bytes'
import { associatedTokenAddress } from '@latchkey/chains/codecs/solanaAddresses'
import { readSolanaTransaction, withSignature } from '@latchkey/chains/codecs/solanaTransactions'
import { fund } from '@latchkey/chains/ledger/faucet'
import { keyOf } from '@latchkey/chains/ledger/solana/solanaAccounts'
import { momentOf, openBank, simulate, submit } from '@latchkey/chains/ledger/solana/solanaLedger'
import { transactionOf } from '@latchkey/chains/test/solanaWallet'
import { AccountRole, address, getTransactionEncoder, type Instruction } from '@solana/kit'
import type { WorldBackend } from '../../src/domain/shared/backend.ts'
import { transact } from '../../src/world/world.ts'
import { createTestWorld } from '../support/world.ts'
import { keyPairOf } from './solana.ts'

const addressOf = async (name: string): Promise<string> => (await keyPairOf(name)).address
export const ada = await addressOf('Ada')
export const bob = await addressOf('Bob')
export const eve = await addressOf('Eve')
export const mint = await addressOf('mint')
export const other = await addressOf('other')
/** The network of devnet. */
export const networkId = 103
/** The mint of USDC there. */
export const usdc = '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU'
/** One SOL, in lamports. */
export const sol = 1_000_000_000n
let count = 0

/** A cluster on which Ada has 10 SOL and 100 USDC, and Bob 1 SOL. The interpreter trusts the signatures. */
export const onCluster = (work: (cluster: ReturnType<typeof clusterOf>) => void) => () =>
  transact(createTestWorld(), (backend) => {
    fund(backend, keyOf(ada), { networkId, amount: '10' })
    fund(backend, keyOf(bob), { networkId, amount: '1' })
    fund(backend, keyOf(ada), { networkId, contract: keyOf(usdc), amount: '100' })
    work(clusterOf(backend))
  })

function clusterOf(backend: WorldBackend) {
  const build = (instructions: readonly Instruction[], { feePayer = ada, blockhash = '', tables = {} } = {}) => {
    const { blockhash: recent } = momentOf(backend, networkId)
    const compiled = transactionOf({
      instructions,
      blockhash: blockhash || recent,
      feePayer: address(feePayer),
      tables,
    })
    const read = readSolanaTransaction(Uint8Array.from(getTransactionEncoder().encode(compiled)))
    if (!read) throw new Error('The transaction of the test cannot be read.')
    const signature = new Uint8Array(64)
    new DataView(signature.buffer).setUint32(0, ++count)
    return withSignature(read, feePayer, signature)
  }
  const account = (key: string) => openBank(backend, networkId).get(key)
  return {
    backend,
    build,
    account,
    run: (instructions: readonly Instruction[], options?: Parameters<typeof build>[1]) =>
      submit(backend, networkId, build(instructions, options)),
    simulate: (instructions: readonly Instruction[]) =>
      simulate(backend, networkId, { transactions: [build(instructions)] }).executions[0],
    tokens: (wallet: string, of = usdc) => {
      const { data } = account(associatedTokenAddress(wallet, of))
      return data?.kind === 'token' ? data : undefined
    },
  }
}

/** The bytes of a key in base58. */
export const bytesOf = (key: string) => readBase58(key) ?? new Uint8Array()
/** A number in eight bytes, the lowest first. */
export const u64 = (value: bigint) => {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, value, true)
  return bytes
}
export const instruction = (
  program: string,
  roles: readonly (readonly [string, AccountRole])[],
  ...data: Uint8Array[]
) => ({
  programAddress: address(program),
  accounts: roles.map(([key, role]) => ({ address: address(key), role })),
  data: concat(...data),
})
export const { WRITABLE, WRITABLE_SIGNER, READONLY, READONLY_SIGNER } = AccountRole
/** How a transaction ends whose instruction at this place fails. */
export const failure = (index: number, error: unknown) => ({ error: { InstructionError: [index, error] } })
