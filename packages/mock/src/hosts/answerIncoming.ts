import type { IncomingMessage } from 'node:http'
import { originOf } from '@latchkey/base/baseUrl'
import { StateNotKept } from '@latchkey/store/persistence'
import { createScriptFetch } from '../carriers/scriptFetch.ts'
import type { createControlAnswer } from '../control/http/controlAnswer.ts'
import { isInspectorPath } from '../control/http/inspectorPaths.ts'
import { isWorldName, nameOfWorld, type Worlds, worldsPath } from '../control/http/worlds.ts'
import type { WireReply } from '../http/respond.ts'
import { asController, type ServiceRequest } from '../http/serviceRequest.ts'
import type { Mock } from '../mock/createMock.ts'
import { walletPagesPath } from '../world/browserWallets.ts'
import { createAdmission } from './admission.ts'
import { createControlAccess } from './controlAccess.ts'
import {
  controlPrefix,
  forPages,
  isControlPath,
  mcpPath,
  opensToPages,
  preflightOfPage,
  withoutPage,
} from './controlPages.ts'
import { answerEntrance, isEntrance } from './entrance.ts'
import { incomingRequest, pathOf } from './incomingRequest.ts'
import { refuse, type RefusalKey } from './refusals.ts'
import type { SocketTarget, UnadmittedSocket } from './upgrades.ts'

export interface AnswerOptions {
  /** The server's own mock. */
  readonly served: Mock
  readonly worlds: Worlds
  readonly host: string
  readonly allowHosts: readonly string[]
  /** Origin by which callers reach the server, if it was given. */
  readonly baseUrl: string | undefined
  readonly trustProxy: boolean
  readonly controlToken: string | undefined
}

type Answer = Promise<WireReply | undefined> | WireReply | undefined

/** The answers of a server to all that comes in. */
export interface IncomingAnswers {
  /** Answers a request for the mock, a world, or their control interfaces. */
  answer(incoming: IncomingMessage): Answer
  /** Where a WebSocket leads, or the reply that refuses it. */
  findSocket(incoming: IncomingMessage): SocketTarget | UnadmittedSocket
}

export function createIncomingAnswers(options: AnswerOptions): IncomingAnswers {
  const { served, worlds, host, allowHosts, baseUrl, trustProxy, controlToken } = options
  const admission = createAdmission({ host, allowHosts, ownOrigin: baseUrl })
  const refuseControl = createControlAccess(options)
  const answerControl = createControlAnswers(worlds)

  function pathsOf(incoming: IncomingMessage) {
    const path = pathOf(incoming)
    const name = nameOfWorld(path)
    return { path, name, pathBelow: name === undefined ? path : path.slice(worldsPath.length + name.length) }
  }

  function answer(incoming: IncomingMessage): Answer {
    const { path, name, pathBelow } = pathsOf(incoming)
    const isPage = isForeignPage(options, incoming, pathBelow)
    const listsOrigin = (origin: string) => isPage || ((name && worlds.get(name)) || served).listsOrigin(origin)
    const refusal = admission(incoming, { path: pathBelow, isSdkPath: served.isSdkPath, listsOrigin })
    if (refusal) return refuse(refusal)
    if (isPage && incoming.method === 'OPTIONS') return preflightOfPage
    if (isPage && refuseControl(incoming)) return forPages(refuse('controlToken'))
    // A page of a test that has ended still asks for events, which creates no world anew.
    if (name !== undefined && pathBelow.startsWith(walletPagesPath) && !worlds.get(name)) return refuse('unknownWorld')
    const world = name === undefined ? served : openWorld(options, name, { incoming, isTrusted: isPage })
    if (typeof world === 'string') return refuse(world)
    const request = incomingRequest(incoming, { origin: originOf(served.baseUrl), path, trustProxy })
    // Operations, which are most requests, need none of this.
    if (pathBelow.startsWith('/api/')) return world.serve(request)
    if (isPage) return answerControl(world, withoutPage(request)).then((reply) => reply && forPages(reply))
    const controlRefusal = refuseControl(incoming)
    const [pathOfPage = ''] = pathBelow.split('?', 1)
    // A caller without the token gets the page only if there is one for which the page can ask.
    if (isInspectorPath(pathOfPage) && (controlRefusal === undefined || controlToken !== undefined))
      return answerPage(world, request, { path: pathOfPage, needsToken: controlRefusal !== undefined })
    if (isEntrance(pathOfPage)) return answerEntrance(request, { baseUrl: world.baseUrl, path: pathOfPage })
    const isMcp = pathOfPage === mcpPath
    if (controlRefusal !== undefined) {
      const isForControllers = isMcp || isControlPath(pathBelow) || isInspectorPath(pathOfPage)
      return isForControllers ? refuse(controlRefusal) : world.serve(request)
    }
    const isControl = pathBelow.startsWith(controlPrefix) || isControlPath(pathBelow)
    if (!isMcp && !isControl) return world.serve(asController(request))
    if (!isMcp) return answerControl(world, request)
    return answerTools(
      world,
      (call) => {
        const nameInCall = nameOfWorld(call.url.slice(originOf(served.baseUrl).length))
        const target = nameInCall === undefined ? served : openWorld(options, nameInCall, { incoming, isTrusted: true })
        return typeof target === 'string' ? Promise.resolve(refuse(target)) : answerControl(target, call)
      },
      request,
    )
  }

  function findSocket(incoming: IncomingMessage): SocketTarget | UnadmittedSocket {
    const { path, name, pathBelow } = pathsOf(incoming)
    const request = incomingRequest(incoming, { origin: originOf(served.baseUrl), path, trustProxy })
    const existing = (name && worlds.get(name)) || served
    const refuseBy = (key: RefusalKey) => ({ world: existing, request, refusal: refuse(key) })
    const { listsOrigin } = existing
    const refusal = admission(incoming, { path: pathBelow, isSdkPath: served.isSdkPath, listsOrigin })
    if (refusal) return refuseBy(refusal)
    const world = name === undefined ? served : openWorld(options, name, { incoming, isTrusted: false })
    if (typeof world === 'string') return refuseBy(world)
    const isController = refuseControl(incoming) === undefined
    return {
      world,
      request: isController ? asController(request) : request,
      refuse: async () => world.serve(request),
    }
  }

  return { answer, findSocket }
}

