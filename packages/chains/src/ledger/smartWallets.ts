import { concat, readHex, toHex, utf8 } from '@latchkey/base/bytes'
import { newRecord } from '@latchkey/base/newRecord'
import { toChecksumAddress } from '@latchkey/crypto/ethereumAddress'
import { keccak_256 } from '@noble/hashes/sha3.js'
import type { ChainBackend } from '../backend.ts'
import type { SmartWalletPlan, SmartWallets } from '../smartWallets.ts'
import { smartWalletFactory } from './nativeAddresses.ts'

const hash = (...parts: readonly Uint8Array[]) => keccak_256(concat(...parts))
const bytesOf = (hex: string) => readHex(hex) ?? new Uint8Array()
const wordOf = (value: bigint) => bytesOf(`0x${value.toString(16).padStart(64, '0')}`)

/** The call of the factory that deploys a wallet: `createAccount(address owner, bytes32 salt)`. */
export function deployingCall({ signer, salt }: Pick<SmartWalletPlan, 'signer' | 'salt'>): string {
  const selector = hash(utf8('createAccount(address,bytes32)')).subarray(0, 4)
  return `0x${toHex(concat(selector, new Uint8Array(12), bytesOf(signer), wordOf(salt)))}`
}

/** The address of CREATE2 (EIP-1014), with the versions and the signer in the place of the code. Lower case. */
function addressOf({ signer, entryPoint, kernelVersion, salt, factory = smartWalletFactory }: SmartWalletPlan): string {
  const code = hash(utf8(`${kernelVersion} of entry point ${entryPoint}`), bytesOf(signer))
  return `0x${toHex(hash(Uint8Array.of(0xff), bytesOf(factory), wordOf(salt), code).subarray(-20))}`
}

/** The typed data domain of a version of the contract: `v3_1` is version 0.3.1. */
function domainOf(kernelVersion: string) {
  return { name: 'Kernel', version: `0.${kernelVersion.slice(1).replace('_', '.')}` }
}

/** Plans a wallet. @returns Its record, which may be older than the plan */
function planSmartWallet(backend: ChainBackend, plan: SmartWalletPlan) {
  const { store } = backend
  const lowerCase = {
    ...plan,
    signer: plan.signer.toLowerCase(),
    factory: (plan.factory ?? smartWalletFactory).toLowerCase(),
  }
  const address = addressOf(lowerCase)
  return (
    store.contractWallets.find('byAddress', [address]) ??
    store.contractWallets.insert({
      ...newRecord(backend),
      address,
      owners: [lowerCase.signer],
      isDeployed: false,
      factory: lowerCase.factory,
      factoryCalldata: deployingCall(lowerCase),
      entryPoint: plan.entryPoint,
      domain: domainOf(plan.kernelVersion),
    })
  )
}

/** The smart wallets on the EVM chains. All environments share them. */
export function smartWallets(backend: ChainBackend): SmartWallets {
  const { store } = backend
  return {
    plan: (plan) => toChecksumAddress(planSmartWallet(backend, plan).address),
    upgrade(address, { entryPoint, kernelVersion }) {
      const wallet = store.contractWallets.find('byAddress', [address.toLowerCase()])
      if (wallet) store.contractWallets.put({ ...wallet, entryPoint, domain: domainOf(kernelVersion) })
    },
    sponsor(address, paymaster) {
      const before = store.sponsoredAccounts.find('byAddress', [address.toLowerCase()])
      if (paymaster === undefined) {
        if (before) store.sponsoredAccounts.delete(before.id)
        return
      }
      const fields = { address: address.toLowerCase(), paymaster: paymaster.toLowerCase() }
      store.sponsoredAccounts.put({ ...newRecord(backend), ...before, ...fields })
    },
  }
}
