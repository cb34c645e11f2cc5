import { defined } from '@latchkey/base/defined'
import { addressKey, chainNamespace } from '@latchkey/crypto/chainAddresses'
import type { components } from '@latchkey/types'
import type { Credential, Provider, User, Wallet } from '../../store/records.ts'
import { enabledProvider } from '../providers/providers.ts'
import { type SmartWalletVersions, versionsOf } from '../providers/smartWalletVersions.ts'
import type { Backend } from '../shared/backend.ts'
import { sdkSettingsOf } from '../shared/settings.ts'
import { newWalletRecords, putWallet, walletsOf } from './wallets.ts'

type Schemas = components['schemas']

/** The provider whose smart wallets users get, in the words of the interface. */
const vendor = 'zerodev'

/** An environment that gives smart wallets: its provider, and for which wallets and users. */
interface Abstraction {
  readonly provider: Provider
  readonly settings: Schemas['ProjectSettingsSdkAccountAbstraction']
}

function abstractionOf(backend: Pick<Backend, 'store'>, environmentId: string): Abstraction | undefined {
  const provider = enabledProvider(backend, environmentId, vendor)
  const settings = sdkSettingsOf(backend, environmentId).accountAbstraction
  return provider && settings && { provider, settings }
}

/**
 * Gives a user the smart wallet of a wallet, where the environment gives smart wallets. Only an EVM account with a key
 * brings one, and only once.
 *
 * @returns The wallet that signs for it, as it is stored now.
 * @see spec/decisions/54-smart-wallets.md
 */
export function bringSmartWallet(backend: Backend, signer: Wallet): Wallet {
  const abstraction = abstractionOf(backend, signer.environmentId)
  if (!abstraction || !bringsSmartWallet(backend, abstraction, signer)) return signer
  const { store, outside } = backend
  const { provider } = abstraction
  const properties = versionsOf(provider)
  const isDelegated = provider.enableEIP7702 === true
  const address = isDelegated ? signer.publicKey : planAddress(backend, provider, { signer, properties })
  const fields = {
    publicWalletAddress: address,
    chain: 'EVM',
    walletName: vendor,
    walletProvider: 'smartContractWallet',
  } as const
  const { environmentId, userId } = signer
  const { wallet, credential } = newWalletRecords(backend, environmentId, { userId, fields })
  // The credential of the signer has the key of the address.
  const key = isDelegated ? delegatedKey(credential.key) : credential.key
  if (store.credentials.find('byKey', [environmentId, 'blockchain', key])) return signer
  outside.smartWallets.sponsor(address, provider.paymasterAddress || undefined)
  const storedSigner = store.wallets.put({ ...signer, hasBroughtSmartWallet: true })
  putWallet(backend, { ...wallet, properties: { ...properties }, signerWalletId: signer.id })
  store.credentials.insert({ ...credential, key })
  selectStandIn(backend, signer)
  return storedSigner
}

function bringsSmartWallet(backend: Backend, { provider, settings }: Abstraction, signer: Wallet): boolean {
  const isFirst = signer.hasBroughtSmartWallet === undefined && provider.createNewAccounts !== false
  const isSigner = chainNamespace(signer.chain) === 'eip155' && signer.provider !== 'smartContractWallet'
  if (!isFirst || !isSigner || backend.outside.chains.contractWallet(signer.publicKey)) return false
  const user = backend.store.users.get(signer.userId)
  const isNew = user !== undefined && provider.enabledAt !== null && user.createdAt >= provider.enabledAt
  return (settings.allWallets === true || signer.provider === 'embeddedWallet') && (settings.allUsers === true || isNew)
}

function planAddress(
  { outside }: Backend,
  { salt = '0', factoryAddress }: Provider,
  { signer, properties }: { readonly signer: Wallet; readonly properties: SmartWalletVersions },
): string {
  return outside.smartWallets.plan({
    signer: signer.publicKey,
    entryPoint: entryPoints[properties.entryPointVersion],
    kernelVersion: properties.kernelVersion,
    salt: BigInt(salt),
    ...defined({ factory: factoryAddress || undefined }),
  })
}