/** Whether a page of another origin calls the control interface, which it may do by the token. */
function isForeignPage(
  { served, controlToken }: AnswerOptions,
  { headers: { origin } }: IncomingMessage,
  path: string,
): boolean {
  const isForeign = origin !== undefined && origin !== originOf(served.baseUrl)
  return isForeign && (path.startsWith(controlPrefix) || isControlPath(path)) && opensToPages(controlToken)
}

interface Opener {
  readonly incoming: IncomingMessage
  /** Whether the request has the token of the control interface. */
  readonly isTrusted: boolean
}

/** A page of another site may use a world, and create one only if the server's own mock lists its origin. */
function openWorld(
  { served, worlds }: AnswerOptions,
  name: string,
  { incoming: { headers }, isTrusted }: Opener,
): Mock | RefusalKey {
  if (!isWorldName(name)) return 'worldName'
  const world = worlds.get(name)
  if (world) return world
  const { origin } = headers
  const isForeign = !isTrusted && headers['sec-fetch-site'] === 'cross-site' && !(origin && served.listsOrigin(origin))
  if (isForeign) return 'foreignWorld'
  try {
    return worlds.open(name) ?? 'tooManyWorlds'
  } catch (error) {
    if (error instanceof StateNotKept) return 'stateNotKept'
    throw error
  }
}

type AnswerWorld = (world: Mock, request: ServiceRequest) => Promise<WireReply | undefined>

/** The control interfaces of worlds, each made at its first request. */
function createControlAnswers(worlds: Worlds): AnswerWorld {
  const controls = new WeakMap<Mock, ReturnType<typeof createControlAnswer>>()
  return async (world, request) => {
    const [{ createControlAnswer }, { controlWorlds }] = await Promise.all([
      import('../control/http/controlAnswer.ts'),
      import('../control/http/controlWorlds.ts'),
    ])
    const control = controls.get(world) ?? createControlAnswer(world, controlWorlds(worlds))
    controls.set(world, control)
    return control(request) ?? world.serveDocumented(request)
  }
}

async function answerTools(
  world: Mock,
  callControl: (call: ServiceRequest) => Promise<WireReply | undefined>,
  request: ServiceRequest,
): Promise<WireReply> {
  const { answerMcp } = await import('./answerMcp.ts')
  const { baseUrl } = world
  return answerMcp({ baseUrl, send: createScriptFetch(callControl, () => baseUrl) }, request)
}

async function answerPage(
  world: Mock,
  request: ServiceRequest,
  page: { path: string; needsToken: boolean },
): Promise<WireReply | undefined> {
  const [{ answerInspector }, { loadInspectorScript }] = await Promise.all([
    import('../control/http/inspectorPage.ts'),
    import('./inspectorScript.ts'),
  ])
  const options = { ...page, baseUrl: world.baseUrl, loadScript: loadInspectorScript }
  const reply = answerInspector(request, options)
  return reply ?? (isEntrance(page.path) ? answerEntrance(request, options) : world.serve(request))
}
