import { readHex, toHex } from '@latchkey/base/bytes'
import { instantOf } from '@latchkey/base/clock'
import { defined } from '@latchkey/base/defined'
/** Blocks, transactions, receipts and logs as the JSON-RPC of an EVM chain shows them. */
import { keccak_256 } from '@noble/hashes/sha3.js'
import type { EvmTransaction, Hex } from '../codecs/evmTransactions.ts'
import { addressOf } from '../ledger/accounts.ts'
import type { Block } from '../ledger/blocks.ts'
import type { EvmLog } from '../ledger/evm/abi.ts'
import { detailsOf, evmDetailsOf } from '../ledger/evm/details.ts'
import { zeroAddress } from '../ledger/evm/erc20.ts'
import { accountOf } from '../ledger/evm/execution.ts'
import { highestPriceOf, usualBaseFee, usualGasLimit } from '../ledger/evm/gas.ts'
import type { LedgerTransaction } from '../records.ts'

const zeroHash: Hex = `0x${'0'.repeat(64)}`
/** The hash of an empty list of uncles. */
const noUncles: Hex = '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347'

/** The root of an empty list of withdrawals (EIP-4895). */
const noWithdrawals: Hex = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421'
/** The hash of an empty list of requests (EIP-7685). */
const noRequests: Hex = '0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

const typeNumbers = { legacy: '0x0', eip2930: '0x1', eip1559: '0x2', eip7702: '0x4' } as const

/** A whole number in hex. */
export const quantity = (value: bigint | number | string): Hex => `0x${BigInt(value).toString(16)}`

/** The instant of a block in seconds. */
const secondsOf = ({ createdAt }: Block) => quantity(Math.floor(instantOf(createdAt) / 1000))

/** The header of a block. */
export function headShape(block: Block, transactions: readonly LedgerTransaction[]): object {
  const details = transactions.map(evmDetailsOf)
  return {
    number: quantity(block.number),
    hash: block.hash,
    parentHash: block.parentHash,
    timestamp: secondsOf(block),
    nonce: '0x0000000000000000',
    mixHash: block.randao ?? zeroHash,
    sha3Uncles: noUncles,
    logsBloom: bloomOf(details.flatMap(({ logs }) => logs)),
    transactionsRoot: zeroHash,
    stateRoot: zeroHash,
    receiptsRoot: zeroHash,
    miner: block.coinbase === undefined ? zeroAddress : addressOf(block.coinbase),
    difficulty: '0x0',
    extraData: '0x',
    gasLimit: quantity(block.gasLimit ?? usualGasLimit),
    gasUsed: quantity(details.reduce((sum, { gasUsed }) => sum + BigInt(gasUsed), 0n)),
    baseFeePerGas: quantity(block.baseFee ?? usualBaseFee),
    withdrawalsRoot: noWithdrawals,
    blobGasUsed: '0x0',
    excessBlobGas: '0x0',
    parentBeaconBlockRoot: zeroHash,
    requestsHash: noRequests,
  }
}

/** @param withTransactions - Whether to show transactions or only their hashes. */
export function blockShape(
  block: Block,
  transactions: readonly LedgerTransaction[],
  withTransactions: boolean,
): object {
  return {
    ...headShape(block, transactions),
    uncles: [],
    withdrawals: [],
    totalDifficulty: '0x0',
    size: '0x0',
    transactions: transactions.map((transaction) =>
      withTransactions ? transactionShape(transaction, block) : transaction.hash,
    ),
  }
}

/** A transaction's position in its block. */
function positionOf(transaction: LedgerTransaction) {
  const { gasUsed, position } = evmDetailsOf(transaction)
  return position ?? { index: 0, cumulativeGasUsed: gasUsed, firstLogIndex: 0 }
}

const placeOf = (transaction: LedgerTransaction, block: Block) => ({
  blockHash: block.hash,
  blockNumber: quantity(block.number),
  transactionIndex: quantity(positionOf(transaction).index),
})

export function transactionShape(transaction: LedgerTransaction, block: Block): object {
  return { ...placeOf(transaction, block), blockTimestamp: secondsOf(block), ...fieldsOf(transaction) }
}

