import { originOf } from '@latchkey/base/baseUrl'
import { createClock } from '@latchkey/base/clock'
import { keepInSql, type KeptState, type Sql, StateNotKept } from '@latchkey/store/persistence'
import { type CreateDeliver, createFetchDeliver, RefusedReceiver } from '../effects/deliver.ts'
import { createWaitingMock, type Mock, type MockOptions } from '../mock/createMock.ts'
import { copyState } from '../world/keeping.ts'
import type { ObjectStorage } from './cloudflarePlatform.ts'

export interface KeptWorldOptions {
  readonly mockOptions: MockOptions
  /** Origin by which callers reach the Worker. @default that of the first request */
  readonly baseUrl?: string | undefined
  readonly shareTokens: boolean
}

/** The world of a Durable Object: kept in the object's SQLite under its base URL, and woken by the object's alarm. */
export interface KeptWorld {
  /** `undefined` before the world begins, and when its state cannot be read. */
  readonly mock: Mock | undefined
  /** Whether there is a state that cannot be read. */
  readonly isUnreadable: boolean
  /** Begins the world. */
  open(url: string): Mock
  /** @throws TypeError when nothing is kept */
  copy(): KeptState
  /** Ends the world, and begins another one if there is a state to begin with. */
  replace(next?: { readonly baseUrl: string; readonly state: KeptState }): Promise<void>
  /** Deletes a state that cannot be read. The list of worlds stays. @returns Whether there was a state */
  deleteState(): boolean
  /** Runs the jobs that are due. */
  alarm(): Promise<void>
}

export function createKeptWorld(
  storage: ObjectStorage,
  sql: Sql,
  { mockOptions, baseUrl, shareTokens }: KeptWorldOptions,
): KeptWorld {
  let mock: Mock | undefined
  let isUnreadable = false
  const alarm = createAlarm(storage)
  const keptUrl = findKeptUrl(sql)
  if (keptUrl !== undefined) load(keptUrl)

  function load(url: string): void {
    try {
      open(url)
    } catch (error) {
      isUnreadable = true
      console.error(error)
    }
  }

  function open(url: string): Mock {
    const path = url.slice(originOf(url).length)
    const servedUrl = (baseUrl ?? originOf(url)) + path
    let opened: Mock | undefined
    const schedule = (dueAt: number | undefined) => opened && alarm.setFor(opened, dueAt)
    const persistence = keepInSql(sql).open(url)
    opened = createWaitingMock({ ...mockOptions, randomness: 'platform', baseUrl: servedUrl, persistence, schedule })
    opened.listenAt(servedUrl, deliverElsewhere(new URL(servedUrl).host))
    mock = opened
    return opened
  }

  return {
    get mock() {
      return mock
    },
    get isUnreadable() {
      return isUnreadable
    },
    open,
    copy() {
      const url = findKeptUrl(sql)
      const state = url === undefined ? undefined : keepInSql(sql).open(url).load()
      if (!state) throw new TypeError('Failed to copy: there is no such world.')
      return copyState(state, { shareTokens })
    },
    async replace(next) {
      mock?.close()
      mock = undefined
      isUnreadable = false
      await storage.deleteAlarm()
      await storage.deleteAll()
      alarm.forget()
      if (!next) return
      keepInSql(sql).open(next.baseUrl).replace(next.state)
      open(next.baseUrl)
    },
    deleteState() {
      const url = findKeptUrl(sql)
      if (url === undefined) return false
      keepInSql(sql).delete(url)
      isUnreadable = false
      return true
    },
    async alarm() {
      alarm.forget()
      try {
        await mock?.clock.settle()
      } catch (error) {
        // The mock has reported it, and has set the alarm for the next attempt.
        if (!(error instanceof StateNotKept)) throw error
      }
    },
  }
}

/**
 * Looks without creating the table: a request for a world that does not exist must not make the object store anything.
 */
function findKeptUrl(sql: Sql): string | undefined {
  const [table] = sql.exec("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'records'")
  return table && keepInSql(sql).names()[0]
}

/** The alarm of an object. */
interface Alarm {
  /** Sets it for the next job: timers would end with the object, and keep it from sleeping until then. */
  setFor(mock: Mock, dueAt: number | undefined): void
  /** It has rung, or was deleted with all else. */
  forget(): void
}

function createAlarm(storage: ObjectStorage): Alarm {
  const machine = createClock()
  let armedAt: number | undefined
  return {
    setFor({ clock }, dueAt) {
      const at = dueAt === undefined ? undefined : dueAt - (clock.now() - machine.now())
      if (at === armedAt) return
      armedAt = at
      void (at === undefined ? storage.deleteAlarm() : storage.setAlarm(at))
    },
    forget() {
      armedAt = undefined
    },
  }
}

/** Sends webhooks by `fetch`, and none to the Worker itself. */
function deliverElsewhere(ownHost: string): CreateDeliver {
  return ({ timeoutMs }) => {
    const deliver = createFetchDeliver(timeoutMs)
    return async (request) =>
      new URL(request.url).host === ownHost ? { error: new RefusedReceiver().message } : deliver(request)
  }
}
