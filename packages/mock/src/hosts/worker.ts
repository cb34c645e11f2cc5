import { originOf } from '@latchkey/base/baseUrl'
import { assertKeys } from '@latchkey/base/nearest'
import { isWorldName, nameOfWorld, worldsPath } from '../control/http/worlds.ts'
import { version } from '../effects/version.ts'
import { toResponse, toWire } from '../http/respond.ts'
import type { Access } from '../mcp/access.ts'
import { MissingBinding, readEnvironment, type ReadEnvironment } from './cloudflarePlatform.ts'
import { mcpPath } from './controlPages.ts'
import { answerReading } from './entrance.ts'
import { refuse } from './refusals.ts'
import { bearsToken, workerRequest, workerResponse } from './workerRequest.ts'

/** The options of a Worker. */
export interface WorkerOptions {
  /** Name of the Worker's binding to the Durable Objects. @default 'WORLDS' */
  readonly binding?: string | undefined
}

/** The default export of a Worker. */
export interface MockWorker {
  fetch(request: Request, env: object): Promise<Response>
}

/**
 * Creates the Worker in front of the worlds: `/w/<name>/…` goes to the world of that name, all else to the Worker's own
 * mock, which worlds are copies of.
 *
 * `GET /__mock/health` says whether the control interface is on. It needs the secret `LATCHKEY_CONTROL_TOKEN`, of 16
 * characters or more.
 *
 * @throws TypeError when an option is unknown
 */
export function createWorker(options: WorkerOptions = {}): MockWorker {
  assertKeys(options, ['binding'], { call: 'createWorker()', what: 'option' })
  const { binding = 'WORLDS' } = options
  return {
    async fetch(request, env) {
      try {
        return await route(request, readEnvironment(env, binding))
      } catch (error) {
        console.error(error)
        const message = error instanceof MissingBinding ? error.message : 'Something went wrong on our side.'
        return toResponse(toWire({ status: 500, body: { error: message, code: 'internal_server_error' } }, {}))
      }
    },
  }
}

const healthPath = '/__mock/health'

/** The object of the Worker's own mock has the list of worlds, also for callers below `/w/<name>`. */
const listPath = /^\/__mock\/v1\/worlds(\/|$)/

async function route(request: Request, env: ReadEnvironment): Promise<Response> {
  const { objectOf, controlToken } = env
  const url = new URL(request.url)
  if (url.pathname === healthPath)
    return toResponse(answerReading(request, healthPath, health(controlToken !== undefined)))
  const name = nameOfWorld(url.pathname)
  if (url.pathname === mcpPath) return answerTools(request, env, url.origin)
  if (name === undefined) return objectOf().fetch(request)
  if (!isWorldName(name)) return toResponse(refuse('worldName'))
  const base = worldsPath + name
  const path = url.pathname.slice(base.length)
  if (path === mcpPath) return answerTools(request, env, url.origin + base)
  if (!listPath.test(path)) return objectOf(name).fetch(request)
  return objectOf().fetch(new Request(url.origin + path + url.search, request))
}

/**
 * Serves the tools of coding agents to those who have the control token. Each call of a tool is a request to a world, so
 * an agent can use them all.
 */
async function answerTools(request: Request, env: ReadEnvironment, baseUrl: string): Promise<Response> {
  const { controlToken: token } = env
  if (token === undefined) return toResponse(refuse('controlOff'))
  if (!bearsToken(request, token)) return toResponse(refuse('controlToken'))
  const { answerMcp } = await import('./answerMcp.ts')
  const send: Access['send'] = (url, init) => route(new Request(url, { ...init, redirect: 'manual' }), env)
  return workerResponse(await answerMcp({ baseUrl, send, token }, workerRequest(request, originOf(baseUrl))))
}

function health(hasControl: boolean): object {
  const control = hasControl
    ? 'on'
    : 'off: set the secret LATCHKEY_CONTROL_TOKEN, of 16 characters or more, to control the mock'
  return { status: 'ok', version, control }
}
