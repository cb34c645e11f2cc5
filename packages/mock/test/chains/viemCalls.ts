/** The calls of viem's clients that reach a node, as they are made against any node in the same state. */
import { erc20Abi, type Hex, parseEther, parseGwei, zeroHash } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { readContract } from 'viem/actions'
import type { AnvilClients } from './anvil.ts'

/** A node with a token of which the account of the wallet has some, and a payment. */
export interface Subject extends AnvilClients {
  readonly token: Hex
  /** The hash of a payment, the only one in its block. */
  readonly payment: Hex
}

export const receiver = '0x00000000000000000000000000000000000B0b01'
const other = '0x00000000000000000000000000000000000b0B02'
const plainCode = '0x6001600055'

type ViemCall = (subject: Subject) => Promise<unknown>

const tokenOf = ({ token }: Subject) => ({ address: token, abi: erc20Abi }) as const
const transferOf = (subject: Subject) =>
  ({
    ...tokenOf(subject),
    functionName: 'transfer',
    args: [receiver, 1n],
    account: subject.wallet.account,
  }) as const
const payments = ({ wallet }: Subject) => ({ account: wallet.account, to: receiver, value: 1n }) as const

/** Signs a payment, and leaves it to the caller to send it. */
async function signedPayment({ wallet, test }: Subject) {
  const request = await wallet.prepareTransactionRequest({ to: receiver, value: 1n })
  const nonce = await test.getTransactionCount({ address: wallet.account.address })
  return wallet.signTransaction({ ...request, nonce })
}

/** Puts a payment into the pool, lets work look at it, and mines it. */
async function whileWaiting(subject: Subject, work: (hash: Hex) => Promise<unknown>) {
  await subject.test.setAutomine(false)
  const hash = await subject.wallet.sendTransaction({ to: receiver, value: 1n })
  const result = await work(hash)
  await subject.test.setAutomine(true)
  await subject.test.mine({ blocks: 1 })
  return result
}

