import type { createControlAnswer } from '../control/http/controlAnswer.ts'
import { isInspectorPath } from '../control/http/inspectorPaths.ts'
import { nameOfWorld, worldsPath } from '../control/http/worlds.ts'
import { isSameText } from '../crypto/hmac.ts'
import { createClock } from '../effects/clock.ts'
import { type CreateDeliver, createFetchDeliver, RefusedReceiver } from '../effects/deliver.ts'
import { replyToError, toWire, type WireReply } from '../http/respond.ts'
import type { ServiceRequest } from '../http/serviceRequest.ts'
import { createWaitingMock, type Mock, type MockOptions } from '../mock/createMock.ts'
import { originOf } from '../shared/baseUrl.ts'
import { keepInSql, type KeptState, type Sql, StateNotKept } from '../store/persistence.ts'
import { copyState } from '../world/keeping.ts'
import type { ObjectStorage, ReadEnvironment } from './cloudflarePlatform.ts'
import { forPages, preflightOfPage, withoutPage } from './controlPages.ts'
import { answerEntrance, isEntrance } from './entrance.ts'
import { refuse } from './refusals.ts'
import { objectPath, remoteWorld } from './remoteWorld.ts'
import { workerRequest, workerResponse } from './workerRequest.ts'
import { createWorldRegistry } from './worldRegistry.ts'

export interface WorldHostOptions {
  readonly mockOptions: MockOptions
  /** Origin by which callers reach the Worker. @default that of the first request */
  readonly baseUrl?: string
  readonly maximumWorlds: number
  readonly shareTokens: boolean
}

/** What a Durable Object does. */
export interface WorldHost {
  fetch(request: Request): Promise<Response>
  /** Runs the jobs that are due. */
  alarm(): Promise<void>
}

interface OpenWorld {
  readonly mock: Mock
  control?: ReturnType<typeof createControlAnswer>
}

/** Pages below the path of the control interface, whose links are signed. They are of an organization or a file. */
const signedPage = /^\/__mock\/v1\/(billing|downloads)\/[\da-f]{8}-/

/**
 * One world in a Durable Object: kept in the object's SQLite, and woken by its alarm. The state is kept under the base
 * URL of the world. The Worker's own mock begins by itself, and other worlds when the control interface creates them.
 */
