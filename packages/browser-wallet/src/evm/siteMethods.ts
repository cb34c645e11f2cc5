import { type AppAccess, hexOf, isSameAddress } from '@latchkey/device/evm/appAccess'
import { type Methods, readRequest } from '@latchkey/device/evm/readRequest'
import { createWalletMethods } from '@latchkey/device/evm/walletMethods'
import { isForNode, providerCodes } from '@latchkey/device/provider'
import type { Site } from '../walletCore.ts'
import { fail } from '../walletError.ts'
import { readAddedChain, readAsset, readChainId } from './chainRequests.ts'
import { sendAsContract, smartWalletOf, withSender } from './contractSending.ts'
import type { EvmAccount } from './evmAccount.ts'
import type { EvmWalletState } from './evmWalletState.ts'
import { createPermissionMethods } from './permissionMethods.ts'
import { questionOf } from './questions.ts'

/** The methods that sign or send, as each account has them. */
const accountMethods = new Set([
  'eth_sendTransaction',
  'eth_signTypedData_v4',
  'personal_sign',
  'wallet_getCallsStatus',
  'wallet_getCapabilities',
  'wallet_sendCalls',
])

/**
 * The methods of a wallet for a page.
 *
 * @returns A function that answers a method, and throws a WalletError.
 */
export function createSiteMethods(
  wallet: EvmWalletState,
  site: Site,
): (method: string, params: unknown) => Promise<unknown> {
  const { core, nodes } = wallet
  const ask = async (chainId: number, method: string, params?: unknown) => {
    wallet.assertReached(chainId)
    return nodes.ask(chainId, method, params)
  }
  const methods: Methods = { ...createPermissionMethods(core, site), ...chainMethods(wallet, site) }
  const byAccount = new Map(wallet.accounts.map((account) => [account, methodsOf(wallet, { site, account, ask })]))

  return async (method, sent) => {
    const { params, ...request } = readRequest({ method, params: sent }, fail)
    const own = Object.hasOwn(methods, method) ? methods[method] : undefined
    if (own) return own(params, { ...request, params })
    if (accountMethods.has(method)) {
      const account = accountIn(params, wallet)
      return byAccount.get(account)?.[method]?.(params, { ...request, params })
    }
    if (isForNode(method)) return ask(wallet.chainId(), method, params)
    throw fail(providerCodes.methodNotFound, `The wallet does not have the method ${method}.`)
  }
}

/** The account of the wallet that a request names, or else the selected one. */
function accountIn(params: readonly unknown[], { accounts, core }: EvmWalletState): EvmAccount {
  const named = params.flatMap((parameter) => [parameter, Object(parameter).from])
  const [selected] = core.control.accounts
  const [first] = accounts
  const find = (address: unknown) => accounts.find((account) => isSameAddress(account.address, address))
  return named.map(find).find((account) => account !== undefined) ?? find(selected) ?? first
}

interface AccountParts {
  readonly site: Site
  readonly account: EvmAccount
  readonly ask: EvmWalletState['nodes']['ask']
}

function methodsOf(wallet: EvmWalletState, { site, account, ask }: AccountParts): Methods {
  const { core, nodes, sentBatches } = wallet
  const sent = sentBatches.get(site.origin) ?? new Map()
  sentBatches.set(site.origin, sent)
  const access = accessOf(wallet, site)
  const methods = createWalletMethods(
    {
      // A contract acts for its owner, whose key signs.
      address: account.contract ? account.owner : account.address,
      chainId: wallet.chainId(),
      signing: account.signing,
      batches: {
        delegationOf: () => undefined,
        smartWallet: () => smartWalletOf(account),
        sent,
        askPaymaster: nodes.askPaymaster,
      },
      ask,
      hasChain: (chainId) => nodes.hasChain(chainId),
      chainAdvice: '',
      async confirm(request) {
        await core.assertApproved(site, await questionOf(request, wallet.grantsOf))
        return true
      },
      fail,
      failureOf: () => undefined,
    },
    access,
  )
  const { eth_chainId: chainId, wallet_sendCalls: sendCalls, wallet_getCallsStatus: callsStatus } = methods
  if (!chainId || !sendCalls || !callsStatus) throw new TypeError('The wallet has no batches.')
  const sending = { chainId, sendCalls, callsStatus }
  const named = { ...methods, wallet_sendCalls: withSender(account, sending) }
  return account.contract ? { ...named, eth_sendTransaction: sendAsContract({ site, account }, sending) } : named
}

/** The access of a page, as the methods of an account ask for it. */
function accessOf({ core, chainId, switchChain }: EvmWalletState, { origin }: Site): AppAccess {
  function assertAccount(account: unknown): void {
    if (core.accountsOf(origin).some((address) => isSameAddress(address, account))) return
    throw fail(
      providerCodes.unauthorized,
      'The page has no access to this account. Ask for accounts first, by "eth_requestAccounts".',
    )
  }
  return {
    get chainId() {
      return chainId()
    },
    accounts: () => core.accountsOf(origin),
    connect: () => core.accountsOf(origin),
    disconnect: () => core.control.disconnect(origin),
    reportAccounts() {},
    switchChain,
    assertAccount,
    assertSigner: assertAccount,
  }
}

function chainMethods(wallet: EvmWalletState, site: Site): Methods {
  const { core, nodes } = wallet
  return {
    eth_chainId: () => hexOf(wallet.chainId()),
    net_version: () => String(wallet.chainId()),
    async wallet_switchEthereumChain([parameters], { method, params }) {
      const chainId = readChainId(parameters)
      if (!(await wallet.knowsChain(chainId)))
        throw fail(
          providerCodes.unknownChain,
          `The wallet does not know chain ${chainId}. Add it by "wallet_addEthereumChain".`,
        )
      if (chainId === wallet.chainId()) return null
      await core.assertApproved(site, { kind: 'chain', method, params, chainId })
      wallet.switchChain(chainId)
      return null
    },
    async wallet_addEthereumChain([parameters], { method, params }) {
      const chainId = readAddedChain(parameters)
      if (!(await nodes.hasChain(chainId)))
        throw fail(
          providerCodes.chainDisconnected,
          `The wallet reaches no node of chain ${chainId}. ` +
            'The built-in networks have one each, and the operation "customNetworks.create" adds a network.',
        )
      if (chainId === wallet.chainId()) return null
      await core.assertApproved(site, { kind: 'chain', method, params, chainId })
      wallet.addChain(chainId)
      wallet.switchChain(chainId)
      return null
    },
    async wallet_watchAsset(params, { method }) {
      // The only method whose parameters are an object (EIP-747).
      const asset = readAsset(params[0])
      await core.assertApproved(site, { kind: 'asset', method, params: params[0], chainId: wallet.chainId() })
      wallet.watch(asset)
      return true
    },
  }
}
