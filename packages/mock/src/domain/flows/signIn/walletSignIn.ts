import { asciiLowerCase } from '@latchkey/base/asciiCase'
import { isWellFormed } from '@latchkey/base/bytes'
import { defined } from '@latchkey/base/defined'
import { addressKey, type Chain, isAddressOf } from '@latchkey/crypto/chainAddresses'
import { loadChain } from '@latchkey/crypto/chainSignatures'
import type { WalletSignature } from '@latchkey/crypto/walletSignature'
import type { components } from '@latchkey/types'
import type { Credential, Wallet } from '../../../store/records.ts'
import { isChainDisabled, isOnNetwork, networkOf } from '../../chains/chainNetworks.ts'
import { walletOf } from '../../credentials/credentials.ts'
import type { Backend } from '../../shared/backend.ts'
import { assertCaptcha } from '../../shared/captcha.ts'
import { assert, DomainError } from '../../shared/errors.ts'
import type { RequestContext } from '../../shared/request.ts'
import { takesBrowserWallets } from '../../wallets/browserWallets.ts'
import { assertClaims } from '../../wallets/messageChecks.ts'
import { signInCredential } from '../../wallets/smartWallets.ts'
import { walletMessageFault } from '../../wallets/walletMessageFault.ts'
import { readWalletMessage } from '../../wallets/walletMessages.ts'
import { newWalletRecords } from '../../wallets/wallets.ts'
import { signIn, type SignInOutcome } from './signIn.ts'

type Schemas = components['schemas']

/** A signed message and who sends it. */
export interface SignedRequest {
  readonly body: Schemas['VerifyRequest']
  readonly request: RequestContext
}

/** The wallet that has signed, and the records of it if a user holds it already. */
export interface ProvedWallet {
  readonly fields: Schemas['VerifyRequest']
  readonly credential?: Credential | undefined
  readonly wallet?: Wallet | undefined
}

/**
 * Signs in the holder of a wallet: the user who has it, else a new one.
 *
 * @throws {@link DomainError} `recordNotFound` without such an environment, `invalidVerification` for a missing CAPTCHA
 * and for a wallet that may not sign in, what {@link proveWallet} refuses, and what {@link signIn} refuses
 */
export async function signInWithWallet(
  backend: Backend,
  environmentId: string,
  input: SignedRequest,
): Promise<SignInOutcome> {
  const { body, request } = input
  assertCaptcha(backend, environmentId, body.captchaToken)
  assert(body.walletProvider !== 'embeddedWallet', 'providerNotAvailable', { message: noEmbeddedSignIn })
  const { credential: existingCredential, wallet: existingWallet } = await proveWallet(backend, environmentId, input)
  assert(existingCredential?.signInEnabled !== false, 'invalidVerification', {
    message: 'This wallet may not be used to sign in.',
  })
  const user = existingCredential && backend.store.users.get(existingCredential.userId)
  const records =
    existingCredential && existingWallet
      ? { credential: existingCredential, wallet: existingWallet }
      : newWalletRecords(backend, environmentId, { userId: user?.id ?? backend.newId(), fields: body })
  const wallet: Wallet = {
    ...records.wallet,
    lastSelectedAt: backend.clock.iso(),
    ...defined({ additionalAddresses: body.additionalWalletAddresses }),
  }
  return signIn(backend, records.credential, { user, wallet, request, sessionPublicKey: body.sessionPublicKey })
}

/**
 * Verifies that a wallet has signed a sign-in message for this environment, site and moment, and uses up the nonce.
 *
 * @throws {@link DomainError} `providerNotAvailable` for an embedded wallet, `invalidChainAddress`,
 * `invalidVerification` for a message that is not valid here, `invalidSignature`, `unsupportedSignature`,
 * `walletNotDeployed`
 */
