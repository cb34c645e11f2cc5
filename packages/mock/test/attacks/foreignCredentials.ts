import { type OperationId, type OperationRow, operationTable } from '@latchkey/types'
import type { Mock } from '../../src/mock/createMock.ts'
import { expectSameState, forkAtRest, shownState } from '../contract/rollback.ts'
import type { Attack, Strangers } from './attackers.ts'
import { idsIn, type SecretTexts, secretsIn } from './secretTexts.ts'

/** A request that succeeds with the credential that it has. */
export interface RightfulRequest {
  readonly id: OperationId
  /** Below the base URL of the mock, with the query. */
  readonly path: string
  readonly headers: Headers
  readonly body: string | null
}

/** Sends a request to a mock. Tests of the attacks plant faults here. */
export type SendTo = (mock: Mock, path: string, init: RequestInit) => Promise<Response>

type Auth = OperationRow['auth']
type StrangerName = keyof Strangers

/** Who must not send an operation, by the credential that it takes. */
const strangersOf: Readonly<Record<Auth, readonly StrangerName[]>> = {
  environment: [
    'none',
    'tokenWithoutScope',
    'liveToken',
    'strangerToken',
    'foreignEnvironmentToken',
    'neighbourJwt',
    'foreignJwt',
    'otherWorldJwt',
  ],
  member: [
    'none',
    'sandboxToken',
    'viewerToken',
    'strangerToken',
    'foreignEnvironmentToken',
    'neighbourJwt',
    'foreignJwt',
  ],
  user: ['none', 'sandboxToken', 'liveToken', 'neighbourJwt', 'liveJwt', 'foreignJwt', 'otherWorldJwt'],
  optionalUser: ['sandboxToken', 'liveToken', 'liveJwt', 'foreignJwt', 'otherWorldJwt'],
  none: [],
}

/** Whose credential opens the strangers' own environment, by the credential that the operation takes. */
const strangerThere: Readonly<Record<Auth, StrangerName>> = {
  environment: 'foreignEnvironmentToken',
  member: 'strangerToken',
  user: 'foreignJwt',
  optionalUser: 'foreignJwt',
  none: 'none',
}

/**
 * Lets strangers send a request, and send it below their own environment. It must be refused each time, change nothing
 * at all, and show no id and no secret that is not in the request. Where the URL names no record of the mock, the
 * request may succeed, and must not change or show what is not the strangers'.
 *
 * @throws Error that names the stranger and what came of the attack
 */
export async function expectStrangersFail(
  request: RightfulRequest,
  { origin, mock, strangers, foreignIds }: Attack,
  send: SendTo = (to, path, init) => to.fetch(to.baseUrl + path, init),
): Promise<void> {
  const { id, path, body } = request
  const { auth, method }: OperationRow = operationTable[id]
  const secrets = secretsIn(origin)
  // A delivery that was under way goes on while strangers sign in.
  const beforeAttack = recordTexts(mock)
  const ownRecords = [...recordTexts(origin)].filter((text) => beforeAttack.has(text))
  const sentText = `${path}\n${body}`
  for (const name of strangersOf[auth].filter((stranger) => isStranger(stranger, request, secrets)))
    await expectFailure(`${id} with ${name}`, path, strangers[name])
  const pathThere = movedPath(path, mock.defaults, foreignIds)
  if (pathThere !== path) await expectFailure(`${id} of strangers`, pathThere, strangers[strangerThere[auth]])

  async function expectFailure(title: string, target: string, token: string | undefined): Promise<void> {
    const maySucceed = !namesRecord(target, secrets)
    const victim = maySucceed ? forkAtRest(mock) : mock
    const before = shownState(victim)
    const headers = headersWith(token)
    const reply = await send(victim, target, { method, headers, body, redirect: 'manual' })
    const text = [await reply.text(), ...reply.headers.values()].join('\n')
    const shown = [...secrets.all].filter((secret) => text.includes(secret) && !sentText.includes(secret))
    if (shown.length > 0) throw new Error(`${title} shows ${shown.join(', ')}: ${text}`)
    if (!maySucceed && reply.status < 400) throw new Error(`${title} succeeds with ${reply.status}: ${text}`)
    if (reply.status >= 400) expectSameState(`${title} changes nothing`, shownState(victim), before)
    const present = recordTexts(victim)
    const changed = ownRecords.filter((text) => !present.has(text))
    if (changed.length > 0) throw new Error(`${title} changes ${changed.join(', ')}`)
  }

  function headersWith(token: string | undefined): Headers {
    const headers = new Headers(request.headers)
    headers.delete('cookie')
    headers.delete('authorization')
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
    return headers
  }
}

function isStranger(name: StrangerName, { id, path }: RightfulRequest, secrets: SecretTexts): boolean {
  const { auth, role = 'viewer' }: OperationRow = operationTable[id]
  if (name === 'viewerToken') return role !== 'viewer'
  // Every user of an environment may act for themselves.
  if (name === 'neighbourJwt' && auth === 'user') return namesRecord(path.replace(/\/sdk\/[^/?]+/, ''), secrets)
  return true
}

const namesRecord = (path: string, { ids }: SecretTexts) => idsIn(path).some((id) => ids.has(id))

/** The path with the organization, project and environment of strangers in place of the mock's. */
function movedPath(path: string, defaults: Mock['defaults'], foreignIds: Attack['foreignIds']): string {
  const { environments, organizationId, projectId } = defaults
  return path
    .replaceAll(environments.sandbox.id, foreignIds.environmentId)
    .replaceAll(environments.live.id, foreignIds.environmentId)
    .replaceAll(organizationId, foreignIds.organizationId)
    .replaceAll(projectId, foreignIds.projectId)
}

/** The records of a mock as text. */
function recordTexts(mock: Mock): Set<string> {
  const tables = Object.entries(mock.export().tables as Readonly<Record<string, readonly object[]>>)
  return new Set(tables.flatMap(([name, records]) => records.map((record) => `${name} ${JSON.stringify(record)}`)))
}
