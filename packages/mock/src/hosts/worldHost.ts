import { originOf } from '@latchkey/base/baseUrl'
import type { KeptState, Sql } from '@latchkey/store/persistence'
import type { createControlAnswer } from '../control/http/controlAnswer.ts'
import { isInspectorPath } from '../control/http/inspectorPaths.ts'
import { nameOfWorld, worldsPath } from '../control/http/worlds.ts'
import { replyToError, toWire, type WireReply } from '../http/respond.ts'
import { asController, type ServiceRequest } from '../http/serviceRequest.ts'
import type { Mock } from '../mock/createMock.ts'
import type { ObjectStorage, ReadEnvironment } from './cloudflarePlatform.ts'
import { forPages, isControlPath, preflightOfPage, withoutPage } from './controlPages.ts'
import { answerEntrance, isEntrance } from './entrance.ts'
import { createKeptWorld, type KeptWorld, type KeptWorldOptions } from './keptWorld.ts'
import { answerUpgrade, isUpgrade } from './pairedSocket.ts'
import { refuse } from './refusals.ts'
import { objectPath, remoteWorld } from './remoteWorld.ts'
import { bearsToken, workerRequest, workerResponse } from './workerRequest.ts'
import { createWorldRegistry } from './worldRegistry.ts'

export interface WorldHostOptions extends KeptWorldOptions {
  readonly maximumWorlds: number
}

/** The methods of a Durable Object. */
export interface WorldHost {
  fetch(request: Request): Promise<Response>
  /** Runs the jobs that are due. */
  alarm(): Promise<void>
}

/**
 * One world in a Durable Object. The Worker's own mock begins by itself, and other worlds when the control interface
 * creates them.
 */
export function createWorldHost(
  storage: ObjectStorage,
  { objectOf, controlToken }: ReadEnvironment,
  { maximumWorlds, ...options }: WorldHostOptions,
): WorldHost {
  const sql: Sql = {
    exec: (statement, ...values) => storage.sql.exec(statement, ...values),
    atomically: (work) => storage.transactionSync(work),
  }
  const world = createKeptWorld(storage, sql, options)
  const controls = new WeakMap<Mock, ReturnType<typeof createControlAnswer>>()

  async function answer(request: Request): Promise<WireReply | Response> {
    const { origin, pathname } = new URL(request.url)
    const name = nameOfWorld(pathname)
    const path = name === undefined ? pathname : pathname.slice(worldsPath.length + name.length)
    const mayControl = controlToken !== undefined && bearsToken(request, controlToken)
    if (path === objectPath && mayControl) return answerObject(world, request)
    const isReset = mayControl && name === undefined && path === '/__mock/v1/reset'
    if (world.isUnreadable) return answerUnreadable(world, isReset)
    if (!world.mock && name !== undefined) return refuse('unknownWorld')
    const mock = world.mock ?? world.open(options.baseUrl ?? origin)
    const served = workerRequest(request, originOf(mock.baseUrl))
    if (isInspectorPath(path) && controlToken !== undefined) {
      const page = await answerPage(mock, served, path)
      if (page) return page
    }
    if (isEntrance(path)) return answerEntrance(served, { baseUrl: mock.baseUrl, path })
    if (isControlPath(path)) return answerControl(mock, served, mayControl)
    const asked = request.headers.get('origin')
    const isForeign = asked !== null && asked !== origin && asked !== originOf(mock.baseUrl) && !mock.listsOrigin(asked)
    if (isForeign && !mock.isSdkPath(path)) {
      const refusal = refuse('foreignOrigin')
      if (isUpgrade(request)) mock.noteRefusedSocket(served, refusal)
      return refusal
    }
    const admitted = mayControl ? asController(served) : served
    const socket = isUpgrade(request) ? await answerUpgrade(mock, admitted) : undefined
    return socket ?? (await mock.serve(admitted)) ?? refuse('unknownWorld')
  }

  /** Serves the control interface to those who have the token, also to pages of other origins. */
  async function answerControl(mock: Mock, served: ServiceRequest, mayControl: boolean): Promise<WireReply> {
    if (controlToken === undefined) return refuse('controlOff')
    if (served.method === 'OPTIONS') return preflightOfPage
    if (!mayControl) return forPages(refuse('controlToken'))
    const reply = (await controlOf(mock))(withoutPage(served)) ?? mock.serve(served)
    return forPages((await reply) ?? refuse('unknownWorld'))
  }

  async function controlOf(mock: Mock): Promise<ReturnType<typeof createControlAnswer>> {
    const { createControlAnswer } = await import('../control/http/controlAnswer.ts')
    const existing = controls.get(mock)
    if (existing) return existing
    const { baseUrl } = mock
    const worlds = createWorldRegistry({
      sql,
      maximum: maximumWorlds,
      own: { baseUrl, copy: world.copy },
      worldOf: (name) => remoteWorld(objectOf(name), { baseUrl: baseUrl + worldsPath + name, controlToken }),
    })
    const control = createControlAnswer(mock, worlds)
    controls.set(mock, control)
    return control
  }

  return {
    async fetch(request) {
      try {
        const reply = await answer(request)
        return reply instanceof Response ? reply : workerResponse(reply)
      } catch (error) {
        return workerResponse(toWire(replyToError(error, undefined, console.error), {}))
      }
    },
    alarm: () => world.alarm(),
  }
}

/** The page of the inspector, which asks for the token. Its code is loaded at the first request. */
async function answerPage(mock: Mock, served: ServiceRequest, path: string): Promise<WireReply | undefined> {
  const { answerInspector } = await import('../control/http/inspectorPage.ts')
  const loadScript = async () => (await import('../control/http/inspectorCode.ts')).inspectorCode
  return answerInspector(served, { baseUrl: mock.baseUrl, path, needsToken: true, loadScript })
}

/** Answers requests from other objects of the Worker. */
async function answerObject(world: KeptWorld, request: Request): Promise<WireReply> {
  if (request.method === 'GET') return toWire({ status: 200, body: world.copy() }, {})
  const body = request.method === 'PUT' ? ((await request.json()) as { baseUrl: string; state: KeptState }) : undefined
  await world.replace(body)
  return toWire({ status: 204 }, {})
}

/** A state that cannot be read is deleted on request. */
function answerUnreadable(world: KeptWorld, isReset: boolean): WireReply {
  const isDeleted = isReset && world.deleteState()
  return isDeleted ? toWire({ status: 204 }, {}) : refuse('unreadableState')
}
