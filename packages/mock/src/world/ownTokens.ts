import type { Random } from '@latchkey/base/random'
import type { StoredRecord } from '@latchkey/store/order'
import type { KeptState } from '@latchkey/store/persistence'
import { fingerprint } from '../domain/organizations/tokens.ts'
import { keptSha256Hex } from '../domain/shared/sha256Hex.ts'
import type { Defaults } from './seedDefaults.ts'

interface StoredToken extends StoredRecord {
  readonly hash: string
  readonly checksum: string
}

type Tables = KeptState['tables']

/** The number of random characters at the end of a token, after its kind. */
const drawnCharacters = 40

/**
 * Gives the copy of a state its own API tokens: the ready-made tokens are drawn anew. All others are removed with the
 * rooms that they opened, since only their holders know them. Then no token of the original is valid for the copy.
 */
export function withOwnTokens(
  { tables, defaults }: { readonly tables: Tables; readonly defaults: Defaults },
  random: Random,
): { tables: Tables; defaults: Defaults } {
  const drawnTokens = new Map<string, string>()
  const draw = (rawToken: string) => {
    const drawnToken = rawToken.slice(0, -drawnCharacters) + random.token(drawnCharacters)
    drawnTokens.set(keptSha256Hex(rawToken), drawnToken)
    return drawnToken
  }
  const drawFor = <T extends { readonly token: string }>(holder: T): T => ({ ...holder, token: draw(holder.token) })
  const { admin, environments } = defaults
  const drawn: Defaults = {
    ...defaults,
    admin: drawFor(admin),
    environments: { sandbox: drawFor(environments.sandbox), live: drawFor(environments.live) },
  }
  const redraw = (records: readonly StoredRecord[] = []) =>
    (records as readonly StoredToken[]).flatMap((record) => {
      const drawnToken = drawnTokens.get(record.hash)
      return drawnToken === undefined ? [] : [{ ...record, ...fingerprint(drawnToken) }]
    })
  const environmentTokens = redraw(tables.environmentTokens)
  const tokenIds = new Set(environmentTokens.map(({ id }) => id))
  const isReachable = (room: StoredRecord & { readonly tokenId?: string }) =>
    room.tokenId === undefined || tokenIds.has(room.tokenId)
  return {
    defaults: drawn,
    tables: {
      ...tables,
      environmentTokens,
      memberTokens: redraw(tables.memberTokens),
      rooms: (tables.rooms ?? []).filter(isReachable),
    },
  }
}
