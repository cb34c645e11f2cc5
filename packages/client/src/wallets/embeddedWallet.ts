import { sealBackup } from '@latchkey/device/backup'
import type { Caller } from '../calls/createTransport.ts'
import { backUp, markLocations } from '../generated/operations/keyShares.ts'
import { exportPrivateKey, refresh, reshare, signMessage } from '../generated/operations/waas.ts'
import { createRooms } from '../generated/operations/waasRooms.ts'
import { CeremonyError, isCeremonyError } from '../shared/ceremonyError.ts'
import { isApiError } from '../shared/errors.ts'
import { clientParties, type EngineSecret } from './engine.ts'
import { inTurn } from './locks.ts'
import type { CeremonyRecord, WalletFacts, WalletRecord } from './records.ts'
import type { RoomCache } from './roomCache.ts'
import { headersOf, type Service } from './service.ts'
import { makeShares, type CeremonyParts } from './shareCeremonies.ts'
import type { EmbeddedWallet, SignOptions, SignRequest } from './wallet.ts'

/** The parts that the wallets of a party share. */
export interface WalletParts extends CeremonyParts {
  readonly client: Caller
  readonly environmentId: string
  readonly service: Service
  readonly rooms: RoomCache
}

/** The content of a backup, as JSON. */
export interface BackedUpShare {
  readonly wallet: WalletFacts
  readonly share: EngineSecret
}

export function factsOf({ id, chain, address, publicKey, scheme, addressType }: WalletRecord): WalletFacts {
  return { id, chain, address, publicKey, scheme, ...(addressType && { addressType }) }
}

export function shareMissing(): CeremonyError {
  return new CeremonyError('share_missing', 'This device has no share of the wallet. Recover it from its backup.')
}

/** Opens the room in which the shares of a wallet are renewed. */
type BeginRenewal = (wallet: WalletRecord) => Promise<Pick<CeremonyRecord, 'kind' | 'room' | 'parties' | 'scheme'>>

/** The parts of a wallet for functions beside its own methods, so that programs without them load none of it. */
export interface WalletInternals {
  readonly parts: WalletParts
  current(): Promise<WalletRecord>
  renew(begin: BeginRenewal, options: SignOptions): Promise<void>
}

export const internals = /* @__PURE__ */ new WeakMap<EmbeddedWallet, WalletInternals>()

/** The wallet of a record. The record is read anew at each use, since another page may have renewed its shares. */
export function embeddedWallet(parts: WalletParts, record: WalletRecord): EmbeddedWallet {
  const { client, environmentId, engine, records, service } = parts
  const { id, chain, address, publicKey, addressType } = record
  const target = { environmentId, walletId: id }

  async function current(): Promise<WalletRecord> {
    const wallet = await records.wallet(id)
    if (wallet) return wallet
    throw shareMissing()
  }

  /** Plays a ceremony that renews shares, while no other one of the wallet runs. */
  async function renew(begin: BeginRenewal, { signal }: SignOptions): Promise<void> {
    await inTurn(`latchkey.wallet.${id}`, async () => {
      const wallet = await current()
      const facts = { id, chain, addressType, shares: wallet.shares }
      await makeShares(parts, { ...facts, ...(await begin(wallet)) }, { signal })
    })
  }

  const embedded: EmbeddedWallet = {
    id,
    chain,
    address,
    publicKey,
    ...(addressType && { addressType }),

    sign: createSign(parts, id, current),

    async openRooms(count = 5, { signal } = {}) {
      const body = { roomType: 'threshold' as const, roomCount: count }
      parts.rooms.add(id, (await createRooms(client, { ...target, body }, { signal })).roomIds)
    },

    async refresh(options = {}) {
      await renew(async ({ scheme }) => {
        const reply = await refresh(client, { ...target, headers: headersOf(options) }, { signal: options.signal })
        return { kind: 'refresh', room: await service.room(reply), parties: [], scheme }
      }, options)
    },

    async reshare({ scheme, ...options }) {
      await renew(async ({ shares, scheme: oldScheme }) => {
        const count = clientParties[scheme]
        const newcomers = await engine.createParties(Math.max(0, count - shares.length))
        const parties = [...shares, ...newcomers].slice(0, count)
        const body = {
          clientKeygenIds: parties.map(({ keygenId }) => keygenId),
          oldThresholdSignatureScheme: oldScheme,
          newThresholdSignatureScheme: scheme,
        }
        const input = { ...target, headers: headersOf(options), body }
        const reply = await reshare(client, input, { signal: options.signal })
        return { kind: 'reshare', room: await service.room(reply), parties, scheme }
      }, options)
    },

    async export(options = {}) {
      const { shares } = await current()
      const recipient = shares[0]?.keygenId
      if (!recipient) throw shareMissing()
      const input = { ...target, headers: headersOf(options), body: { exportId: recipient } }
      const room = await service.room(await exportPrivateKey(client, input, { signal: options.signal }))
      return engine.export({ room, chain, shares, recipient, signal: options.signal })
    },

    async backUp({ signal, ...secret }) {
      const wallet = await current()
      const seal = (share: EngineSecret) => {
        const content: BackedUpShare = { wallet: factsOf(wallet), share }
        return sealBackup(JSON.stringify(content), id, secret)
      }
      const encryptedAccountCredentials = await Promise.all(wallet.shares.map(seal))
      const body = { encryptedAccountCredentials, passwordEncrypted: true }
      const { keyShares } = await backUp(client, { ...target, body }, { signal })
      const locations = keyShares.map(({ externalKeyShareId }, i) => ({
        location: 'service' as const,
        externalKeyShareId,
        keygenId: wallet.shares[i]?.keygenId,
        thresholdSignatureScheme: wallet.scheme,
      }))
      await markLocations(client, { ...target, body: { locations } }, { signal })
    },
  }
  internals.set(embedded, { parts, current, renew })
  return embedded
}

/** How a wallet signs. A renewal that broke off leaves further shares, any of which may be the ones that count. */
function createSign(
  parts: WalletParts,
  walletId: string,
  current: () => Promise<WalletRecord>,
): EmbeddedWallet['sign'] {
  const { client, environmentId, engine, records, service, rooms } = parts

  /** Has a message approved, in a room that was opened in advance if there is one. */
  async function approve(request: SignRequest, options: SignOptions) {
    const roomId = rooms.take(walletId)
    const headers = headersOf(options)
    const ask = (body: object) =>
      signMessage(
        client,
        { environmentId, walletId, headers, body: { ...request, ...body } },
        { signal: options.signal },
      )
    try {
      return await ask({ roomId })
    } catch (error) {
      // Such a room may have been used by another page, or have ended.
      const isUnusableRoom = roomId !== undefined && isApiError(error) && error.code === 'bad_request'
      if (!isUnusableRoom) throw error
      return ask({})
    }
  }

  return async (request, options = {}) => {
    const wallet = await current()
    const { chain, candidates = [] } = wallet
    const { message, isFormatted = false } = request
    const tries = [wallet, ...candidates]
    for (const attempt of tries) {
      try {
        const room = await service.room(await approve(request, options))
        const input = { room, chain, shares: attempt.shares, message, isFormatted, signal: options.signal }
        const signature = await engine.sign(input)
        // These are the shares that count, so the others do not.
        if (candidates.length > 0) await records.putWallet({ ...wallet, ...attempt, candidates: undefined })
        return signature
      } catch (error) {
        const isOutdated = isCeremonyError(error) && error.reason === 'share_outdated'
        if (!isOutdated || attempt === tries.at(-1)) throw error
      }
    }
    throw shareMissing()
  }
}
