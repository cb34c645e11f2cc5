import { readBase58, readBase64 } from '@latchkey/base/bytes'
import { readSolanaTransaction, type SolanaTransaction } from '@latchkey/chains/codecs/solanaTransactions'
import { solanaCluster } from '@latchkey/chains/networks'
import { addressKey, isAddressOf } from '@latchkey/crypto/chainAddresses'
import type { components } from '@latchkey/types'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'
import { existing } from '../shared/recordGuards.ts'
import { presentSimulation, simulationNetwork } from './simulation.ts'

type Schemas = components['schemas']

const chain = 'SOL'

/**
 * Shows what transactions of Solana would do to an account, one after the other, and undoes them.
 *
 * @throws {@link DomainError} `recordNotFound`, `providerNotAvailable`, `unableToFetchBalances`, `invalidChainAddress`,
 * `unreadableTransaction`
 */
export async function simulateSvmTransactions(
  backend: Backend,
  environmentId: string,
  { chain: cluster, transactions, accountAddress, domain }: Schemas['SimulateSVMTransactionRequest'],
): Promise<Schemas['SimulateTransactionResponse']> {
  // A cluster that does not exist gets the number of no network.
  const networkId = solanaCluster(cluster)?.networkId ?? 0
  const network = simulationNetwork(backend, environmentId, { chain, networkId })
  assert(isAddressOf(chain, accountAddress), 'invalidChainAddress')
  const account = addressKey(chain, accountAddress)
  const input = { rights: backend.outside.chains.allowances(account, networkId), domain }
  const runner = await backend.outside.chains.solana()
  return runner.simulate(networkId, transactions.map(readTransaction), (effects) =>
    presentSimulation(backend, { chain, network, account }, { effects, input }),
  )
}

/** Few transactions can be read in both encodings, and then as base64, in which most are sent. */
function readTransaction(text: string): SolanaTransaction {
  const readings = [readBase64(text), readBase58(text)].map((bytes) => bytes && readSolanaTransaction(bytes))
  return existing(
    readings.find((transaction) => transaction !== undefined),
    'unreadableTransaction',
    { message: 'transactions must be transactions of Solana in base64 or base58.' },
  )
}
