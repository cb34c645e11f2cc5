/**
 * The requests of Hardhat's network helpers (`@nomicfoundation/hardhat-network-helpers` 3.0.11 and 1.1.2, MIT), which
 * need Hardhat itself to run.
 */

type Request = (method: string, params?: readonly unknown[]) => Promise<unknown>

/** The names with which a node's version begins, if the helpers take it for a development node. */
const developmentNodes = ['hardhat', 'zksync', 'anvil']

const quantity = (value: number | bigint) => `0x${value.toString(16)}`
const word = (value: number | bigint) => `0x${value.toString(16).padStart(64, '0')}`

/** @throws Error as the helpers do for a node that they do not take for a development node */
export async function createHardhatHelpers(request: Request) {
  const version = String(await request('web3_clientVersion')).toLowerCase()
  if (!developmentNodes.some((name) => version.startsWith(name)))
    throw new Error(`These helpers work only with development nodes, not with ${version}.`)

  const latest = async () => {
    const block = (await request('eth_getBlockByNumber', ['latest', false])) as { timestamp: string }
    return Number(block.timestamp)
  }
  const latestBlock = async () => Number(await request('eth_blockNumber'))
  const mine = (blocks = 1, { interval = 1 } = {}) => request('hardhat_mine', [quantity(blocks), quantity(interval)])
  const setNextBlockTimestamp = (timestamp: number) => request('evm_setNextBlockTimestamp', [quantity(timestamp)])

  return {
    mine,
    mineUpTo: async (block: number) => request('hardhat_mine', [quantity(block - (await latestBlock()))]),
    setBalance: (address: string, balance: bigint) => request('hardhat_setBalance', [address, quantity(balance)]),
    setNonce: (address: string, nonce: number) => request('hardhat_setNonce', [address, quantity(nonce)]),
    setCode: (address: string, code: string) => request('hardhat_setCode', [address, code]),
    setStorageAt: (address: string, index: bigint, value: bigint) =>
      request('hardhat_setStorageAt', [address, quantity(index), word(value)]),
    getStorageAt: (address: string, index: bigint, block = 'latest') =>
      request('eth_getStorageAt', [address, word(index), block]),
    setCoinbase: (address: string) => request('hardhat_setCoinbase', [address]),
    setBlockGasLimit: (limit: number) => request('evm_setBlockGasLimit', [quantity(limit)]),
    setNextBlockBaseFeePerGas: (fee: bigint) => request('hardhat_setNextBlockBaseFeePerGas', [quantity(fee)]),
    setPrevRandao: (value: number) => request('hardhat_setPrevRandao', [word(value)]),
    impersonateAccount: (address: string) => request('hardhat_impersonateAccount', [address]),
    stopImpersonatingAccount: (address: string) => request('hardhat_stopImpersonatingAccount', [address]),
    async dropTransaction(hash: string) {
      const isDropped = await request('hardhat_dropTransaction', [hash])
      if (typeof isDropped !== 'boolean')
        throw new Error('The value returned by hardhat_dropTransaction is no boolean.')
      return isDropped
    },
    async takeSnapshot() {
      let id = await request('evm_snapshot')
      return {
        async restore() {
          if ((await request('evm_revert', [id])) !== true) throw new Error('The snapshot is not valid any more.')
          // So that it can be restored again.
          id = await request('evm_snapshot')
        },
      }
    },
    reset: () => request('hardhat_reset', []),
    time: {
      latest,
      latestBlock,
      setNextBlockTimestamp,
      async increase(seconds: number) {
        await setNextBlockTimestamp((await latest()) + seconds)
        await mine()
        return latest()
      },
      async increaseTo(timestamp: number) {
        await setNextBlockTimestamp(timestamp)
        await mine()
      },
    },
  }
}
