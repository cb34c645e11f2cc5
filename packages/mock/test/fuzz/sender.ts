import { type OperationRow, operationTable } from '@latchkey/types'
import type { Mock } from '../../src/mock/createMock.ts'
import type { FullWorld } from '../people/fullWorld.ts'
import type { CredentialKind, FuzzedRequest, UrlValue } from './requests.ts'

export interface FuzzedReply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** A request with the ids and the credential of a world. */
export interface FilledRequest {
  readonly method: OperationRow['method']
  readonly pathname: string
  /** Empty, or with its question mark. */
  readonly search: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

interface Sender {
  send(request: FuzzedRequest): Promise<FuzzedReply & Pick<FilledRequest, 'pathname'>>
}

const uuid = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g
const maximumShown = 50

/** Sends the requests of one run, one after the other. */
export function createSender(world: FullWorld, { baseUrl, fetch }: Pick<Mock, 'baseUrl' | 'fetch'>): Sender {
  const shown: string[] = []

  return {
    async send(request) {
      const { method, pathname, search, headers, body } = fillIn(request, world, shown)
      const response = await fetch(baseUrl + pathname + search, { method, headers, body, redirect: 'manual' })
      const text = await response.text()
      shown.unshift(...(text.match(uuid) ?? []).slice(0, maximumShown))
      shown.splice(maximumShown)
      return { status: response.status, headers: response.headers, text, pathname }
    },
  }
}

/** @param shown - Ids that earlier replies have shown, the latest first. */
export function fillIn(request: FuzzedRequest, world: FullWorld, shown: readonly string[] = []): FilledRequest {
  const { method, path }: OperationRow = operationTable[request.id]
  const own = world.paramsOf(request.id)
  const valueOf = (name: string) => ({ own: own[name], shown, foreign: world.foreignIds[name] })
  const search = new URLSearchParams(request.query).toString()
  const token = tokenOf(world, request)
  return {
    method,
    pathname: path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(textOf(request.url[name], valueOf(name))),
    ),
    search: search === '' ? '' : `?${search}`,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(request.origin !== null && { origin: request.origin }),
      ...(request.body && { 'content-type': request.body.type }),
    },
    body: request.body?.text ?? null,
  }
}

interface KnownValues {
  readonly own: string | undefined
  readonly shown: readonly string[]
  readonly foreign: string | undefined
}

function textOf(value: UrlValue | undefined, { own = '', shown, foreign = own }: KnownValues): string {
  if (value?.kind === 'text') return value.text
  if (value?.kind === 'shown') return shown[value.index] ?? own
  return value?.kind === 'foreign' ? foreign : own
}

function tokenOf({ rightful, strangers }: FullWorld, { id, credential }: FuzzedRequest): string | undefined {
  const { scope }: OperationRow = operationTable[id]
  const tokens: Readonly<Record<CredentialKind, string | undefined>> = {
    ...strangers,
    rightful: rightful(id),
    none: undefined,
    broken: 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZGEifQ.',
    tokenWithout: strangers.tokenWithout(scope),
  }
  return tokens[credential]
}
