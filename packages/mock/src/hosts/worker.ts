import { isWorldName, nameOfWorld, worldsPath } from '../control/http/worlds.ts'
import { toResponse, toWire } from '../http/respond.ts'
import { assertKeys } from '../shared/nearest.ts'
import { version } from '../shared/version.ts'
import { MissingBinding, readEnvironment, type ReadEnvironment } from './cloudflarePlatform.ts'
import { refuse } from './refusals.ts'

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

/** The object of the Worker's own mock has the list of worlds, also for callers below `/w/<name>`. */
const listPath = /^\/__mock\/v1\/worlds(\/|$)/

async function route(request: Request, { objectOf, controlToken }: ReadEnvironment): Promise<Response> {
  const url = new URL(request.url)
  if (url.pathname === '/__mock/health') return health(controlToken !== undefined)
  const name = nameOfWorld(url.pathname)
  if (name === undefined) return objectOf().fetch(request)
  if (!isWorldName(name)) return toResponse(refuse('worldName'))
  const path = url.pathname.slice(worldsPath.length + name.length)
  if (!listPath.test(path)) return objectOf(name).fetch(request)
  return objectOf().fetch(new Request(url.origin + path + url.search, request))
}

function health(hasControl: boolean): Response {
  const control = hasControl
    ? 'on'
    : 'off: set the secret LATCHKEY_CONTROL_TOKEN, of 16 characters or more, to control the mock'
  return toResponse(toWire({ status: 200, body: { status: 'ok', version, control } }, {}))
}
