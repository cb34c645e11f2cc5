import { knownTokens } from '@latchkey/chains/ledger/knownTokens'
import { networkIdsOf } from '@latchkey/chains/networks'
import { parseAbi, parseEther } from 'viem'
import * as viemChains from 'viem/chains'
import { describe, expect, it } from 'vitest'
import { createMock } from '../../src/mock/createMock.ts'
import { viemClients } from './evmClients.ts'

const chainOf = (networkId: number) =>
  Object.values(viemChains).find((chain) => chain.id === networkId) ?? expect.fail(`viem lacks ${networkId}`)

/** By its own symbol, such as `WETH` where the currency is `ETH`; test networks may have a letter before it. */
const wrapped = (knownTokens['eip155'] ?? []).flatMap(({ symbol, contracts }) =>
  Object.entries(contracts).flatMap(([network, address]) => {
    const networkId = Number(network)
    const currency = chainOf(networkId).nativeCurrency.symbol.replace('tBNB', 'BNB')
    return symbol === `W${currency}` ? [{ symbol, networkId, address: address as `0x${string}` }] : []
  }),
)

describe('a network of the EVM', () => {
  it.each(networkIdsOf('EVM'))('%i has a node, where viem pays', async (networkId) => {
    const mock = createMock()
    const { account, reader, wallet } = viemClients(mock, chainOf(networkId))
    await mock.chain.fund(account.address, { ether: '1' })
    expect(await reader.getChainId()).toBe(networkId)
    const hash = await wallet.sendTransaction({ to: account.address, value: 1n })
    expect(await reader.waitForTransactionReceipt({ hash })).toMatchObject({ status: 'success' })
  })

  it.each(wrapped)('$networkId wraps its currency as $symbol', async ({ networkId, address, symbol }) => {
    const mock = createMock()
    const { account, reader, wallet } = viemClients(mock, chainOf(networkId))
    await mock.chain.fund(account.address, { ether: '1' }, networkId)
    const abi = parseAbi(['function deposit() payable'])
    await wallet.writeContract({ address, abi, functionName: 'deposit', value: parseEther('0.25') })
    expect(mock.chain.balance(account.address, { token: symbol, networkId })).toBe('0.25')
    expect(await reader.getBalance({ address })).toBe(parseEther('0.25'))
  })

  it('wraps its currency on every built-in network but those whose wrapped token nobody uses', () => {
    expect(networkIdsOf('EVM').filter((id) => !wrapped.some(({ networkId }) => networkId === id))).toEqual([31_337])
  })
})