/** By the name that people know them by. */
export const viemCalls: Readonly<Record<string, ViemCall>> = {
  getChainId: ({ test }) => test.getChainId(),
  getBlockNumber: ({ test }) => test.getBlockNumber({ cacheTime: 0 }),
  getBlock: ({ test }) => test.getBlock(),
  'getBlock with transactions': async ({ test, payment }) => {
    const { blockHash } = await test.getTransactionReceipt({ hash: payment })
    return test.getBlock({ blockHash, includeTransactions: true })
  },
  getBlockTransactionCount: ({ test }) => test.getBlockTransactionCount(),
  getBlockReceipts: ({ test }) => test.getBlockReceipts(),
  getBalance: ({ test }) => test.getBalance({ address: receiver }),
  getTransactionCount: ({ test, wallet }) => test.getTransactionCount({ address: wallet.account.address }),
  getCode: ({ test, token }) => test.getCode({ address: token }),
  getStorageAt: ({ test, token }) => test.getStorageAt({ address: token, slot: zeroHash }),
  getProof: ({ test, token }) => test.getProof({ address: token, storageKeys: [zeroHash] }),
  getGasPrice: ({ test }) => test.getGasPrice(),
  getBlobBaseFee: ({ test }) => test.getBlobBaseFee(),
  estimateMaxPriorityFeePerGas: ({ test }) => test.estimateMaxPriorityFeePerGas(),
  estimateFeesPerGas: ({ test }) => test.estimateFeesPerGas(),
  getFeeHistory: ({ test }) => test.getFeeHistory({ blockCount: 2, rewardPercentiles: [50] }),
  estimateGas: (subject) => subject.test.estimateGas(payments(subject)),
  estimateContractGas: (subject) => subject.test.estimateContractGas(transferOf(subject)),
  call: (subject) => subject.test.call(payments(subject)),
  'call with a state override': ({ test }) =>
    test.call({
      account: other,
      to: receiver,
      value: parseEther('5'),
      stateOverride: [{ address: other, balance: parseEther('6') }],
    }),
  'call with a block override': ({ test }) => test.call({ to: receiver, blockOverrides: { time: 2_000_000_000n } }),
  'call at an older block': ({ test }) => test.call({ to: receiver, blockNumber: 1n }),
  readContract: (subject) =>
    readContract(subject.test, { ...tokenOf(subject), functionName: 'balanceOf', args: [receiver] }),
  simulateContract: async (subject) => (await subject.test.simulateContract(transferOf(subject))).result,
  'multicall without a contract': (subject) =>
    subject.test.multicall({
      contracts: [
        { ...tokenOf(subject), functionName: 'symbol' },
        { ...tokenOf(subject), functionName: 'decimals' },
      ],
      deployless: true,
    }),
  createAccessList: async (subject) => subject.test.createAccessList(payments(subject)),
  simulateCalls: async (subject) => {
    const { functionName, args, abi, address: to } = transferOf(subject)
    const { results } = await subject.test.simulateCalls({
      account: subject.wallet.account.address,
      calls: [
        { to: receiver, value: 1n },
        { to, abi, functionName, args },
      ],
    })
    return results
  },
  simulateBlocks: ({ test, wallet }) =>
    test.simulateBlocks({ blocks: [{ calls: [{ account: wallet.account.address, to: receiver, value: 1n }] }] }),
  getLogs: ({ test }) => test.getLogs({ fromBlock: 0n }),
  getContractEvents: (subject) => subject.test.getContractEvents({ ...tokenOf(subject), fromBlock: 0n }),
  createBlockFilter: async ({ test }) => test.getFilterChanges({ filter: await test.createBlockFilter() }),
  createEventFilter: async ({ test }) =>
    test.getFilterLogs({ filter: await test.createEventFilter({ fromBlock: 0n }) }),
  createContractEventFilter: async (subject) => {
    const filter = await subject.test.createContractEventFilter({ ...tokenOf(subject) })
    return subject.test.getFilterChanges({ filter })
  },
  createPendingTransactionFilter: async ({ test }) =>
    test.getFilterChanges({ filter: await test.createPendingTransactionFilter() }),
  uninstallFilter: async ({ test }) => test.uninstallFilter({ filter: await test.createBlockFilter() }),
  getTransaction: ({ test, payment }) => test.getTransaction({ hash: payment }),
  'getTransaction by position': async ({ test, payment }) => {
    const { blockNumber } = await test.getTransactionReceipt({ hash: payment })
    return test.getTransaction({ blockNumber, index: 0 })
  },
  getRawTransaction: ({ test, payment }) =>
    test.request({ method: 'eth_getRawTransactionByHash', params: [payment] } as never),
  getTransactionReceipt: ({ test, payment }) => test.getTransactionReceipt({ hash: payment }),
  getTransactionConfirmations: ({ test, payment }) => test.getTransactionConfirmations({ hash: payment }),
  waitForTransactionReceipt: ({ test, payment }) => test.waitForTransactionReceipt({ hash: payment }),
  fillTransaction: ({ test, wallet }) =>
    test.request({ method: 'eth_fillTransaction', params: [{ from: wallet.account.address, to: receiver }] } as never),
  verifyMessage: async ({ test, wallet }) => {
    const signature = await wallet.signMessage({ message: 'hello' })
    return test.verifyMessage({ address: wallet.account.address, message: 'hello', signature })
  },
  getDelegation: ({ test, wallet }) => test.getDelegation({ address: wallet.account.address }),
  prepareTransactionRequest: async ({ wallet }) => {
    const { gas, nonce, type } = await wallet.prepareTransactionRequest({ to: receiver, value: 1n })
    return { gas, nonce, type }
  },
  sendTransaction: ({ wallet }) => wallet.sendTransaction({ to: receiver, value: 1n }),
  'sendTransaction of a delegation': async ({ test, wallet }) => {
    const owner = privateKeyToAccount(generatePrivateKey())
    const { chainId, nonce } = { chainId: await test.getChainId(), nonce: 0 }
    const authorization = await owner.signAuthorization({ chainId, nonce, contractAddress: receiver })
    const hash = await wallet.sendTransaction({ to: receiver, authorizationList: [authorization], gas: 100_000n })
    await test.waitForTransactionReceipt({ hash })
    return test.getDelegation({ address: owner.address })
  },
  sendRawTransaction: async (subject) =>
    subject.wallet.sendRawTransaction({ serializedTransaction: await signedPayment(subject) }),
  sendRawTransactionSync: async (subject) =>
    subject.wallet.sendRawTransactionSync({ serializedTransaction: await signedPayment(subject) }),
  writeContract: (subject) => subject.wallet.writeContract(transferOf(subject)),
  deployContract: async ({ test, wallet }) => {
    const hash = await wallet.deployContract({ abi: [], bytecode: '0x6001600c60003960016000f300' })
    return test.waitForTransactionReceipt({ hash })
  },
  mine: ({ test }) => test.mine({ blocks: 2, interval: 1 }),
  setBalance: ({ test }) => test.setBalance({ address: other, value: 7n }),
  setNonce: ({ test }) => test.setNonce({ address: other, nonce: 7 }),
  setCode: ({ test }) => test.setCode({ address: other, bytecode: plainCode }),
  setStorageAt: ({ test }) => test.setStorageAt({ address: other, index: 0, value: zeroHash }),
  impersonateAccount: async ({ test }) => {
    await test.setBalance({ address: other, value: parseEther('1') })
    await test.impersonateAccount({ address: other })
    const hash = await test.request({
      method: 'eth_sendTransaction',
      params: [{ from: other, to: receiver, value: '0x1' }],
    } as never)
    await test.stopImpersonatingAccount({ address: other })
    return hash
  },
  'snapshot and revert': async ({ test }) => test.revert({ id: await test.snapshot() }),
  increaseTime: ({ test }) => test.increaseTime({ seconds: 10 }),
  setNextBlockTimestamp: async ({ test }) => {
    const { timestamp } = await test.getBlock()
    await test.setNextBlockTimestamp({ timestamp: timestamp + 1000n })
    await test.mine({ blocks: 1 })
  },
  setBlockTimestampInterval: ({ test }) => test.setBlockTimestampInterval({ interval: 5 }),
  removeBlockTimestampInterval: ({ test }) => test.removeBlockTimestampInterval(),
  getAutomine: ({ test }) => test.getAutomine(),
  setIntervalMining: ({ test }) => test.setIntervalMining({ interval: 0 }),
  getTxpoolContent: (subject) =>
    whileWaiting(subject, async () =>
      Object.values((await subject.test.getTxpoolContent()).pending).flatMap(Object.values),
    ),
  getTxpoolStatus: ({ test }) => test.getTxpoolStatus(),
  inspectTxpool: (subject) =>
    whileWaiting(subject, async () =>
      Object.values((await subject.test.inspectTxpool()).pending).flatMap(Object.values),
    ),
  dropTransaction: (subject) => whileWaiting(subject, async (hash) => subject.test.dropTransaction({ hash })),
  setNextBlockBaseFeePerGas: ({ test }) => test.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('1') }),
  setBlockGasLimit: ({ test }) => test.setBlockGasLimit({ gasLimit: 30_000_000n }),
  setCoinbase: ({ test }) => test.setCoinbase({ address: receiver }),
  setMinGasPrice: ({ test }) => test.setMinGasPrice({ gasPrice: 1n }),
  setLoggingEnabled: ({ test }) => test.setLoggingEnabled(false),
  'dumpState and loadState': async ({ test }) => test.loadState({ state: await test.dumpState() }),
}
