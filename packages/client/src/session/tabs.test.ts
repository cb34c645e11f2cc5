import { describe, expect, it } from 'vitest'
import type { SessionRecord } from './record.ts'
import { receive, type TabEffects } from './tabs.ts'

const environmentId = 'an-environment'

/** A session's record: `sessionId` and how many tokens it has had. */
function recordOf(sessionId: string, serial: number): SessionRecord {
  const user = { id: 'ada', sessionId, projectEnvironmentId: environmentId, verifiedCredentials: [] }
  return { v: 1, token: `token-${serial}`, user, issuedAtMs: 1, expiresAtMs: 2, serial } as unknown as SessionRecord
}

const ownRecord = recordOf('own', 2)
const newer = recordOf('own', 3)
const older = recordOf('own', 1)
const other = recordOf('other', 1)
const textOf = (record: SessionRecord) => JSON.stringify(record)

interface Case {
  when: string
  /** The session of this tab; `own` unless it says another. */
  current?: SessionRecord | null
  message: unknown
  /** The session from then on; the present one unless it says another. */
  becomes?: SessionRecord | null
  effects: TabEffects
}

const toldOf = (record: SessionRecord | undefined, isStored: boolean, sessionId = record?.user.sessionId) => ({
  sessionId,
  record,
  isStored,
})

describe('a tab that shares its storage', () => {
  it.each<Case>([
    {
      when: 'a newer token is stored: the storage is read',
      message: toldOf(newer, true),
      effects: { hold: [null, false], read: [newer] },
    },
    {
      when: 'a newer token could not be stored: it is held in memory',
      message: toldOf(newer, false),
      becomes: newer,
      effects: { hold: [textOf(newer), true] },
    },
    { when: 'an older token comes late', message: toldOf(older, true), effects: {} },
    { when: 'its own token comes back', message: toldOf(structuredClone(ownRecord), true), effects: {} },
    {
      when: 'another session is stored: the storage is read',
      message: toldOf(other, true),
      effects: { hold: [null, false], read: [other] },
    },
    {
      when: 'another session could not be stored: it is held in memory',
      message: toldOf(other, false),
      becomes: other,
      effects: { hold: [textOf(other), true] },
    },
    {
      when: 'its session ends',
      message: toldOf(undefined, true, 'own'),
      effects: { hold: [null, false], read: [null] },
    },
    {
      when: 'its session ends and the storage does not lose it',
      message: toldOf(undefined, false, 'own'),
      effects: { hold: [null, true], read: [null] },
    },
    {
      when: 'a session ends that it does not have',
      message: toldOf(undefined, true, 'other'),
      effects: { hold: undefined, read: [ownRecord] },
    },
    {
      when: 'somebody signs in while nobody is signed in here',
      current: null,
      message: toldOf(other, true),
      effects: { hold: [null, false], read: [other] },
    },
    {
      when: 'the record is of another environment: the storage decides',
      message: { ...toldOf(other, true), record: { ...other, user: { ...other.user, projectEnvironmentId: 'x' } } },
      effects: { hold: [null, false], read: [ownRecord] },
    },
    { when: 'the message is anything else', message: 'hello', effects: { hold: undefined, read: [ownRecord] } },
  ])(
    'a tab with a shared storage reacts when $when',
    ({ current = ownRecord, message, becomes = current, effects }) => {
      const state = { current: current ?? undefined, isShared: true, environmentId }
      expect(receive(state, message)).toEqual([becomes ?? undefined, effects])
    },
  )
})

describe('a tab with a separate session', () => {
  it.each<Case>([
    {
      when: 'its session has a newer token',
      message: toldOf(newer, true),
      becomes: newer,
      effects: { write: newer },
    },
    { when: 'an older token comes late', message: toldOf(older, true), effects: {} },
    { when: 'another session begins', message: toldOf(other, true), effects: {} },
    { when: 'another session could not be stored', message: toldOf(other, false), effects: {} },
    { when: 'its session ends', message: toldOf(undefined, true, 'own'), becomes: null, effects: { write: null } },
    { when: 'another session ends', message: toldOf(undefined, true, 'other'), effects: {} },
    { when: 'nobody is signed in here', current: null, message: toldOf(other, true), effects: {} },
    {
      when: 'a message has an invalid record of its session',
      message: { ...toldOf(newer, true), record: { ...newer, v: 2 } },
      effects: {},
    },
    { when: 'the message is anything else', message: null, effects: {} },
  ])(
    'a tab with a separate session reacts when $when',
    ({ current = ownRecord, message, becomes = current, effects }) => {
      const state = { current: current ?? undefined, isShared: false, environmentId }
      expect(receive(state, message)).toEqual([becomes ?? undefined, effects])
    },
  )
})
