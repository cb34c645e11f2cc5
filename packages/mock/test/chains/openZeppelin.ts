import { createRequire } from 'node:module'
import { type Abi, getAddress, type Hex } from 'viem'
import type { AnvilClients } from './anvil.ts'
import probe from './contracts/probe.json' with { type: 'json' }

/** A compiled contract. */
interface Artifact {
  readonly abi: Abi
  readonly bytecode: Hex
}

const require = createRequire(import.meta.url)
const artifacts = {
  ...(require('./contracts/attached.json') as Record<
    'Vault' | 'OwnedWallet' | 'WalletFactory' | 'NameRegistry' | 'NameResolver' | 'NameWrapper',
    Artifact
  >),
  ...(probe as Record<'Probe' | 'Child' | 'Ending', Artifact>),
  erc20: require('@openzeppelin/contracts/build/contracts/ERC20PresetFixedSupply.json') as Artifact,
  erc721: require('@openzeppelin/contracts/build/contracts/ERC721PresetMinterPauserAutoId.json') as Artifact,
  erc1155: require('@openzeppelin/contracts/build/contracts/ERC1155PresetMinterPauser.json') as Artifact,
}

export const artifactOf = (name: keyof typeof artifacts): Artifact => artifacts[name]

/** Deploys a contract to a node, and waits for it. */
export async function deploy(
  { test, wallet }: Pick<AnvilClients, 'test' | 'wallet'>,
  name: keyof typeof artifacts,
  args: readonly unknown[] = [],
) {
  const { abi, bytecode } = artifacts[name]
  const { contractAddress } = await test.waitForTransactionReceipt({
    hash: await wallet.deployContract({ abi, bytecode, args }),
  })
  if (!contractAddress) throw new Error(`${name} was not deployed.`)
  const address = getAddress(contractAddress)

  return {
    address,
    abi,
    /** Sends a call, and waits for it. */
    async send(functionName: string, ...args: readonly unknown[]) {
      return test.waitForTransactionReceipt({ hash: await wallet.writeContract({ address, abi, functionName, args }) })
    },
    read: (functionName: string, ...args: readonly unknown[]) =>
      test.readContract({ address, abi, functionName, args }),
  }
}
