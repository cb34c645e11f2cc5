import { isOlder, isRecord, ofSession, type SessionRecord } from './record.ts'

/** The message of a tab to the others about a change. */
export interface TabMessage {
  /** The session that the change concerns. */
  sessionId: SessionRecord['user']['sessionId']
  /** The session as it is now; undefined once it has ended. */
  record: SessionRecord | undefined
  /** Whether the storage has accepted the change. */
  isStored: boolean
}

/** The state of a tab that receives a message. */
export interface TabState {
  readonly current: SessionRecord | undefined
  /** Whether the tabs share their storage. Otherwise each tab has a copy. */
  readonly isShared: boolean
  readonly environmentId: string
}

/** The actions of a tab after a message, in this order. */
export interface TabEffects {
  /**
   * The value that memory holds instead of the storage, and whether the storage is out of date; see {@link Slot.hold}.
   */
  hold?: readonly [value: string | null, isStale: boolean] | undefined
  /** The value to write to the tab's own storage; `null` removes the present value. */
  write?: SessionRecord | null
  /** Reads the shared storage. If it cannot be read, uses `otherwise`; `null` ends the session. */
  read?: readonly [otherwise: SessionRecord | null | undefined]
}

/**
 * The reaction of a tab to a message of another tab. This function has no effects.
 *
 * @param message - Anything: other scripts of the site may post to the channel.
 * @returns The session from now on, and the actions.
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
    if (!isShared) return [record, { write: record }]
    // No tab can read it from the storage, so each holds it in memory.
    if (isUnstored) return [record, { hold: [JSON.stringify(record), true] }]
  }
  if (!isShared) return isEnd ? [undefined, { write: null }] : [current, {}]
  // The value in memory is out of date if the storage has accepted a change, or the session has ended.
  const isOutdated = record ? isStored : isOwn
  const hold: TabEffects['hold'] = isOutdated ? [null, isUnstored] : undefined
  const shownRecord = isUsable ? record : current
  return [current, { hold, read: [isEnd ? null : shownRecord] }]
}
