import { readHex, toHex } from '@latchkey/base/bytes'
import { keccak_256 } from '@noble/hashes/sha3.js'
import * as AbiParameters from 'ox/AbiParameters'
import type { Hex } from '../../../codecs/evmTransactions.ts'
import type { CoinbaseFactory } from '../../nativeAddresses.ts'
import { declareContract } from '../../tokens.ts'
import { customError, method, methodsOf } from '../abi.ts'
import { proxyAddress, proxyCodeHash } from '../erc1967.ts'
import { accountOf, type Frame } from '../execution.ts'
import { addOwners } from './coinbaseOwners.ts'

const ownerRequired = customError('error OwnerRequired()')
const saltParameters = AbiParameters.from('bytes[] owners, uint256 nonce')

function saltOf(owners: readonly Hex[], nonce: bigint): Hex {
  const encoded = AbiParameters.encode(saltParameters, [owners, nonce])
  return `0x${toHex(keccak_256(readHex(encoded) ?? new Uint8Array()))}`
}

/** The contract that deploys Coinbase smart wallets, to the addresses that they have on every chain. */
export function coinbaseFactoryMethods({ address: factory, implementation }: CoinbaseFactory) {
  const addressOf = (owners: readonly Hex[], nonce: bigint) =>
    proxyAddress(factory, { implementation, salt: saltOf(owners, nonce) })

  function create({ execution, self, value }: Frame, owners: readonly Hex[], nonce: bigint): Hex {
    if (owners.length === 0) throw ownerRequired()
    const wallet = addressOf(owners, nonce)
    if (!execution.hasCode(wallet)) {
      const account = accountOf(wallet)
      declareContract(execution.backend, { account, networkId: execution.networkId, standard: 'coinbaseWallet' })
      addOwners(execution, wallet, owners)
    }
    execution.pay(self, wallet, value)
    return wallet
  }

  return methodsOf(
    method(
      'function createAccount(bytes[] owners, uint256 nonce) payable returns (address)',
      (frame: Frame, [owners, nonce]) => create(frame, owners, nonce),
    ),
    method('function getAddress(bytes[] owners, uint256 nonce) view returns (address)', (_: Frame, [owners, nonce]) =>
      addressOf(owners, nonce),
    ),
    method('function implementation() view returns (address)', () => implementation),
    method('function initCodeHash() view returns (bytes32)', () => proxyCodeHash(implementation)),
  )
}
