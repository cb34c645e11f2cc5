import { formatUnits } from '@latchkey/base/amounts'
import { defined } from '@latchkey/base/defined'
import type { Account } from '@latchkey/chains/chains'
import { nativeDecimalsOf } from '@latchkey/chains/ledger/accounts'
import { gasLimitOf, paymasterOf, restoredOperation } from '@latchkey/chains/ledger/evm/userOperations'
import { entryPoints } from '@latchkey/chains/ledger/nativeAddresses'
import { pendingOperations } from '@latchkey/chains/ledger/pending'
import type { PendingOperation } from '@latchkey/chains/records'
import { shownAddress } from '../../domain/chains/shownAddress.ts'
import type { WorldBackend } from '../../domain/shared/backend.ts'
import { networkNameOf } from './ledgerNetworks.ts'

/** A user operation of an EVM chain that waits for a bundle (ERC-4337). */
export interface ShownOperation {
  readonly networkId: number
  readonly network: string
  readonly hash: string
  readonly createdAt: string
  readonly sender: string
  /** Version of its entry point, such as `0.7`. */
  readonly entryPoint: string
  /** The key of its sequence, and its number there, both in decimal. */
  readonly nonceKey: string
  readonly nonce: string
  /** Who pays instead of the sender. */
  readonly paymaster?: string
  /** The contract to which the sender delegates with it (EIP-7702). */
  readonly delegation?: string
  readonly symbol: string
  /** The most that it may cost, in whole units. */
  readonly maximumCost: string
}

/** The user operations that wait, newest first: all of them, or those of one account as sender or paymaster. */
export function presentOperations(backend: WorldBackend, at: { readonly account?: Account } = {}): ShownOperation[] {
  return pendingOperations(backend)
    .toReversed()
    .filter(({ operation, sender }) => {
      const involved = [sender, paymasterOf(restoredOperation(operation))]
      return at.account === undefined || involved.some((address) => `eip155:${address}` === at.account)
    })
    .map((each) => presentOperation(backend, each))
}

function presentOperation(
  backend: WorldBackend,
  { networkId, hash, createdAt, sender, entryPoint: at, operation: stored, delegation }: PendingOperation,
): ShownOperation {
  const { name: network, symbol } = networkNameOf(backend, 'eip155', networkId)
  const operation = restoredOperation(stored)
  const version = entryPoints.find(({ address }) => address === at)?.version ?? '0.7'
  const paymaster = paymasterOf(operation)
  const cost = gasLimitOf(operation, version) * operation.maxFeePerGas
  return {
    networkId,
    network,
    hash,
    createdAt,
    sender: shownAddress(`eip155:${sender}`),
    entryPoint: version,
    nonceKey: (operation.nonce >> 64n).toString(),
    nonce: (operation.nonce & (2n ** 64n - 1n)).toString(),
    ...defined({
      paymaster: paymaster === undefined ? undefined : shownAddress(`eip155:${paymaster}`),
      delegation: delegation && shownAddress(`eip155:${delegation.address}`),
    }),
    symbol,
    maximumCost: formatUnits(cost, nativeDecimalsOf('eip155')),
  }
}
