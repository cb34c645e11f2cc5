import { createRequire } from 'node:module'
import { createMock } from '@latchkey/mock'
import { type Abi, createPublicClient, createWalletClient, type Hex, http, parseEther } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { startAnvil } from '../anvil.ts'
import { mediansOf, prepared } from '../measure.ts'
import { ratio, type Row } from '../row.ts'

interface Artifact {
  readonly abi: Abi
  readonly bytecode: Hex
}

const require = createRequire(import.meta.url)
const erc20 = require('@openzeppelin/contracts/build/contracts/ERC20PresetFixedSupply.json') as Artifact

/** The second account that Anvil fills. */
const account = privateKeyToAccount('0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d')

/** A token on a node, all of which the account has. */
async function deployToken(url: string): Promise<Hex> {
  const wallet = createWalletClient({ account, chain: foundry, transport: http(url) })
  const node = createPublicClient({ chain: foundry, transport: http(url), pollingInterval: 20 })
  const args = ['Gold', 'GLD', parseEther('1000'), account.address]
  const { contractAddress } = await node.waitForTransactionReceipt({
    hash: await wallet.deployContract({ ...erc20, args }),
  })
  if (!contractAddress) throw new Error('The token was not deployed.')
  return contractAddress
}

/** A sign-in whose gate asks a real node for a balance, beside viem that asks for it and does nothing else. */
export async function realChain(): Promise<Row[]> {
  const anvil = await startAnvil()
  const mock = createMock({ signing: 'ES256' })
  try {
    const address = await deployToken(anvil.url)
    await mock.chain.attach(foundry.id, anvil.url)
    await mock.create.gate({
      outcome: 'scope',
      scope: 'member',
      rules: [
        {
          type: 'token',
          chain: 'EVM',
          address: { networkId: foundry.id, contractAddress: address },
          filter: { amount: 5 },
        },
      ],
    })
    const user = await mock.create.user({
      email: 'ada@example.com',
      wallets: [
        {
          chain: 'EVM',
          walletName: 'metamask',
          walletProvider: 'browserExtension',
          publicWalletAddress: account.address,
        },
      ],
    })
    const { token } = await mock.signIn(user)
    if (!atob(token.split('.')[1] ?? '').includes('member')) throw new Error('The gate has not opened.')
    const node = createPublicClient({ chain: foundry, transport: http(anvil.url) })
    const nothing = () => undefined
    const times = await mediansOf(400, {
      ours: prepared(nothing, () => mock.signIn(user)),
      viem: prepared(nothing, () =>
        node.readContract({ address, abi: erc20.abi, functionName: 'balanceOf', args: [account.address] }),
      ),
    })
    const what = 'a sign-in whose gate reads a token on Anvil'
    return [ratio({ what, ours: times.ours, peer: times.viem, name: "only viem's readContract", limit: 4 })]
  } finally {
    mock.close()
    anvil.close()
  }
}
