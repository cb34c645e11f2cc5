import { readBase64, toBase64, toHex, utf8 } from '@latchkey/base/bytes'
import { defined } from '@latchkey/base/defined'
import { isObject } from '@latchkey/base/isObject'
import { type CosmosKey, signDataBytes } from '@latchkey/crypto/chains/cosmos'
import { isCompactSignature } from '@latchkey/crypto/chains/secp256k1'
import { providerCodes } from '@latchkey/device/provider'
import { sha256 } from '@noble/hashes/sha2.js'
import type { InjectedMethod } from '../injected/injectedWallet.ts'
import { invalid, readCallBytes, readText } from '../injected/inputs.ts'
import { writeProtobuf } from '../protobuf/protobuf.ts'
import { textOf, toWireBytes } from '../standard/inputs.ts'
import type { WalletCore } from '../walletCore.ts'
import { fail, WalletError } from '../walletError.ts'
import { actionsOf, aminoBytes, isAminoDocument, signDataOf } from './aminoDocument.ts'
import { readDirectTransaction } from './cosmosMessages.ts'
import { type CosmosCall, createCosmosSites, readChainIds } from './cosmosSites.ts'

interface KeplrParts {
  readonly core: WalletCore
  /** The accounts by their addresses on the Cosmos Hub. */
  readonly keys: ReadonlyMap<string, CosmosKey>
  /** The prefix of addresses by chain. A page can suggest further chains. */
  readonly prefixes: Map<string, string>
}

/** An account on a chain, which the page may use. */
interface ChainAccount {
  readonly key: CosmosKey
  /** By which the wallet knows the account. */
  readonly account: string
  /** On the chain. */
  readonly address: string
}

type Answer = (call: CosmosCall) => Promise<unknown>

const keyType = 'tendermint/PubKeySecp256k1'

