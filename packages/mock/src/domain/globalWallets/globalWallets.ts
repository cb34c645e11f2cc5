import { defined } from '@latchkey/base/defined'
import { newRecord } from '@latchkey/base/newRecord'
import type { components } from '@latchkey/types'
import type { GlobalWallet } from '../../store/adminRecords.ts'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'
import { disconnectRefused } from './globalWalletConnections.ts'

type Schemas = components['schemas']

/** The settings of the environment's global wallet; `undefined` until they are created. */
export function findGlobalWallet({ store }: Pick<Backend, 'store'>, environmentId: string): GlobalWallet | undefined {
  return store.globalWallets.find('byEnvironment', [environmentId])
}

/** The settings of the environment's global wallet while it is enabled. */
export function findEnabledWallet(backend: Pick<Backend, 'store'>, environmentId: string): GlobalWallet | undefined {
  const wallet = findGlobalWallet(backend, environmentId)
  return typeof wallet?.enabledAt === 'string' ? wallet : undefined
}

/**
 * Creates the global wallet of an environment, disabled.
 *
 * @throws {@link DomainError} `duplicateExists` for a second one
 */
export function createGlobalWallet(
  backend: Backend,
  environmentId: string,
  fields: Schemas['GlobalWalletSettingsCreateRequest'],
): GlobalWallet {
  assert(!findGlobalWallet(backend, environmentId), 'duplicateExists', {
    message: 'This environment has a global wallet already.',
  })
  return backend.store.globalWallets.insert({ ...newRecord(backend), environmentId, enabledAt: null, ...fields })
}

/**
 * Changes the fields that are named.
 *
 * @throws {@link DomainError} `globalWalletUnnamed` for removing the name of an enabled wallet
 */
export function updateGlobalWallet(
  backend: Backend,
  wallet: GlobalWallet,
  fields: Schemas['GlobalWalletSettingsUpdateRequest'],
): GlobalWallet {
  const updated = { ...wallet, ...fields }
  assert(updated.enabledAt === null || updated.walletName !== '', 'globalWalletUnnamed')
  return backend.store.globalWallets.put(updated)
}

/**
 * Enables the wallet. Nothing changes when it is enabled already.
 *
 * @throws {@link DomainError} `globalWalletUnnamed`
 */
export function enableGlobalWallet({ store, clock }: Backend, wallet: GlobalWallet): GlobalWallet {
  if (wallet.enabledAt !== null) return wallet
  assert(wallet.walletName !== '', 'globalWalletUnnamed')
  return store.globalWallets.put({ ...wallet, enabledAt: clock.iso() })
}

/** Disables the wallet, which ends all of its connections. Nothing changes when it is disabled already. */
export function disableGlobalWallet(backend: Backend, wallet: GlobalWallet): GlobalWallet {
  if (wallet.enabledAt === null) return wallet
  const disabled = backend.store.globalWallets.put({ ...wallet, enabledAt: null })
  disconnectRefused(backend, wallet.environmentId)
  return disabled
}

/** The settings as replies show them. */
export function presentGlobalWallet({
  environmentId: _environmentId,
  createdAt: _createdAt,
  customMenuLinks,
  ...shown
}: GlobalWallet): Schemas['GlobalWalletSettings'] {
  return { ...shown, ...defined({ customMenuLinks: customMenuLinks && [...customMenuLinks] }) }
}
