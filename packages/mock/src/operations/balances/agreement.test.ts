import { erc20Abi, parseUnits } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { mainnet } from 'viem/chains'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { viemClients } from '../../../test/chains/evmClients.ts'
import { walletPeople } from '../../../test/people/walletPeople.ts'

const host = createHost()
const { person } = walletPeople(host)
const bob = '0x00000000000000000000000000000000000B0b01'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const contract = { address: usdc, abi: erc20Abi } as const

beforeEach(() =>
  host.mock.create.gate({
    outcome: 'scope',
    scope: 'holders',
    rules: [{ type: 'token', address: { networkId: 1, contractAddress: usdc }, filter: { amount: 50 } }],
  }),
)

describe('what an address holds', () => {
  it('is the same for the balance operations, the JSON-RPC, gates and the control object', async () => {
    const signer = await host.mock.wallets.evm()
    const account = privateKeyToAccount(`0x${signer.secret.replace(/^0x/, '')}`)
    const { reader, wallet } = viemClients(host.mock, mainnet)

    /** The USDC of the signer in each view, and whether the gate lets the signer pass. */
    async function views() {
      const { token, user } = await person(signer)
      const query = { accountAddress: signer.address, networkId: 1, forceRefresh: true }
      const { body } = await host.call('balances.getByAccount', { token, params: { chainName: 'EVM' }, query })
      return {
        operation: body[0]?.rawBalance ?? 0,
        rpc: Number(await reader.readContract({ ...contract, functionName: 'balanceOf', args: [account.address] })),
        control: Number(host.mock.chain.balance(signer.address, { token: 'USDC' })) * 1e6,
        isPassed: user.scope?.includes('holders'),
      }
    }

    expect(await views()).toEqual({ operation: 0, rpc: 0, control: 0, isPassed: false })
    await host.mock.chain.fund(signer.address, { ether: '1' }, 1)
    await host.mock.chain.fund(signer.address, { token: 'USDC', amount: '50' }, 1)
    expect(await views()).toEqual({ operation: 5e7, rpc: 5e7, control: 5e7, isPassed: true })
    const args = [bob, parseUnits('0.5', 6)] as const
    await wallet.writeContract({ ...contract, account, functionName: 'transfer', args })
    expect(await views()).toEqual({ operation: 49.5e6, rpc: 49.5e6, control: 49.5e6, isPassed: false })
  })
})