/** The methods of Keplr's object, and of its offline signers. */
export function createKeplrMethods({ core, keys, prefixes }: KeplrParts): Readonly<Record<string, InjectedMethod>> {
  const sites = createCosmosSites(core, prefixes)

  async function accountOn(call: CosmosCall, chainId: string): Promise<ChainAccount> {
    const account = await sites.enable(call, [chainId])
    const key = keys.get(account) as CosmosKey
    return { key, account, address: key.addressOn(prefixes.get(chainId) ?? '') }
  }

  /** @throws WalletError for an account that is not the selected one */
  async function signerOf(call: CosmosCall, chainId: string, signer: unknown): Promise<ChainAccount> {
    const address = readText(signer, 'signer')
    const found = await accountOn(call, chainId)
    if (found.address === address) return found
    throw invalid('Signer mismatched')
  }

  const signatureOf = ({ key }: ChainAccount, bytes: Uint8Array) => ({
    pub_key: { type: keyType, value: toBase64(key.publicKey) },
    signature: toBase64(key.sign(bytes)),
  })

  async function keyOn(call: CosmosCall, chainId: string) {
    const { key, address } = await accountOn(call, chainId)
    return {
      name: core.control.name,
      algo: 'secp256k1',
      pubKey: toWireBytes(key.publicKey),
      address: toWireBytes(key.keyHash),
      bech32Address: address,
      ethereumHexAddress: `0x${toHex(key.keyHash)}`,
      isNanoLedger: false,
      isKeystone: false,
    }
  }

  async function signData(call: CosmosCall, { chainId, signer, data }: Signing & { readonly data: Uint8Array }) {
    const found = await signerOf(call, chainId, signer)
    const { account, address } = found
    const { site, method, params } = call
    const text = textOf(data)
    await core.assertApproved(site, { kind: 'message', method, params, account, chain: chainId, ...defined({ text }) })
    return signatureOf(found, signDataBytes(address, data))
  }

  async function signAmino(call: CosmosCall, { chainId, signer, document: signed }: Signing & DocumentInput) {
    if (!isAminoDocument(signed)) throw invalid('The sign doc is not a transaction in amino.')
    const message = signDataOf(signed)
    if (message) {
      const data = typeof message.data === 'string' ? readBase64(message.data) : undefined
      if (!data) throw invalid('The data of the sign doc is not base64.')
      if (message.signer !== signer) throw invalid('Unmatched signer in sign doc')
      return { signed, signature: await signData(call, { chainId, signer, data }) }
    }
    if (signed.chain_id !== chainId) throw invalid('Chain id in the message is not matched with the requested chain id')
    const found = await signerOf(call, chainId, signer)
    const { fee, memo } = signed
    const { site, method, params } = call
    const asked = { account: found.account, chain: chainId, actions: actionsOf(signed), terms: { memo, fee } }
    await core.assertApproved(site, { kind: 'transaction', method, params, ...asked })
    return { signed, signature: signatureOf(found, aminoBytes(signed)) }
  }

  async function signDirect(call: CosmosCall, { chainId, signer, document }: Signing & DocumentInput) {
    if (!isObject(document)) throw invalid('The sign doc is not an object.')
    const bodyBytes = readCallBytes(document.bodyBytes, 'bodyBytes')
    const authInfoBytes = readCallBytes(document.authInfoBytes, 'authInfoBytes')
    const accountNumber = readAccountNumber(document.accountNumber)
    if (document.chainId !== chainId)
      throw invalid('Chain id in the message is not matched with the requested chain id')
    const asked = readDirectTransaction(bodyBytes, authInfoBytes)
    if (!asked) throw invalid('The sign doc is not a transaction in protobuf.')
    const found = await signerOf(call, chainId, signer)
    const { site, method, params } = call
    await core.assertApproved(site, {
      kind: 'transaction',
      method,
      params,
      account: found.account,
      chain: chainId,
      ...asked,
    })
    const bytes = writeProtobuf([
      [1, bodyBytes],
      [2, authInfoBytes],
      [3, utf8(chainId)],
      [4, accountNumber],
    ])
    const signed = {
      bodyBytes: toWireBytes(bodyBytes),
      authInfoBytes: toWireBytes(authInfoBytes),
      chainId,
      accountNumber: { digits: accountNumber.toString() },
    }
    return { signed, signature: signatureOf(found, bytes) }
  }

  async function verifyArbitrary(call: CosmosCall): Promise<boolean> {
    const [chain, signer, data, proof] = call.params
    const { key, address } = await signerOf(call, readText(chain, 'chainId'), signer)
    const { type, value } = Object(Object(proof).pub_key) as Readonly<Record<string, unknown>>
    if (type !== keyType || value !== toBase64(key.publicKey)) throw invalid('Pub key unmatched')
    const signature = readBase64(readText(Object(proof).signature, 'signature'))
    const digest = sha256(signDataBytes(address, readData(data)))
    return signature !== undefined && isCompactSignature(signature, digest, key.publicKey)
  }

  async function suggestChain(call: CosmosCall): Promise<void> {
    const { site, method, params } = call
    const { chainId, bech32Config } = Object(params[0]) as Readonly<Record<string, unknown>>
    const prefix: unknown = Object(bech32Config).bech32PrefixAccAddr
    if (typeof chainId !== 'string' || chainId === '' || typeof prefix !== 'string' || !/^[a-z\d]{1,83}$/.test(prefix))
      throw invalid('The chain info needs a "chainId" and a "bech32Config" with a prefix of addresses.')
    if (prefixes.has(chainId)) return
    await core.assertApproved(site, { kind: 'chain', method, params, chain: chainId })
    prefixes.set(chainId, prefix)
  }

  /** The answers to the functions of the object. */
  const answers: Readonly<Record<string, Answer>> = {
    ping: async () => undefined,
    async enable(call) {
      await sites.enable(call, readChainIds(call.params[0]))
    },
    async disable({ site, params: [chainIds] }) {
      sites.disable(site.origin, chainIds === undefined || chainIds === null ? undefined : readChainIds(chainIds))
    },
    getKey: async (call) => keyOn(call, readText(call.params[0], 'chainId')),
    async getKeysSettled(call) {
      const chainIds = readChainIds(call.params[0])
      const settled = await Promise.allSettled(chainIds.map((chainId) => keyOn(call, chainId)))
      return settled.map((each) =>
        each.status === 'fulfilled' ? each : { status: each.status, reason: { message: inWords(each.reason).message } },
      )
    },
    signAmino: async (call) => signAmino(call, signingOf(call.params)),
    signDirect: async (call) => signDirect(call, signingOf(call.params)),
    async signArbitrary(call) {
      const [chainId, signer, data] = call.params
      return signData(call, { chainId: readText(chainId, 'chainId'), signer, data: readData(data) })
    },
    verifyArbitrary,
    experimentalSuggestChain: suggestChain,
    async sendTx(call) {
      const chainId = readText(call.params[0], 'chainId')
      await sites.enable(call, [chainId])
      throw fail(providerCodes.chainDisconnected, `The wallet reaches no node of ${chainId}.`)
    },
    async 'signer.getAccounts'(call) {
      const { key, address } = await accountOn(call, readText(call.params[0], 'chainId'))
      return [{ address, algo: 'secp256k1', pubkey: toWireBytes(key.publicKey) }]
    },
    'signer.signAmino': async (call) => signAmino(call, signingOf(withoutOptions(call.params))),
    'signer.signDirect': async (call) => signDirect(call, signingOf(withoutOptions(call.params))),
  }

  const methods = Object.entries(answers).map(([method, answer]): [string, InjectedMethod] => [
    method,
    async (site, params) => {
      try {
        return await answer({ site, method, params })
      } catch (error) {
        throw inWords(error)
      }
    },
  ])
  return Object.fromEntries(methods)
}

interface Signing {
  readonly chainId: string
  readonly signer: unknown
}

interface DocumentInput {
  readonly document: unknown
}

const signingOf = ([chainId, signer, document]: readonly unknown[]): Signing & DocumentInput => ({
  chainId: readText(chainId, 'chainId'),
  signer,
  document,
})

/**
 * The arguments of an offline signer as those of the object. Behind the chain stand the options of the function that
 * created the signer, if it had any.
 */
const withoutOptions = ([chainId, ...others]: readonly unknown[]) => [chainId, ...others.slice(-2)]

/** A refusal in Keplr's words, by which libraries know it. */
function inWords(error: unknown): WalletError {
  if (!(error instanceof WalletError)) throw error
  return error.code === providerCodes.userRejected ? fail(error.code, 'Request rejected') : error
}

/** The data of a message: a text, or bytes. */
const readData = (data: unknown) => (typeof data === 'string' ? utf8(data) : readCallBytes(data, 'data'))

/** Digits, or an object of the library `long`, in which apps hold numbers of 64 bits. */
function readAccountNumber(value: unknown): bigint {
  if ((typeof value === 'string' || typeof value === 'number') && /^\d{1,20}$/.test(String(value))) return BigInt(value)
  const { high, low } = Object(value) as Readonly<Record<string, unknown>>
  if (Number.isInteger(high) && Number.isInteger(low))
    return (BigInt(Number(high) >>> 0) << 32n) | BigInt(Number(low) >>> 0)
  throw invalid('"accountNumber" is not a number of 64 bits.')
}
