import { newRecord } from '@latchkey/base/newRecord'
import type { VendorPurpose, VendorRequest, VendorWallet } from '../../store/vendorRecords.ts'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'
import { forgetExpired } from '../shared/expiry.ts'
import { isSameJson } from '../shared/sameJson.ts'
import { vendorWalletsOf } from './vendorWallets.ts'

/** How long a client has to stamp a request, in milliseconds. */
const requestMs = 300_000

/** The type of each activity at the custody vendor. The last part of its URL is the same in lower case. */
const activities: Record<VendorPurpose, string> = {
  createAccounts: 'CREATE_WALLET_ACCOUNTS',
  deleteWallets: 'DELETE_WALLETS',
  updateUser: 'UPDATE_USER',
  exportKey: 'EXPORT_WALLET',
}

/** The end of the path of the vendor's URL for a purpose. */
export function activityOf(purpose: VendorPurpose): string {
  return activities[purpose].toLowerCase()
}

/** The type of activity in the body for a purpose. */
export function activityTypeOf(purpose: VendorPurpose): string {
  return `ACTIVITY_TYPE_${activities[purpose]}`
}

/** A request before it is stamped: the body of the reply. */
export interface RequestBody<P> {
  readonly type: string
  readonly timestampMs: string
  readonly organizationId: string
  readonly parameters: P
}

type NewRequest<P> = Pick<VendorRequest, 'purpose' | 'account' | 'keyIds' | 'export'> & { readonly parameters: P }

/** Writes a request for a client to stamp. It is valid once, and for five minutes. */
export function createVendorRequest<P>(
  backend: Backend,
  vendorWallet: VendorWallet,
  request: NewRequest<P>,
): RequestBody<P> {
  const { body } = insertRequest(backend, vendorWallet, request)
  return body
}

/** Creates an activity that the vendor has accepted. It is valid once, and for five minutes. @returns Its id */
export function createVendorActivity<P>(backend: Backend, vendorWallet: VendorWallet, request: NewRequest<P>): string {
  const { record } = insertRequest(backend, vendorWallet, request)
  return record.id
}

function insertRequest<P>(
  backend: Backend,
  vendorWallet: VendorWallet,
  { purpose, parameters, ...rest }: NewRequest<P>,
): { readonly record: VendorRequest; readonly body: RequestBody<P> } {
  const { store, clock } = backend
  forgetExpired(store.vendorRequests, clock.iso())
  const { id: vendorWalletId, environmentId, subOrganizationId: organizationId } = vendorWallet
  // Two requests of one instant differ, so that each can be used.
  const earlier = [...store.vendorRequests.scan('byVendorWallet', [vendorWalletId])]
  const timestampMs = Math.max(clock.now(), (earlier.at(-1)?.timestampMs ?? 0) + 1)
  const body = { type: activityTypeOf(purpose), timestampMs: String(timestampMs), organizationId, parameters }
  const record = store.vendorRequests.insert({
    ...newRecord(backend),
    environmentId,
    vendorWalletId,
    purpose,
    ...rest,
    body: JSON.stringify(body),
    timestampMs,
    expiresAt: clock.isoIn(requestMs),
  })
  return { record, body }
}

/** A request that was written for a wallet of the user, which is used up. */
interface TakenRequest {
  readonly request: VendorRequest
  readonly vendorWallet: VendorWallet
}

/**
 * Uses up a request that the service wrote, with the keys of its JSON in any order. If the call fails later, it is not
 * used up. The service then does what it noted when it wrote the request, so the caller's text decides nothing.
 *
 * @throws {@link DomainError} `invalidVerification`
 */
export function takeVendorRequest(
  backend: Backend,
  userId: string,
  { purpose, body }: { readonly purpose: VendorPurpose; readonly body: string },
): TakenRequest {
  const { store, clock } = backend
  for (const vendorWallet of vendorWalletsOf(backend, userId)) {
    const request = requestOf(backend, vendorWallet.id, body)
    if (!request) continue
    const isUsable = request.purpose === purpose && request.usedAt === undefined && request.expiresAt > clock.iso()
    assert(isUsable, 'invalidVerification', { message: unusable })
    return { request: store.vendorRequests.put({ ...request, usedAt: clock.iso() }), vendorWallet }
  }
  assert(false, 'invalidVerification', { message: unusable })
}

const unusable =
  'vendorSignedRequest.body must be a request of the last five minutes that the service wrote for the user and that was not used yet. Ask for a new one, and stamp the text that you send.'

/** The request of a wallet at the vendor that is the same JSON. */
function requestOf({ store }: Pick<Backend, 'store'>, vendorWalletId: string, body: string): VendorRequest | undefined {
  const data = readJson(body)
  if (data === undefined) return undefined
  return [...store.vendorRequests.scan('byVendorWallet', [vendorWalletId])].find((request) =>
    isSameJson(JSON.parse(request.body), data),
  )
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

interface OwnRequest {
  readonly purpose: VendorPurpose
  readonly body: string
  /** Milliseconds of Unix time in the body. */
  readonly timestampMs: number
}

/**
 * Notes a request that the client wrote itself, so that it is used once, within five minutes of its time.
 *
 * @throws {@link DomainError} `invalidVerification`
 */
export function useOwnRequest(
  backend: Backend,
  { id: vendorWalletId, environmentId }: VendorWallet,
  { purpose, body, timestampMs }: OwnRequest,
): void {
  const { store, clock } = backend
  const isRecent = Math.abs(clock.now() - timestampMs) < requestMs
  const isUsed = requestOf(backend, vendorWalletId, body) !== undefined
  assert(isRecent && !isUsed, 'invalidVerification', {
    message: 'vendorSignedRequest.body must be of the last five minutes, and each request can be used once.',
  })
  forgetExpired(store.vendorRequests, clock.iso())
  store.vendorRequests.insert({
    ...newRecord(backend),
    environmentId,
    vendorWalletId,
    purpose,
    body,
    timestampMs,
    usedAt: clock.iso(),
    // Its time may be ahead of the clock by as much as it is valid.
    expiresAt: clock.isoIn(2 * requestMs),
  })
}
