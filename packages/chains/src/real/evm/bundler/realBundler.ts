/** The bundler and the paymasters of the mock for a real node that has neither (ERC-7769, ERC-7677). */
import { toChecksumAddress } from '@latchkey/crypto/ethereumAddress'
import type { Hex } from '../../../codecs/evmTransactions.ts'
import { bundleData } from '../../../ledger/evm/bundles.ts'
import { intrinsicGas } from '../../../ledger/evm/gas.ts'
import { gasLimitOf } from '../../../ledger/evm/userOperations.ts'
import { bundlerAccount, type BundlerTransaction, sendTransaction } from './bundle.ts'
import { type BundledChain, entryPointsOn } from './bundledChain.ts'
import { estimateGas } from './gasEstimate.ts'
import { operationByHash, receiptOf } from './inclusion.ts'
import { sponsor } from './realPaymaster.ts'
import { assertDelegates, readSubmission, type Submission } from './submission.ts'
import { assertAccepted } from './validation.ts'

/** The gas that an entry point needs beside the limits of an operation. */
const entryPointGas = 150_000n

function bundleOf({ operation, entryPoint, delegation, hash }: Submission): BundlerTransaction {
  const { version, address } = entryPoint
  const from = bundlerAccount(hash)
  const data = bundleData([operation], version, from.address)
  const authorizationList = delegation ? [delegation] : []
  // Version 0.6 wants the gas of the verification once more before the call. A call passes on 63 parts of 64 of its gas.
  const limit = gasLimitOf(operation, version) + operation.verificationGasLimit
  const gas = (limit * 64n) / 63n + entryPointGas
  return { from, to: address, data, authorizationList, gas: gas + intrinsicGas({ data, authorizationList }) }
}

/** @throws {@link RpcError} for an operation that the entry point refuses; one whose call reverts is included */
async function send(chain: BundledChain, params: readonly unknown[]): Promise<Hex> {
  const submission = await readSubmission(chain, params)
  const { operation, delegation, hash } = submission
  if (delegation) await assertDelegates(chain, operation, delegation)
  const bundle = bundleOf(submission)
  await assertAccepted(chain, bundle, submission)
  await chain.onSent(await sendTransaction(chain, bundle))
  return hash
}

/** @throws {@link RpcError} for an operation that fails whoever signs it */
async function estimate(chain: BundledChain, params: readonly unknown[]): Promise<object> {
  const submission = await readSubmission(chain, params)
  const { operation, delegation } = submission
  // The signature of the authorization is as provisional as that of the operation.
  if (delegation) await assertDelegates(chain, operation, { ...delegation, authority: operation.sender })
  return estimateGas(chain, submission)
}

type BundlerMethod = (chain: BundledChain, params: readonly unknown[]) => Promise<unknown>

/** The methods by their names. @throws {@link RpcError} */
export const realBundlerMethods: Readonly<Record<string, BundlerMethod>> = {
  eth_supportedEntryPoints: async (chain) =>
    (await entryPointsOn(chain)).map(({ address }) => toChecksumAddress(address)),
  eth_estimateUserOperationGas: estimate,
  eth_sendUserOperation: send,
  eth_getUserOperationByHash: operationByHash,
  eth_getUserOperationReceipt: receiptOf,
  pm_getPaymasterStubData: async (chain, params) => ({ ...(await sponsor(chain, params)), isFinal: true }),
  pm_getPaymasterData: sponsor,
}
