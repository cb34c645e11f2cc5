import type { OperationId } from '@latchkey/types'
import { beforeAll, expect, it } from 'vitest'
import type { Mock } from '../../src/mock/createMock.ts'
import { operationRequest } from '../hosts/operationRequest.ts'
import { createFullWorld, type FullWorld } from '../people/fullWorld.ts'
import { createAttack, type Strangers } from './attackers.ts'
import { expectStrangersFail, type RightfulRequest, type SendTo } from './foreignCredentials.ts'

let world: FullWorld
beforeAll(async () => {
  world = await createFullWorld()
})

const honest: SendTo = (mock, path, init) => mock.fetch(mock.baseUrl + path, init)

/** An operation as its own people send it. */
function rightfulRequest(id: OperationId): RightfulRequest {
  const { url, headers, body = null } = operationRequest(world, id)
  return { id, path: url, headers: new Headers(headers), body }
}

/** Answers a stranger as if they had the right credential. */
const confusing =
  (name: keyof Strangers) =>
  (strangers: Strangers, id: OperationId): SendTo =>
  (mock, path, init) => {
    const headers = new Headers(init.headers)
    const isMeant =
      headers.get('authorization') === (strangers[name] === undefined ? null : `Bearer ${strangers[name]}`)
    if (isMeant) headers.set('authorization', `Bearer ${world.rightful(id)}`)
    return honest(mock, path, { ...init, headers })
  }

const before = (work: (mock: Mock) => Promise<unknown>) => (): SendTo => async (mock, path, init) => {
  await work(mock)
  return honest(mock, path, init)
}

const showing = (text: () => string | undefined) => (): SendTo => async (mock, path, init) => {
  const reply = await honest(mock, path, init)
  return new Response(`${await reply.text()} ${text()}`, reply)
}

interface Plant {
  readonly what: string
  readonly id: OperationId
  readonly plant: (strangers: Strangers, id: OperationId) => SendTo
  readonly sentence: string
}

it.each<Plant>([
  {
    what: 'a missing credential that is not noticed',
    id: 'users.list',
    plant: confusing('none'),
    sentence: 'users.list with none shows',
  },
  {
    what: 'a token of another environment that opens this one',
    id: 'allowlists.delete',
    plant: confusing('foreignEnvironmentToken'),
    sentence: 'allowlists.delete with foreignEnvironmentToken succeeds with 204',
  },
  {
    what: 'a scope that is not asked for',
    id: 'gates.enable',
    plant: confusing('tokenWithoutScope'),
    sentence: 'gates.enable with tokenWithoutScope succeeds with 200',
  },
  {
    what: 'a viewer who may write',
    id: 'projects.update',
    plant: confusing('viewerToken'),
    sentence: 'projects.update with viewerToken succeeds with 200',
  },
  {
    what: 'a user who reaches the record of another one',
    id: 'globalWalletConnections.disconnect',
    plant: confusing('neighbourJwt'),
    sentence: 'globalWalletConnections.disconnect with neighbourJwt shows',
  },
  {
    what: 'a session of another world that is accepted',
    id: 'profile.delete',
    plant: confusing('otherWorldJwt'),
    sentence: 'profile.delete with otherWorldJwt succeeds with 204',
  },
  {
    what: 'a write before a refusal',
    id: 'gates.list',
    plant: before((mock) => mock.create.user()),
    sentence: 'gates.list with none changes nothing, but these differ: users, events',
  },
  {
    what: 'a write below another environment',
    id: 'sdkSettings.get',
    plant: before((mock) => mock.settings.patch({ general: { displayName: 'Taken over' } })),
    sentence: 'sdkSettings.get of strangers changes environments',
  },
  {
    what: 'an id in a refusal',
    id: 'gates.list',
    plant: showing(() => world.paramsOf('gates.get').gateId),
    sentence: 'gates.list with none shows',
  },
  {
    what: 'the secret of a webhook in a public reply',
    id: 'sdkSettings.get',
    plant: showing(() => /whsec_\w+/.exec(JSON.stringify(world.mock.export()))?.[0]),
    sentence: 'sdkSettings.get of strangers shows whsec_',
  },
])('the attacks of strangers find a planted fault: $what', async ({ id, plant, sentence }) => {
  const attack = await createAttack(world.mock, id)
  await expectStrangersFail(rightfulRequest(id), attack)
  await expect(expectStrangersFail(rightfulRequest(id), attack, plant(attack.strangers, id))).rejects.toThrow(sentence)
})