export async function proveWallet(
  backend: Backend,
  environmentId: string,
  { body, request }: SignedRequest,
): Promise<ProvedWallet> {
  const { chain, publicWalletAddress: address, messageToSign: message, signedMessage: signature, walletProvider } = body
  // The device of the user made it, and only the user can link it.
  const isLinkable = walletProvider !== 'embeddedWallet' || takesBrowserWallets(backend, environmentId)
  assert(isLinkable, 'providerNotAvailable', { message: noEmbeddedSignIn })
  assert(!isChainDisabled(backend, environmentId, chain), 'invalidVerification', {
    message: 'This chain is turned off in this environment.',
  })
  assert(isAddressOf(chain, address), 'invalidChainAddress')
  const claims = await readWalletMessage(chain, message)
  if (!claims) throw new DomainError('invalidVerification', { message: walletMessageFault(chain, message) })
  const isOwn = claims.address === undefined || addressKey(chain, claims.address) === addressKey(chain, address)
  assert(isOwn, 'invalidSignature', { message: 'The message names another address than the request.' })
  const network = networkOfClaim(backend, environmentId, {
    chain,
    address,
    chainIds: claims.chainIds,
    network: body.network,
  })
  assertClaims(backend, environmentId, { claims, origin: request.origin })
  await assertSignature(backend, { chain, address, message, signature, network })
  const credential = signInCredential(backend, environmentId, { chain, address })
  return {
    fields: body,
    credential,
    wallet: credential && walletOf(backend, credential),
  }
}

const noEmbeddedSignIn = 'Embedded wallets do not sign in with a message.'

interface NetworkClaim {
  readonly chain: Chain
  readonly address: string
  readonly chainIds: readonly string[]
  readonly network: string | undefined
}

/**
 * Every network name in the message and the request must mean the same network. The environment must know it, and the
 * address must belong to it.
 *
 * @returns It, as {@link networkOf} spells it; `undefined` where none is named.
 */
function networkOfClaim(
  backend: Backend,
  environmentId: string,
  { chain, address, chainIds, network: requestedNetwork }: NetworkClaim,
): string | undefined {
  const texts = [...chainIds, ...(requestedNetwork ? [requestedNetwork] : [])]
  const networks = texts.map((text) => {
    const network = networkOf(backend, environmentId, { chain, network: text })
    assert(network !== undefined, 'invalidVerification', { message: unknownNetwork(text) })
    return network
  })
  assert(new Set(networks).size <= 1, 'invalidVerification', {
    message: 'The message and the request name different networks.',
  })
  const isThere = networks.every((network) => isOnNetwork(chain, address, network))
  assert(isThere, 'invalidVerification', { message: 'The address is not of the network that the message names.' })
  return networks[0]
}

/** @param text - As the message or the request has it. Only what can be the name of a network is shown. */
const unknownNetwork = (text: string) =>
  `The message or the request names ${/^[-\w:]{1,41}$/.test(text) ? `the network ${text}` : 'a network'}, which this \
environment does not know. The operation customNetworks.create adds a network.`

/**
 * @throws {@link DomainError} `invalidVerification` for a message that is not well-formed Unicode, `invalidSignature`,
 * `unsupportedSignature`, `walletNotDeployed`
 */
export async function assertSignature(backend: Backend, signed: WalletSignature): Promise<void> {
  assert(isWellFormed(signed.message), 'invalidVerification', { message: 'The message is not well-formed Unicode.' })
  const { chains } = backend.outside
  const { verify } = await loadChain(signed.chain)
  const verdict = await verify(signed, chains)
  if (verdict === 'valid' || (await isAcceptedByContract(backend, signed))) return
  assert(verdict !== 'unsupported', 'unsupportedSignature')
  const isWrapped = asciiLowerCase(signed.signature).endsWith(erc6492Suffix)
  const isUndeployed =
    isEvm(signed.chain) && chains.contractWallet(signed.address, signed.network)?.isDeployed === false
  assert(isWrapped || !isUndeployed, 'walletNotDeployed', {
    message: 'This contract wallet is not deployed, and the signature does not hold what deploys it (ERC-6492).',
  })
  throw new DomainError('invalidSignature')
}

/** Whether a contract of a simulated chain accepts the signature. It has other forms than that of a key has. */
async function isAcceptedByContract({ outside: { chains } }: Backend, signed: WalletSignature): Promise<boolean> {
  const networkId = Number(signed.network)
  if (!isEvm(signed.chain) || !Number.isSafeInteger(networkId)) return false
  const [{ verify }, runner] = await Promise.all([loadChain(signed.chain), chains.evm()])
  const verdict = await verify(signed, {
    contractWallet: (address, network) => chains.contractWallet(address, network),
    accountKeys: (chain, address) => chains.accountKeys(chain, address),
    isSignatureValid: (digest) => runner.acceptsSignature(networkId, digest),
  })
  return verdict === 'valid'
}

/** The end of a signature that contains the call which deploys its contract wallet. */
const erc6492Suffix = '6492'.repeat(16)

function isEvm(chain: Chain): boolean {
  return chain === 'EVM' || chain === 'ETH'
}
