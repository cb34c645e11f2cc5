import { isOlder, isRecord, ofSession, type SessionRecord } from './record.ts'

/** What a tab tells the others about each change that it makes. */
export interface TabMessage {
  /** The session that the change concerns. */
  sessionId: string | undefined
  /** The session as it is now; undefined once it has ended. */
  record: SessionRecord | undefined
  /** Whether the storage has taken the change. */
  isStored: boolean
}

/** What a tab knows when it hears of a change. */
export interface TabState {
  readonly current: SessionRecord | undefined
  /** Whether the tabs share their storage. Otherwise each keeps a copy of its own. */
  readonly isShared: boolean
  readonly environmentId: string
}

/** What a tab does about a change that it has heard of, in this order. */
export interface TabEffects {
  /**
   * What its memory is to hold instead of the storage, and whether the storage is out of date; see {@link Slot.hold}.
   */
  hold?: readonly [value: string | null, isStale: boolean]
  /** What its own storage is to keep; `null` removes what is there. */
  kept?: SessionRecord | null
  /** Reads the shared storage. Where that does not say, `otherwise` counts; `null` is the end of the session. */
  read?: readonly [otherwise: SessionRecord | null | undefined]
}

/**
 * What a tab makes of a message of another tab. It has no effect by itself.
 *
 * @param message - Anything: other scripts of the site may post to the channel.
 * @returns The session from now on, and what is to be done.
 */
export function receive(
  { current, isShared, environmentId }: TabState,
  message: unknown,
): [SessionRecord | undefined, TabEffects] {
  const { sessionId, record, isStored } = Object(message) as Partial<TabMessage>
  const isOwn = ofSession(current, sessionId)
  const isUnstored = isShared && isStored === false
  const isEnd = isOwn && record === undefined
  const isUsable = isRecord(record, environmentId)
  if ((isOwn || isUnstored) && isUsable) {
    if (isOlder(record, current)) return [current, {}]
    if (!isShared) return [record, { kept: record }]
    // No tab can read it from the storage, so each holds it in memory.
    return [record, { hold: [isUnstored ? JSON.stringify(record) : null, isUnstored] }]
  }
  if (!isShared) return isEnd ? [undefined, { kept: null }] : [current, {}]
  // What the memory holds is out of date where the storage has taken a change, or the session has ended.
  const hold: TabEffects['hold'] = (record ? isStored : isOwn) ? [null, isUnstored] : undefined
  return [current, { hold, read: [isEnd ? null : isUsable ? record : current] }]
}
