import { readHex } from '@latchkey/base/bytes'
import { defined } from '@latchkey/base/defined'
import { programs } from '../../../codecs/solanaInstructions.ts'
import { mineBlock } from '../../../ledger/blocks.ts'
import { accountAddresses } from '../../../ledger/solana/accountAddresses.ts'
import { rentOf } from '../../../ledger/solana/accountSizes.ts'
import { airdrop } from '../../../ledger/solana/airdrop.ts'
import { solanaNetwork } from '../../../ledger/solana/slots.ts'
import {
  type AccountData,
  emptyAccount,
  saveAccounts,
  type SolanaAccount,
} from '../../../ledger/solana/solanaAccounts.ts'
import { RpcError } from '../../jsonRpc.ts'
import { accountBytes } from '../../solana/accountBytes.ts'
import { readAccountData } from '../../solana/accountData.ts'
import { invalidParam, readAddress, readConfig, readCount } from '../../solana/solanaParams.ts'
import { noPrograms } from './refusedMethods.ts'
import type { SolanaNodeMethod } from './solanaNode.ts'

const builtIn: ReadonlySet<string> = new Set(Object.values(programs))

/** The address of an account that may change. @throws {@link RpcError} for a program of the ledger */
function readChangeable(value: unknown): string {
  const address = readAddress(value)
  if (builtIn.has(address)) throw new RpcError(-32_000, `${address} is a program of this ledger and stays as it is.`)
  return address
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

/** @throws {@link RpcError} for anything but bytes in hex, without `0x` as Surfpool reads them */
function readBytes(value: unknown): Uint8Array<ArrayBuffer> {
  const bytes = typeof value === 'string' ? readHex(value) : undefined
  if (!bytes) throw invalidParam('Invalid hex data provided: `data` has to be bytes in hex.')
  return bytes
}

/** The supply of a mint follows from its accounts, so it cannot be another one. @throws {@link RpcError} */
function assertSupply(data: AccountData | undefined, before: AccountData | undefined): void {
  if (data?.kind !== 'mint') return
  const supply = before?.kind === 'mint' ? before.supply : 0n
  if (data.supply !== supply)
    throw invalidParam(
      `Invalid data: the supply of a mint is the sum of its accounts here, ${supply}, not ${data.supply}. ` +
        'Write this supply, and add tokens by surfnet_setTokenAccount.',
    )
}

/** An account with the fields of an update. @throws {@link RpcError} */
function updated(account: SolanaAccount, update: Readonly<Record<string, unknown>>): SolanaAccount {
  const { lamports, owner, executable, data: hex } = update
  if (executable === true) throw new RpcError(-32_000, noPrograms)
  const program = isGiven(owner) ? readAddress(owner) : account.program
  const bytes = isGiven(hex) ? readBytes(hex) : accountBytes(account)
  const isUnread = !isGiven(hex) && program === account.program
  const data = isUnread ? account.data : readAccountData(program, bytes)
  assertSupply(data, account.data)
  // A new account without lamports would not be one.
  const present = account.lamports === 0n ? rentOf(bytes.length) : account.lamports
  return {
    lamports: isGiven(lamports) ? BigInt(readCount(lamports)) : present,
    program,
    space: bytes.length,
    ...defined({ data }),
  }
}

/** Changes of accounts without a transaction. Each makes a block, so that subscribers hear of it. */
export const accountMethods = {
  surfnet_setAccount: ({ run, networkId }, [address, update]) =>
    run(({ backend, bank, inContext }) => {
      const key = readChangeable(address)
      saveAccounts(backend, networkId, new Map([[key, updated(bank.get(key), readConfig(update))]]))
      mineBlock(backend, solanaNetwork(networkId))
      return inContext(null)
    }),
  // Surfpool fetches the account again. This ledger has nothing to fetch, so the account is empty, as at the start.
  surfnet_resetAccount: ({ run, networkId }, [address, config]) =>
    run(({ backend, bank, inContext }) => {
      const key = readChangeable(address)
      const { includeOwnedAccounts } = readConfig(config)
      const all = includeOwnedAccounts === true ? [...accountAddresses(backend, networkId)] : []
      const owned = all.filter((each) => bank.get(each).program === key)
      saveAccounts(backend, networkId, new Map([key, ...owned].map((each) => [each, emptyAccount])))
      mineBlock(backend, solanaNetwork(networkId))
      return inContext(null)
    }),
  // Other callers have the faucet of test networks. These have one everywhere.
  requestAirdrop: ({ run, networkId }, [address, lamports]) =>
    run(({ backend }) =>
      airdrop(backend, networkId, { to: readAddress(address), lamports: BigInt(readCount(lamports)) }),
    ),
} satisfies Record<string, SolanaNodeMethod>