const entryPoints = { v6: '0.6', v7: '0.7' } as const

/**
 * The key of the credential of a smart wallet that is at the address of its signer (EIP-7702). The key of the address
 * itself belongs to the signer's credential.
 */
function delegatedKey(key: string): string {
  return `${key}#delegated`
}

/** The smart wallets for which a wallet signs. */
export function smartWalletsOf({ store }: Pick<Backend, 'store'>, signerWalletId: string): Wallet[] {
  return [...store.wallets.scan('bySigner', [signerWalletId])]
}

/** Gives the smart wallets of all wallets of a user that have brought none yet. */
export function bringSmartWallets(backend: Backend, { id, environmentId }: User): void {
  if (!abstractionOf(backend, environmentId)) return
  for (const wallet of walletsOf(backend, id)) bringSmartWallet(backend, wallet)
}

/**
 * The credential that stands for a wallet's in sessions and profiles: that of its smart wallet, unless the settings show
 * both as two.
 */
export function standInOf(
  backend: Pick<Backend, 'store'>,
  { id, environmentId }: Pick<Wallet, 'id' | 'environmentId'>,
): string {
  const areTwo = sdkSettingsOf(backend, environmentId).accountAbstraction?.separateSmartWalletAndSigner === true
  const [smartWallet] = areTwo ? [] : smartWalletsOf(backend, id)
  return smartWallet?.id ?? id
}

function selectStandIn(backend: Backend, signer: Wallet): void {
  const { store } = backend
  const credentialId = standInOf(backend, signer)
  const user = store.users.get(signer.userId)
  if (user?.lastCredentialId === signer.id) store.users.put({ ...user, lastCredentialId: credentialId })
  for (const session of store.sessions.scan('byUser', [signer.userId]))
    if (session.credentialId === signer.id) store.sessions.put({ ...session, credentialId })
}

/**
 * The credential with which a wallet signs in. At one address there can be an embedded wallet, which does not sign in,
 * and a smart wallet (EIP-7702), which does.
 */
export function signInCredential(
  { store }: Pick<Backend, 'store'>,
  environmentId: string,
  { chain, address }: { readonly chain: Wallet['chain']; readonly address: string },
): Credential | undefined {
  const key = addressKey(chain, address)
  const credential = store.credentials.find('byKey', [environmentId, 'blockchain', key])
  if (credential?.signInEnabled !== false) return credential
  return store.credentials.find('byKey', [environmentId, 'blockchain', delegatedKey(key)]) ?? credential
}

/**
 * Applies the settings of a provider to the smart wallets that there are: their paymaster, and the version where older
 * ones move to version 3. No address changes.
 */
export function updateSmartWallets(backend: Backend, provider: Provider): void {
  if (provider.provider !== vendor || !provider.enabledAt) return
  const { store, outside } = backend
  const versions = versionsOf(provider)
  for (const wallet of store.wallets.scan('byEnvironment', [provider.environmentId])) {
    if (wallet.signerWalletId === undefined) continue
    outside.smartWallets.sponsor(wallet.publicKey, provider.paymasterAddress || undefined)
    if (!provider.enableKernelV3Migration || !isOlder(wallet, versions)) continue
    outside.smartWallets.upgrade(wallet.publicKey, {
      entryPoint: entryPoints[versions.entryPointVersion],
      kernelVersion: versions.kernelVersion,
    })
    store.wallets.put({ ...wallet, properties: { ...wallet.properties, ...versions } })
  }
}

/** Whether a wallet has an earlier version than 3, and new ones have version 3. */
function isOlder({ properties }: Wallet, { kernelVersion }: SmartWalletVersions): boolean {
  const isThird = (version: string | undefined) => version?.startsWith('v3') === true
  return isThird(kernelVersion) && !isThird(properties?.kernelVersion)
}
