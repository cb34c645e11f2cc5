import { clearLedger } from '../../../ledger/ledgerCopy.ts'
import { accountAddresses } from '../../../ledger/solana/accountAddresses.ts'
import { solanaNetwork } from '../../../ledger/solana/slots.ts'
import { detailsOf } from '../../../ledger/solana/solanaLedger.ts'
import { RpcError } from '../../jsonRpc.ts'
import { presentAccount } from '../../solana/presentAccount.ts'
import type { SolanaCall } from '../../solana/solanaCall.ts'
import { readAddress, readConfig, readCount, readList } from '../../solana/solanaParams.ts'
import type { SolanaNodeMethod } from './solanaNode.ts'

/** How many signatures Surfpool lists when nobody says how many. */
const defaultLimit = 50

/** The most accounts that a list of them may name. */
const listLimit = 100_000

const readAddresses = (value: unknown): ReadonlySet<string> => new Set(readList(value ?? [], listLimit, readAddress))

/** An account as Surfpool writes it into a snapshot. */
function snapshotOf({ bank }: SolanaCall, address: string, isParsed: boolean): object | undefined {
  const account = presentAccount(bank, address, { encoding: 'base64' })
  if (!account) return undefined
  const { data, lamports, owner, executable, rentEpoch } = account as Readonly<Record<string, unknown>>
  const parsed = isParsed ? presentAccount(bank, address, { encoding: 'jsonParsed' }) : null
  const parsedData = parsed && 'data' in parsed && !Array.isArray(parsed.data) ? parsed.data : null
  return { lamports, owner, executable, rentEpoch, data: (data as readonly string[])[0], parsedData }
}

/** The ledger of a cluster as a whole. */
export const ledgerMethods = {
  surfnet_resetNetwork: ({ run, networkId }) =>
    run(({ backend, inContext }) => {
      clearLedger(backend, solanaNetwork(networkId))
      return inContext(null)
    }),
  surfnet_exportSnapshot: ({ run, networkId }, [config]) =>
    run((call) => {
      const { includeParsedAccounts, filter, scope } = readConfig(config)
      if (scope !== undefined && scope !== null && scope !== 'network')
        throw new RpcError(-32_000, 'A snapshot of this ledger has the whole cluster: its scope is `network`.')
      const { includeAccounts, excludeAccounts } = readConfig(filter)
      const [included, excluded] = [readAddresses(includeAccounts), readAddresses(excludeAccounts)]
      const addresses = [...accountAddresses(call.backend, networkId)]
        .filter((address) => included.size === 0 || included.has(address))
        .filter((address) => !excluded.has(address))
        .toSorted()
      const accounts = addresses.flatMap((address) => {
        const account = snapshotOf(call, address, includeParsedAccounts === true)
        return account ? [[address, account] as const] : []
      })
      return call.inContext(Object.fromEntries(accounts))
    }),
  surfnet_getLocalSignatures: ({ run, networkId }, [limit]) =>
    run(({ backend, inContext }) => {
      const latest = backend.store.chainTransactions.page('byBlock', ['solana', networkId], {
        descending: true,
        offset: 0,
        limit: readCount(limit ?? defaultLimit),
      })
      return inContext(
        latest.map((landed) => {
          const { error, logs } = detailsOf(landed)
          return { signature: landed.hash, err: error, logs }
        }),
      )
    }),
  surfnet_getSurfnetInfo: ({ run }) =>
    run(({ inContext }) =>
      inContext({ runbookExecutions: [], startup: { phase: 'ready', planSealed: true, tasks: [], error: null } }),
    ),
  // Nothing is fetched from elsewhere, so every account is one that is not.
  surfnet_offlineAccount: ({ run }, [address]) =>
    run(({ inContext }) => {
      readAddress(address)
      return inContext(null)
    }),
  surfnet_getStreamedAccounts: ({ run }) => run(({ inContext }) => inContext({ accounts: [] })),
} satisfies Record<string, SolanaNodeMethod>
