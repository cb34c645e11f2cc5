import { openEnvelope, type SealedEnvelope } from '@latchkey/device/envelope'
import { assertCaller } from '../calls/assertCaller.ts'
import type { Caller } from '../calls/createTransport.ts'
import { signMessage } from '../generated/operations/delegatedAccess.ts'
import { assertArgument } from '../shared/assertArgument.ts'
import type { BackedUpShare } from './embeddedWallet.ts'
import type { CeremonyEngine } from './engine.ts'
import { serviceOf } from './service.ts'
import type { SigningWallet } from './wallet.ts'

export type { SealedEnvelope } from '@latchkey/device/envelope'

/** The `data` of the event `wallet.delegation.created`. */
export interface DelegationGrant {
  readonly walletId: string
  readonly userId: string
  readonly encryptedDelegatedShare: SealedEnvelope
  readonly encryptedWalletApiKey: SealedEnvelope
}

/** A `CryptoKey`, which has no global name in Node's types. */
type PrivateKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>

/** The options of a server that signs with the wallet of a user. */
export interface DelegatedWalletOptions {
  /** Calls with an API token that has the scope `waas.delegatedAccess.signMessage`. */
  client: Caller
  /** The engine that plays the ceremonies: {@link relayEngine}, or a vendor's. */
  engine: CeremonyEngine
  /**
   * The RSA private key whose public half was given to `delegatedAccess.createKey`. It decrypts by RSA-OAEP with
   * SHA-256.
   */
  privateKey: PrivateKey
  /** The event's data. Nobody else can open it, so a server may store it as it is. */
  grant: DelegationGrant
  /** Id of the environment. A UUID. @default the client's `environmentId` */
  environmentId?: string | undefined
}

/** The wallet of a user, which a server signs with. The adapters, such as {@link toViemAccount}, take it. */
export interface DelegatedWallet extends SigningWallet {
  /** Id of the wallet. A UUID. */
  readonly id: string
  /** Id of the wallet's user. A UUID. */
  readonly userId: string
}

/**
 * Opens the envelopes of a delegation on a server, which then signs without the user.
 *
 * @returns The wallet. Its `sign` is refused with 401 `wallet_api_key_invalid` once the delegation has ended. It does
 * not send the `context` of a request.
 * @throws {@link TypeError} when there is no `environmentId`, and for envelopes that the key does not open.
 * @example
 * const wallet = await openDelegatedWallet({ client, engine: relayEngine(), privateKey, grant: event.data })
 * await createWalletClient({ account: toViemAccount(wallet), chain, transport }).sendTransaction({ to, value })
 */
export async function openDelegatedWallet(options: DelegatedWalletOptions): Promise<DelegatedWallet> {
  const {
    client,
    engine,
    privateKey,
    grant,
    environmentId = client?.environmentId,
  }: DelegatedWalletOptions = Object(options)
  assertCaller(client)
  assertArgument(engine, 'engine', 'such as relayEngine()')
  assertArgument(grant, 'grant', 'the data of the event wallet.delegation.created')
  if (!environmentId) throw new TypeError('"environmentId" is needed, here or in the client.')
  const { wallet, share } = JSON.parse(await openEnvelope(privateKey, grant.encryptedDelegatedShare)) as BackedUpShare
  const walletApiKey = await openEnvelope(privateKey, grant.encryptedWalletApiKey)
  const service = serviceOf(client, environmentId)
  const { id, chain, address, publicKey } = wallet
  const headers = { 'x-wallet-api-key': walletApiKey }
  return {
    id,
    userId: grant.userId,
    chain,
    address,
    publicKey,
    async sign({ message, isFormatted = false }, { signal } = {}) {
      const input = { environmentId, walletId: id, headers, body: { message, isFormatted } }
      const room = await service.room(await signMessage(client, input, { signal }))
      return engine.sign({ room, chain, shares: [share], message, isFormatted, signal })
    },
  }
}
