import { readHex, toHex } from '@latchkey/base/bytes'
import { defined } from '@latchkey/base/defined'
import type { SignPlan } from '@latchkey/ceremony'
import type { components } from '@latchkey/types'
import { sha256 } from '@noble/hashes/sha2.js'
import type { RoomRequests, SignatureKind, WalletKeySet } from '../../../store/roomRecords.ts'
import { sendNotice } from '../../contacts/notices.ts'
import { chainKeyOfSet } from '../../keySets/chainKeys.ts'
import { clientIdsOf, delegateIdsOf, keySetOf, serverIdsOf } from '../../keySets/keySets.ts'
import { dealerOf, servicesOf } from '../../keySets/openedShares.ts'
import { type AnyWallet, anyWallet, type SharedWallet, sharedWalletOfCaller } from '../../keySets/sharedWallets.ts'
import { approveSigning } from '../../policies/approval.ts'
import { commitSpending } from '../../policies/spending.ts'
import type { RoomKindRow } from '../../rooms/relay.ts'
import { bindRoom, type OpenedRoom } from '../../rooms/rooms.ts'
import { assertMfaAction, spendMfaToken } from '../../secondFactor/mfaTokens.ts'
import type { Backend } from '../../shared/backend.ts'
import type { DelegateCaller, WalletCaller } from '../../shared/callers.ts'
import { assert } from '../../shared/errors.ts'
import { missing } from '../../shared/missingRecords.ts'
import { existing } from '../../shared/recordGuards.ts'
import { kindOfContext } from '../../signing/contexts.ts'
import { kindOfMessage, signedMessageOf } from '../../signing/signedMessages.ts'
import { holdersOf } from './holders.ts'

type Schemas = components['schemas']

interface SigningInput {
  readonly walletId: string
  readonly body: Schemas['SignMessageWithWaasRequest']
  /** The header `x-mfa-auth-token`, if it was sent. */
  readonly mfaAuthToken: string | undefined
}

/**
 * Opens the room in which the parties sign. The service signs what it computes from the request, and nothing else.
 *
 * @throws {@link DomainError} `recordNotFound`, `mfaRequired`, `unauthorized` for an invalid MFA token,
 * `validationFailed`, `policyDenied`, `unusableRoom`, `tooManyRooms`
 */
export async function openSigning(
  backend: Backend,
  caller: WalletCaller,
  { walletId, body, mfaAuthToken }: SigningInput,
): Promise<OpenedRoom> {
  const shared = sharedWalletOfCaller(backend, caller, walletId)
  const mfaToken = assertMfaAction(backend, caller, { action: 'wallet.waas.sign', raw: mfaAuthToken })
  const opened = await openSigningRoom(backend, caller, { shared, body })
  spendMfaToken(backend, mfaToken)
  return opened
}

/** The message, and the wallet that signs it. */
interface SigningRequest {
  readonly shared: SharedWallet<AnyWallet>
  readonly body: Schemas['SignMessageWithWaasRequest']
}

/**
 * Opens the room for everybody who may sign with a wallet: its user, the user's delegate, or the server that made it.
 *
 * @throws {@link DomainError} `validationFailed`, `policyDenied`, `unusableRoom`, `tooManyRooms`
 */
export async function openSigningRoom(
  backend: Backend,
  opener: WalletCaller | DelegateCaller,
  { shared, body }: SigningRequest,
): Promise<OpenedRoom> {
  const { wallet, keySet } = shared
  const request = await approvedRequest(wallet, keySet, body)
  const approval = await approveSigning(backend, shared, { request: body, signed: request.signed, by: opener.kind })
  const room = bindRoom(backend, opener, {
    purpose: { kind: 'sign', request },
    walletId: wallet.id,
    type: 'threshold',
    scheme: keySet.keySet.scheme,
    roomId: body.roomId,
  })
  approval.reserveFor(room)
  return { room, serverKeygenIds: serverIdsOf(keySet) }
}

/**
 * Computes the bytes that the service's parties sign, only from the request.
 *
 * @throws {@link DomainError} `validationFailed`
 */
