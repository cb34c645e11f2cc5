import { isObject } from '@latchkey/base/isObject'
import type { Methods } from '@latchkey/device/evm/readRequest'
import { providerCodes } from '@latchkey/device/provider'
import type { Site, WalletCore } from '../walletCore.ts'
import { fail } from '../walletError.ts'

/** The methods by which a page gets, sees and gives up access to accounts (EIP-1102, EIP-2255, MIP-2). */
export function createPermissionMethods(core: WalletCore, site: Site): Methods {
  const accounts = () => core.accountsOf(site.origin)

  function permissions() {
    const present = accounts()
    if (present.length === 0) return []
    const caveats = [{ type: 'restrictReturnedAccounts', value: present }]
    return [{ invoker: site.origin, parentCapability: 'eth_accounts', caveats }]
  }

  return {
    eth_accounts: accounts,
    eth_coinbase: () => accounts()[0] ?? null,
    eth_requestAccounts: (_, { method, params }) => core.connect(site, { method, params }),
    wallet_getPermissions: permissions,
    async wallet_requestPermissions([asked], { method, params }) {
      assertAccounts(asked)
      await core.connect(site, { method, params, isRepeated: true })
      return permissions()
    },
    wallet_revokePermissions([revoked]) {
      assertAccounts(revoked)
      core.control.disconnect(site.origin)
      return null
    },
  }
}

/** @throws WalletError -32602 for another permission than that to accounts */
function assertAccounts(permissions: unknown): void {
  if (isObject(permissions) && Object.keys(permissions).join() === 'eth_accounts') return
  throw fail(providerCodes.invalidParams, 'The only permission is "eth_accounts": [{ eth_accounts: {} }].')
}
