import type { Hex } from '../../../crypto/evmTransactions.ts'
import type { OutsideBackend } from '../../../domain/shared/backend.ts'
import type { ContractWalletRecord } from '../../../store/outsideRecords.ts'
import { contractWalletAt, deployContractWallet } from '../../contractWallets.ts'
import { deployingCall } from '../../smartWallets.ts'
import { method, methodsOf, revertWith } from './abi.ts'
import type { Execution, Frame } from './execution.ts'

/** Whether the contract at an address deploys smart wallets that are planned. Other factories have no known ABI. */
export function isSmartWalletFactory({ store }: Pick<OutsideBackend, 'store'>, address: Hex): boolean {
  const [wallet] = store.contractWallets.page('byFactory', [address], { offset: 0, limit: 1 })
  return wallet?.domain !== undefined
}

/** The wallet that a call of a factory deploys. Several versions can share a call; the first that was planned counts. */
function plannedBy(
  { backend }: Execution,
  { factory, calldata }: { readonly factory: Hex; readonly calldata: string },
): ContractWalletRecord | undefined {
  return [...backend.store.contractWallets.scan('byFactory', [factory])].find(
    ({ factoryCalldata }) => factoryCalldata === calldata,
  )
}

interface Call {
  readonly owner: Hex
  readonly salt: Hex
}

function wallet({ execution, self }: Frame, { owner, salt }: Call): ContractWalletRecord {
  const calldata = deployingCall({ signer: owner, salt: BigInt(salt) })
  const planned = plannedBy(execution, { factory: self, calldata })
  if (!planned) throw revertWith('This owner has no smart wallet with this salt: none was planned for it.')
  return planned
}

/** The contract that deploys smart wallets, with the functions that viem's Solady account calls. */
export const smartWalletFactoryMethods = methodsOf(
  method(
    'function createAccount(address owner, bytes32 salt) payable returns (address)',
    (frame: Frame, [owner, salt]) => {
      const { execution, self, value } = frame
      const planned = wallet(frame, { owner, salt })
      const address = planned.address as Hex
      if (!contractWalletAt(execution.backend, address, execution.networkId)?.isDeployed)
        deployContractWallet(execution.backend, planned, execution.networkId)
      execution.pay(self, address, value)
      return address
    },
  ),
  method(
    'function getAddress(address owner, bytes32 salt) view returns (address)',
    (frame: Frame, [owner, salt]) => wallet(frame, { owner, salt }).address as Hex,
  ),
  method('function getAddress(bytes32 salt) view returns (address)', () => {
    throw revertWith('The address follows from the owner as well: pass the address of the smart wallet.')
  }),
)