/** A transaction that waits for a block. */
export function pendingShape(transaction: EvmTransaction): object {
  const { from, to, hash, value } = transaction
  const effects = { gasUsed: 0n, gasPrice: highestPriceOf(transaction), logs: [], unknownCode: [] }
  return {
    blockHash: null,
    blockNumber: null,
    transactionIndex: null,
    ...fieldsOf({
      hash,
      from: accountOf(from),
      ...defined({ to: to === undefined ? undefined : accountOf(to) }),
      value: value.toString(),
      details: detailsOf(transaction, effects),
    }),
  }
}

function fieldsOf(transaction: Pick<LedgerTransaction, 'hash' | 'from' | 'to' | 'value' | 'details'>): object {
  const details = evmDetailsOf(transaction)
  const { type, maxFeePerGas, maxPriorityFeePerGas, chainId, v, authorizationList } = details
  return {
    hash: transaction.hash,
    type: typeNumbers[type],
    ...defined({ chainId: chainId === undefined ? undefined : quantity(chainId) }),
    from: addressOf(transaction.from),
    to: transaction.to === undefined ? null : addressOf(transaction.to),
    nonce: quantity(details.nonce),
    gas: quantity(details.gas),
    gasPrice: quantity(details.gasPrice),
    ...defined({
      maxFeePerGas: maxFeePerGas === undefined ? undefined : quantity(maxFeePerGas),
      maxPriorityFeePerGas: maxPriorityFeePerGas === undefined ? undefined : quantity(maxPriorityFeePerGas),
    }),
    value: quantity(transaction.value),
    input: details.data,
    ...(type !== 'legacy' && { accessList: details.accessList, yParity: quantity(details.yParity) }),
    ...defined({
      authorizationList: authorizationList?.map((each) => ({
        ...each,
        chainId: quantity(each.chainId),
        nonce: quantity(each.nonce),
        yParity: quantity(each.yParity),
      })),
    }),
    r: quantity(details.r),
    s: quantity(details.s),
    v: quantity(v ?? details.yParity),
  }
}

export function receiptShape(transaction: LedgerTransaction, block: Block): object {
  const { type, gasUsed, gasPrice, logs, contractAddress = null } = evmDetailsOf(transaction)
  return {
    ...placeOf(transaction, block),
    transactionHash: transaction.hash,
    type: typeNumbers[type],
    status: transaction.status === 'success' ? '0x1' : '0x0',
    from: addressOf(transaction.from),
    to: transaction.to === undefined ? null : addressOf(transaction.to),
    gasUsed: quantity(gasUsed),
    cumulativeGasUsed: quantity(positionOf(transaction).cumulativeGasUsed),
    effectiveGasPrice: quantity(gasPrice),
    contractAddress,
    logs: logsOf(transaction, block),
    logsBloom: bloomOf(logs),
  }
}

/** The logs of a transaction with their place. */
export function logsOf(transaction: LedgerTransaction, block: Block): (EvmLog & { readonly logIndex: Hex })[] {
  const { firstLogIndex } = positionOf(transaction)
  return evmDetailsOf(transaction).logs.map((log, index) => ({
    ...log,
    ...placeOf(transaction, block),
    blockTimestamp: secondsOf(block),
    transactionHash: transaction.hash,
    logIndex: quantity(firstLogIndex + index),
    removed: false,
  }))
}

/** The bloom filter of logs: three bits of 2048 for each address and topic. */
function bloomOf(logs: readonly EvmLog[]): Hex {
  const bloom = new Uint8Array(256)
  for (const text of logs.flatMap(({ address, topics }) => [address, ...topics])) {
    const hash = keccak_256(readHex(text) ?? new Uint8Array())
    for (const at of [0, 2, 4]) {
      const bit = (((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0)) & 2047
      const byte = 255 - (bit >> 3)
      bloom[byte] = (bloom[byte] ?? 0) | (1 << (bit & 7))
    }
  }
  return `0x${toHex(bloom)}`
}