export async function approvedRequest(
  { publicKey: address }: AnyWallet,
  { chain, addressType }: WalletKeySet,
  body: Omit<Schemas['SignMessageWithWaasRequest'], 'roomId'>,
): Promise<RoomRequests['sign']> {
  const { message, isFormatted = false, context, bitcoinConfig } = body
  assertBitcoinConfig(chain, addressType, bitcoinConfig)
  const signed = await signedMessageOf(chain, body, address)
  const kind = await kindOfContext(chain, context, { signed, message, isFormatted })
  return { signed, digest: digestOf(signed), signatureKind: kind ?? kindOfMessage(chain, body) }
}

/** The wallet has one kind of address, on the main network. */
function assertBitcoinConfig(
  chain: Schemas['WaasChainEnum'],
  addressType: WalletKeySet['addressType'],
  config: Schemas['WalletBitcoinConfig'] | undefined,
): void {
  if (!config) return
  assert(chain === 'BTC', 'validationFailed', {
    message: 'bitcoinConfig must be left out, since it is for wallets of BTC.',
  })
  const isSameType = config.addressType === undefined || config.addressType === addressType
  assert(isSameType, 'validationFailed', {
    message: `bitcoinConfig.addressType must be ${addressType}, as that of this wallet.`,
  })
  const isMainNetwork = config.network === undefined || config.network === 'mainnet'
  assert(isMainNetwork, 'validationFailed', { message: 'bitcoinConfig.network must be mainnet.' })
}

/** The name of the signed bytes in an event: a digest of 32 bytes as it is, and the SHA-256 of anything else. */
function digestOf(signed: string): string {
  if (signed.length === 64) return `0x${signed}`
  return `0x${toHex(sha256(readHex(signed) ?? new Uint8Array()))}`
}

/** The kinds of signatures of which users are told by e-mail. */
const transactionKinds: ReadonlySet<SignatureKind> = new Set<SignatureKind>(['transaction', 'userOperation'])

/** Signing: the client's parties and as many of the service as the threshold needs. */
export const signingRoom: RoomKindRow<'sign'> = {
  async plan(backend, { id: roomId, walletId = '', delegationId }, { request, clients }) {
    const record = existing(keySetOf(backend, walletId), 'embedded wallet')
    const { keySet } = record
    const present = delegationId === undefined ? clientIdsOf(record) : delegateIdsOf(record)
    assert(
      clients.every((client) => present.includes(client)),
      'recordNotFound',
      missing('room'),
    )
    const signers = await holdersOf(record, clients)
    assert(
      clients.every((client) => signers.includes(client)),
      'validationFailed',
      { message: 'parties must be as many as the threshold, and one of the service must be among them.' },
    )
    const services = (await servicesOf(backend, record)).filter(({ identity }) => signers.includes(identity.keygenId))
    const { curve, derivation } = chainKeyOfSet(record)
    // Only ECDSA needs triples.
    const dealers = curve === 'secp256k1-ecdsa' ? [{ identity: await dealerOf(backend, record) }] : []
    const plan: SignPlan = {
      kind: 'sign',
      roomId,
      keySet,
      signers,
      coordinator: services[0]?.identity.keygenId ?? '',
      message: request.signed,
      ...defined({
        dealer: dealers[0]?.identity.keygenId,
        path: derivation.path.length > 0 ? derivation.path : undefined,
        taproot: derivation.taproot || undefined,
      }),
    }
    return { plan, parties: [...dealers, ...services] }
  },

  async finish(backend, { id: roomId, userId, walletId = '' }, { request: { signatureKind }, results }) {
    // The coordinator has verified the whole signature under the wallet's key.
    assert(
      results.some(({ result }) => result.kind === 'signature'),
      'internal',
    )
    commitSpending(backend, existing(keySetOf(backend, walletId), 'embedded wallet'), roomId)
    const wallet = existing(anyWallet(backend, walletId), 'wallet')
    if (transactionKinds.has(signatureKind)) {
      sendNotice(backend, userId, {
        setting: 'waasSignedTransaction',
        subject: 'Your wallet signed a transaction',
        text: `Your wallet ${wallet.publicKey} signed a transaction. If this was not you, sign out everywhere.`,
      })
    }
    return { walletId, accountAddress: wallet.publicKey }
  },
}