export function createWorldHost(
  storage: ObjectStorage,
  { objectOf, controlToken }: ReadEnvironment,
  { mockOptions, baseUrl, maximumWorlds, shareTokens }: WorldHostOptions,
): WorldHost {
  const sql: Sql = {
    exec: (statement, ...values) => storage.sql.exec(statement, ...values),
    atomically: (work) => storage.transactionSync(work),
  }
  const machine = createClock()
  let world: OpenWorld | undefined
  let isUnreadable = false
  let armedAt: number | undefined
  const keptUrl = findKeptUrl()
  if (keptUrl !== undefined) load(keptUrl)

  /** Looks without creating the table: who asks for a world that is not there must not make it keep anything. */
  function findKeptUrl(): string | undefined {
    const [table] = sql.exec("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'records'")
    return table && keepInSql(sql).names()[0]
  }

  function load(url: string): void {
    try {
      world = open(url)
    } catch (error) {
      isUnreadable = true
      console.error(error)
    }
  }

  function open(url: string): OpenWorld {
    const path = url.slice(originOf(url).length)
    const servedUrl = (baseUrl ?? originOf(url)) + path
    let mock: Mock | undefined
    const schedule = (dueAt: number | undefined) => mock && arm(mock, dueAt)
    const persistence = keepInSql(sql).open(url)
    mock = createWaitingMock({ ...mockOptions, randomness: 'platform', baseUrl: servedUrl, persistence, schedule })
    mock.listenAt(servedUrl, deliverElsewhere(new URL(servedUrl).host))
    return { mock }
  }

  /** Sets the alarm for the next job: timers would end with the object, and keep it from sleeping until then. */
  function arm({ clock }: Mock, dueAt: number | undefined): void {
    const at = dueAt === undefined ? undefined : dueAt - (clock.now() - machine.now())
    if (at === armedAt) return
    armedAt = at
    void (at === undefined ? storage.deleteAlarm() : storage.setAlarm(at))
  }

  async function answer(request: Request): Promise<WireReply> {
    const { origin, pathname } = new URL(request.url)
    const name = nameOfWorld(pathname)
    const path = name === undefined ? pathname : pathname.slice(worldsPath.length + name.length)
    const mayControl =
      controlToken !== undefined && isSameText(request.headers.get('authorization') ?? '', `Bearer ${controlToken}`)
    if (path === objectPath && mayControl) return answerObject(request)
    if (isUnreadable) return answerUnreadable({ isReset: mayControl && path === '/__mock/v1/reset', name })
    if (!world && name !== undefined) return refuse('unknownWorld')
    world ??= open(baseUrl ?? origin)
    const { mock } = world
    const served = workerRequest(request, originOf(mock.baseUrl))
    if (isInspectorPath(path) && controlToken !== undefined) {
      const page = await answerPage(mock, served, path)
      if (page) return page
    }
    if (isEntrance(path)) return answerEntrance(served, { baseUrl: mock.baseUrl, path })
    if (path.startsWith('/__mock/v1/') && !signedPage.test(path)) return answerControl(world, served, mayControl)
    const asked = request.headers.get('origin')
    const isForeign = asked !== null && asked !== origin && asked !== originOf(mock.baseUrl) && !mock.listsOrigin(asked)
    if (isForeign && !path.startsWith('/api/v0/sdk/')) return refuse('foreignOrigin')
    return (await mock.serve(served)) ?? refuse('unknownWorld')
  }

  /** Serves the control interface to those who have the token, also to pages of other origins. */
  async function answerControl(open: OpenWorld, served: ServiceRequest, mayControl: boolean): Promise<WireReply> {
    if (controlToken === undefined) return refuse('controlOff')
    if (served.method === 'OPTIONS') return preflightOfPage
    if (!mayControl) return forPages(refuse('controlToken'))
    const reply = (await controlOf(open))(withoutPage(served)) ?? open.mock.serve(served)
    return forPages((await reply) ?? refuse('unknownWorld'))
  }

  /** The page of the inspector, which asks for the token. Its code is loaded at the first request. */
  async function answerPage(mock: Mock, served: ServiceRequest, path: string): Promise<WireReply | undefined> {
    const { answerInspector } = await import('../control/http/inspectorPage.ts')
    const loadScript = async () => (await import('../control/http/inspectorCode.ts')).inspectorCode
    return answerInspector(served, { baseUrl: mock.baseUrl, path, needsToken: true, loadScript })
  }

  async function controlOf(open: OpenWorld): Promise<ReturnType<typeof createControlAnswer>> {
    const { createControlAnswer } = await import('../control/http/controlAnswer.ts')
    return (open.control ??= createControlAnswer(
      open.mock,
      createWorldRegistry({
        sql,
        maximum: maximumWorlds,
        own: { baseUrl: open.mock.baseUrl, copy },
        worldOf: (name) =>
          remoteWorld(objectOf(name), { baseUrl: open.mock.baseUrl + worldsPath + name, controlToken }),
      }),
    ))
  }

  function copy(): KeptState {
    const url = findKeptUrl()
    const state = url === undefined ? undefined : keepInSql(sql).open(url).load()
    if (!state) throw new TypeError('Failed to copy: there is no such world.')
    return copyState(state, { shareTokens })
  }

  /** What the objects of a Worker ask of each other. */
  async function answerObject(request: Request): Promise<WireReply> {
    if (request.method === 'GET') return toWire({ status: 200, body: copy() }, {})
    const body =
      request.method === 'PUT' ? ((await request.json()) as { baseUrl: string; state: KeptState }) : undefined
    world?.mock.close()
    world = undefined
    isUnreadable = false
    await storage.deleteAlarm()
    await storage.deleteAll()
    armedAt = undefined
    if (body) {
      keepInSql(sql).open(body.baseUrl).replace(body.state)
      world = open(body.baseUrl)
    }
    return toWire({ status: 204 }, {})
  }

  /** A state that cannot be read is deleted on request. The list of worlds stays. */
  function answerUnreadable({ isReset, name }: { isReset: boolean; name: string | undefined }): WireReply {
    const url = findKeptUrl()
    if (!isReset || url === undefined || name !== undefined) return refuse('unreadableState')
    keepInSql(sql).delete(url)
    isUnreadable = false
    return toWire({ status: 204 }, {})
  }

  return {
    async fetch(request) {
      try {
        return workerResponse(await answer(request))
      } catch (error) {
        return workerResponse(toWire(replyToError(error, undefined, console.error), {}))
      }
    },
    async alarm() {
      armedAt = undefined
      try {
        await world?.mock.clock.settle()
      } catch (error) {
        // The mock has reported it, and has set the alarm for the next attempt.
        if (!(error instanceof StateNotKept)) throw error
      }
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
