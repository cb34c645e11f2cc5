import { createRequire } from 'node:module'
import {
  type Abi,
  encodeDeployData,
  encodeFunctionData,
  getAddress,
  getCreate2Address,
  type Hex,
  parseAbi,
  type PublicClient,
} from 'viem'
import {
  entryPoint06Abi,
  entryPoint06Address,
  entryPoint07Abi,
  entryPoint07Address,
  entryPoint08Abi,
  entryPoint08Address,
  type EntryPointVersion,
  getUserOperationHash,
  toSmartAccount,
} from 'viem/account-abstraction'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { AnvilClients } from './anvil.ts'

interface Artifact {
  readonly abi: Abi
  readonly bytecode: Hex
}

const require = createRequire(import.meta.url)
const noSalt: Hex = `0x${'0'.repeat(64)}`

/** The entry points, the salts with which they were deployed, and the factories of their reference accounts. */
const releases = {
  '0.6': {
    address: entryPoint06Address,
    abi: entryPoint06Abi,
    salt: noSalt,
    entryPoint: require('account-abstraction-0.6/artifacts/EntryPoint.json') as Artifact,
    factory: require('account-abstraction-0.6/artifacts/SimpleAccountFactory.json') as Artifact,
  },
  '0.7': {
    address: entryPoint07Address,
    abi: entryPoint07Abi,
    salt: '0x90d8084deab30c2a37c45e8d47f49f2f7965183cb6990a98943ef94940681de3',
    entryPoint: require('account-abstraction-0.7/artifacts/EntryPoint.json') as Artifact,
    factory: require('account-abstraction-0.7/artifacts/SimpleAccountFactory.json') as Artifact,
  },
  '0.8': {
    address: entryPoint08Address,
    abi: entryPoint08Abi,
    salt: '0x0a59dbff790c23c976a548690c27297883cc66b4c67024f9117b0238995e35e9',
    entryPoint: require('@account-abstraction/contracts/artifacts/EntryPoint.json') as Artifact,
    factory: require('@account-abstraction/contracts/artifacts/SimpleAccountFactory.json') as Artifact,
  },
} as const
const simple7702 = require('@account-abstraction/contracts/artifacts/Simple7702Account.json') as Artifact

/** The versions of the entry point whose code is in a package. */
type RealVersion = keyof typeof releases

/** The proxy from which everybody deploys contracts by a salt, and its code. Anvil has it from the first block on. */
const deploymentProxy = '0x4e59b44847b379578588920ca78fbf26c0b4956c'
const proxyCode =
  '0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3'

/** The code to which viem's `toSimple7702SmartAccount` delegates at entry point 0.8. */
export const simple7702Address = '0xe6Cae83BdE06E4c305530e199D7217f42808555B'

/**
 * Deploys a contract as it is deployed on public chains: by its creation code, which computes what the code keeps of its
 * own address, and with the same salt. So it has the same address.
 */
async function deployBySalt({ test, wallet }: AnvilClients, bytecode: Hex, salt: Hex): Promise<Hex> {
  const hash = await wallet.sendTransaction({ to: deploymentProxy, data: `${salt}${bytecode.slice(2)}` })
  await test.waitForTransactionReceipt({ hash })
  return getAddress(getCreate2Address({ from: deploymentProxy, salt, bytecode }))
}

/** Gives a node the proxy from which the others are deployed. */
export const deployProxy = ({ test }: AnvilClients): Promise<void> =>
  test.setCode({ address: deploymentProxy, bytecode: proxyCode })

/** Deploys an entry point at its well-known address. */
export async function deployEntryPoint(clients: AnvilClients, version: RealVersion = '0.8'): Promise<void> {
  const { salt, address, entryPoint } = releases[version]
  const deployed = await deployBySalt(clients, entryPoint.bytecode, salt)
  if (deployed !== address) throw new Error(`The entry point ${version} is at ${deployed}.`)
}

/** Deploys the account that {@link simple7702Address} names. */
export async function deploySimple7702(clients: AnvilClients): Promise<void> {
  const deployed = await deployBySalt(clients, simple7702.bytecode, noSalt)
  if (deployed !== simple7702Address) throw new Error(`The account is at ${deployed}.`)
}

/** Deploys the factory of the reference accounts (SimpleAccount). @returns Its address */
export async function deployAccountFactory(clients: AnvilClients, version: RealVersion): Promise<Hex> {
  const { abi, bytecode } = releases[version].factory
  return deployBySalt(clients, encodeDeployData({ abi, bytecode, args: [releases[version].address] }), noSalt)
}

const simpleAccountAbi = parseAbi([
  'function createAccount(address owner, uint256 salt) returns (address)',
  'function getAddress(address owner, uint256 salt) view returns (address)',
  'function execute(address target, uint256 value, bytes data)',
])

interface SimpleAccount {
  readonly owner: PrivateKeyAccount
  readonly version: RealVersion
  /** The factory that knows its address. */
  readonly factory: Hex
  /** The factory that its operations name. @default the same */
  readonly namedFactory?: Hex
}

/** A reference account of ERC-4337, as viem takes it. */
export async function simpleAccount(client: PublicClient, { owner, version, ...factories }: SimpleAccount) {
  const { factory, namedFactory = factory } = factories
  const { address: entryPoint, abi } = releases[version]
  const of = { abi: simpleAccountAbi, args: [owner.address, 0n] } as const
  const address = await client.readContract({ ...of, address: factory, functionName: 'getAddress' })
  const refuse = async () => Promise.reject(new Error('The test signs only user operations.'))
  return toSmartAccount({
    client,
    entryPoint: { abi: abi as typeof entryPoint08Abi, address: entryPoint, version: version as '0.8' },
    getAddress: async () => address,
    getFactoryArgs: async () => ({
      factory: namedFactory,
      factoryData: encodeFunctionData({ ...of, functionName: 'createAccount' }),
    }),
    encodeCalls: async ([call]) =>
      encodeFunctionData({
        abi: simpleAccountAbi,
        functionName: 'execute',
        args: [call?.to ?? '0x', call?.value ?? 0n, call?.data ?? '0x'],
      }),
    getStubSignature: async () => owner.signMessage({ message: 'a signature of the right form' }),
    signMessage: refuse,
    signTypedData: refuse,
    async signUserOperation(operation) {
      const hash = getUserOperationHash({
        chainId: client.chain?.id ?? 0,
        entryPointAddress: entryPoint,
        entryPointVersion: version as EntryPointVersion,
        userOperation: { ...operation, sender: address } as never,
      })
      // Until version 0.7 owners sign the hash as a message.
      return version === '0.8' ? owner.sign({ hash }) : owner.signMessage({ message: { raw: hash } })
    },
  })
}
