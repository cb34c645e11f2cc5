import { newRecord } from '@latchkey/base/newRecord'
import type { ChainBackend } from '../../backend.ts'
import type { Hex } from '../../codecs/evmTransactions.ts'
import type { ContractWalletRecord } from '../../records.ts'
import { contractWalletAt, deployContractWallet, deploymentsOf } from '../contractWallets.ts'
import { deployingCall } from '../smartWallets.ts'
import { customError, method, methodsOf } from './abi.ts'
import { proxyAddress } from './erc1967.ts'
import type { Execution, Frame } from './execution.ts'

/** Whether the contract at an address deploys smart wallets that are planned. Other factories have no known ABI. */
export function isSmartWalletFactory({ store }: Pick<ChainBackend, 'store'>, address: Hex): boolean {
  const [wallet] = store.contractWallets.page('byFactory', [address], { offset: 0, limit: 1 })
  return wallet?.domain !== undefined
}

/** The wallet that a call of a factory deploys. Several versions can share a call; the first that was planned counts. */
function plannedBy(
  { backend }: Execution,
  { factory, calldata }: { readonly factory: Hex; readonly calldata: string },
): ContractWalletRecord | undefined {
  const wallets = [...backend.store.contractWallets.scan('byFactory', [factory])]
  return wallets.find(({ factoryCalldata, entryPoint }) => factoryCalldata === calldata && entryPoint !== undefined)
}

interface Call {
  readonly owner: Hex
  readonly salt: Hex
}

const callOf = ({ owner, salt }: Call) => deployingCall({ signer: owner, salt: BigInt(salt) })

/** The code of the accounts that nobody has planned. */
const implementation: Hex = '0x0000000000000000000000000000000000004337'

/** The address of an account that nobody has planned, which follows only from its salt. */
const unplannedAddress = (factory: Hex, salt: Hex): Hex => proxyAddress(factory, { implementation, salt })

function addressFor({ execution, self }: Frame, call: Call): Hex {
  const planned = plannedBy(execution, { factory: self, calldata: callOf(call) })
  return (planned?.address as Hex | undefined) ?? unplannedAddress(self, call.salt)
}

const foreignSalt = customError('error SaltDoesNotStartWith()')

/** The record of an account, which its first owner decides. */
function walletFor({ execution, self }: Frame, call: Call): ContractWalletRecord {
  const { backend } = execution
  const planned = plannedBy(execution, { factory: self, calldata: callOf(call) })
  if (planned) return planned
  const [start, { owner, salt }] = [call.salt.slice(0, 42), call]
  if (start !== owner && BigInt(start) !== 0n) throw foreignSalt()
  const address = unplannedAddress(self, salt)
  const existing = backend.store.contractWallets.find('byAddress', [address])
  if (existing && deploymentsOf(backend, address).length > 0) return existing
  return backend.store.contractWallets.put({
    ...newRecord(backend),
    ...existing,
    address,
    owners: [owner],
    isDeployed: false,
    factory: self,
    factoryCalldata: callOf(call),
    domain: { name: 'Solady', version: '1' },
  })
}

/** The contract that deploys smart wallets, with the functions that viem's Solady account calls. */
export const smartWalletFactoryMethods = methodsOf(
  method(
    'function createAccount(address owner, bytes32 salt) payable returns (address)',
    (frame: Frame, [owner, salt]) => {
      const { execution, self, value } = frame
      const wallet = walletFor(frame, { owner, salt })
      const address = wallet.address as Hex
      if (!contractWalletAt(execution.backend, address, execution.networkId)?.isDeployed)
        deployContractWallet(execution.backend, wallet, execution.networkId)
      execution.pay(self, address, value)
      return address
    },
  ),
  method('function getAddress(address owner, bytes32 salt) view returns (address)', (frame: Frame, [owner, salt]) =>
    addressFor(frame, { owner, salt }),
  ),
  method('function getAddress(bytes32 salt) view returns (address)', ({ self }: Frame, [salt]) =>
    unplannedAddress(self, salt),
  ),
)
