import { utf8 } from '@latchkey/base/bytes'
import { isObject } from '@latchkey/base/isObject'
import { starknet } from '@latchkey/crypto/chains/starknet'
import { readFelt, readShortString, wordOf } from '@latchkey/crypto/chains/starknetFelt'
import { providerCodes } from '@latchkey/device/provider'
import type { InjectedMethod } from '../injected/injectedWallet.ts'
import type { AskedAction } from '../person.ts'
import type { Site, WalletCore } from '../walletCore.ts'
import { fail } from '../walletError.ts'
import { starknetError, toStarknetError } from './starknetErrors.ts'

export const starknetNetworks = ['SN_MAIN', 'SN_SEPOLIA'] as const

export type StarknetNetwork = (typeof starknetNetworks)[number]

/** An account with its key. */
export type StarknetSigner = ReturnType<typeof starknet.createSigner>

interface StarknetParts {
  readonly core: WalletCore
  /** The accounts by their addresses. */
  readonly signers: ReadonlyMap<string, StarknetSigner>
  readonly network: StarknetNetwork
}

type Params = Readonly<Record<string, unknown>>
type Answer = (site: Site, params: Params) => Promise<unknown>

/** The versions of the interface. */
const apiVersions: readonly unknown[] = ['0.7']

const specVersions = ['0.8', '0.9']

/** The id of a network: the number of its letters, as hex. */
const chainIdOf = (network: StarknetNetwork) => `0x${wordOf(utf8(network)).toString(16)}`

/** The methods of the object, of which there is one. */
export function createStarknetMethods(parts: StarknetParts): Readonly<Record<string, InjectedMethod>> {
  const { core, signers } = parts
  let { network } = parts

  /** @throws WalletError for a page without access */
  function signerFor({ origin }: Site): StarknetSigner {
    const signer = signers.get(core.accountsOf(origin)[0] ?? '')
    if (signer) return signer
    throw fail(providerCodes.unauthorized, 'The page has no access to an account. Ask for accounts first.')
  }

  async function signTypedData(site: Site, request: Params): Promise<unknown> {
    const { api_version: _, ...params } = request
    const { address: account, sign } = signerFor(site)
    const chainId: unknown = Object(params.domain).chainId
    if (readShortString(chainId) !== wordOf(utf8(network)))
      throw starknetError('INVALID_REQUEST_PAYLOAD', `The wallet is on ${network}, and not on ${String(chainId)}.`)
    const signature = signatureOf(sign, params)
    const method = 'wallet_signTypedData'
    await core.assertApproved(site, { kind: 'typedData', method, params, account, chain: network, typedData: params })
    return signature
  }

  async function switchChain(site: Site, params: Params): Promise<true> {
    const next = starknetNetworks.find((each) => chainIdOf(each) === params.chainId || each === params.chainId)
    if (!next) throw starknetError('UNLISTED_NETWORK')
    if (next === network) return true
    await core.assertApproved(site, { kind: 'chain', method: 'wallet_switchStarknetChain', params, chain: next })
    network = next
    const data = [chainIdOf(next)]
    core.announce('injected', { facts: {}, signals: [{ to: 'listeners', name: 'networkChanged', data }] })
    return true
  }

  async function invoke(site: Site, params: Params): Promise<never> {
    const { address: account } = signerFor(site)
    const asked = { account, chain: network, actions: readCalls(params.calls) }
    await core.assertApproved(site, { kind: 'transaction', method: 'wallet_addInvokeTransaction', params, ...asked })
    throw fail(providerCodes.chainDisconnected, `The wallet reaches no node of ${network}.`)
  }

  async function watchAsset(site: Site, params: Params): Promise<true> {
    const { address: account } = signerFor(site)
    const { type, options } = params
    if (type !== 'ERC20' || readFelt(Object(options).address) === undefined) throw starknetError('NOT_ERC20')
    await core.assertApproved(site, { kind: 'asset', method: 'wallet_watchAsset', params, account })
    return true
  }

  const answers: Readonly<Record<string, Answer>> = {
    wallet_requestAccounts: async (site, params) =>
      params.silent_mode === true
        ? core.accountsOf(site.origin)
        : core.connect(site, { method: 'wallet_requestAccounts', params }),
    wallet_getPermissions: async ({ origin }) => (core.accountsOf(origin).length > 0 ? ['accounts'] : []),
    wallet_requestChainId: async () => chainIdOf(network),
    wallet_signTypedData: signTypedData,
    wallet_switchStarknetChain: switchChain,
    wallet_addInvokeTransaction: invoke,
    wallet_watchAsset: watchAsset,
    async wallet_deploymentData(site) {
      signerFor(site)
      // The accounts of test wallets are on the chain from the beginning.
      throw starknetError('ACCOUNT_ALREADY_DEPLOYED')
    },
    wallet_supportedSpecs: async () => specVersions,
    wallet_supportedWalletApi: async () => apiVersions,
  }

  return {
    async request(site, [call]) {
      const { type, params } = Object(call) as Params
      const name = String(type)
      try {
        const answer = Object.hasOwn(answers, name) ? answers[name] : undefined
        if (!answer) throw starknetError('UNKNOWN_ERROR', `The wallet does not have the method ${name}.`)
        const read = params ?? {}
        if (!isObject(read)) throw starknetError('INVALID_REQUEST_PAYLOAD', 'The parameters are not an object.')
        const { api_version: version = apiVersions[0] } = read
        if (!apiVersions.includes(version)) throw starknetError('API_VERSION_NOT_SUPPORTED', String(version))
        return await answer(site, read)
      } catch (error) {
        throw toStarknetError(error)
      }
    },
  }
}

/** Signs before the person is asked, so that only what can be signed is asked about. @throws WalletError */
function signatureOf(sign: StarknetSigner['sign'], typedData: Params): unknown {
  try {
    return JSON.parse(sign(JSON.stringify(typedData)))
  } catch (error) {
    throw starknetError('INVALID_REQUEST_PAYLOAD', String(Object(error).message))
  }
}

const isFelt = (value: unknown) => readFelt(value) !== undefined

/** @throws WalletError */
function readCalls(calls: unknown): readonly AskedAction[] {
  if (!Array.isArray(calls) || calls.length === 0)
    throw starknetError('INVALID_REQUEST_PAYLOAD', '"calls" is not a list with a call.')
  return calls.map((call: unknown) => {
    const { contract_address: contract, entry_point: name, calldata = [] } = Object(call) as Params
    if (typeof name !== 'string' || !isFelt(contract) || !Array.isArray(calldata) || !calldata.every(isFelt))
      throw starknetError('INVALID_REQUEST_PAYLOAD', 'A call has a contract, an entry point, and numbers as its data.')
    return { name, fields: { contract_address: contract, calldata } }
  })
}
