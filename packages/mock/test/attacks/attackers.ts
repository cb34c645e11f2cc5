import { type OperationId, type OperationRow, operationTable } from '@latchkey/types'
import { createMock, type Mock } from '../../src/mock/createMock.ts'
import { forkAtRest } from '../contract/rollback.ts'
import { mockOptions } from '../hosts/harness.ts'
import { createForeigners, type Foreigners } from '../people/foreigners.ts'
import { drawFrom, randomStateOf } from '../support/randomness.ts'

/** Credentials of strangers by name; `none` is a request without one. */
export type Strangers = Readonly<
  Record<
    | 'none'
    | 'sandboxToken'
    | 'tokenWithoutScope'
    | 'liveToken'
    | 'viewerToken'
    | 'strangerToken'
    | 'foreignEnvironmentToken'
    | 'neighbourJwt'
    | 'liveJwt'
    | 'foreignJwt'
    | 'otherWorldJwt',
    string | undefined
  >
>

/** A mock that is attacked, and those who attack it. */
export interface Attack {
  /** The state before strangers came. */
  readonly origin: Mock
  /** A fork of it in which there are strangers. */
  readonly mock: Mock
  readonly strangers: Strangers
  /** The organization, project and environment of strangers. */
  readonly foreignIds: Foreigners['ids']
}

/**
 * Creates people and servers who must not reach what the sandbox has, and an organization of theirs.
 *
 * @throws DomainError where the sandbox does not let any user sign in
 */
export async function createAttack(origin: Mock, id: OperationId): Promise<Attack> {
  const mock = forkAtRest(origin)
  const { create, signIn, defaults } = mock
  const live = { environmentId: defaults.environments.live.id }
  const { scope }: OperationRow = operationTable[id]
  const otherScope = scope === 'environment.users.read' ? 'environment.balances.read' : 'environment.users.read'
  const neighbour = await create.user({ email: 'neighbour@attacking.example.com' })
  const liveUser = await create.user({ email: 'live@attacking.example.com' }, live)
  const foreigners = await createForeigners(mock, { name: 'Attacking', email: 'user@attacking.example.com' })
  return {
    origin,
    mock,
    foreignIds: foreigners.ids,
    strangers: {
      ...foreigners.credentials,
      none: undefined,
      sandboxToken: (await create.token()).rawToken,
      tokenWithoutScope: (await create.token({ scopes: [otherScope] })).rawToken,
      liveToken: (await create.token({}, live)).rawToken,
      viewerToken: (await create.admin({ role: 'viewer', email: 'viewer@attacking.example.com' })).token,
      neighbourJwt: (await signIn(neighbour)).token,
      liveJwt: (await signIn(liveUser)).token,
      otherWorldJwt: await otherWorldJwt(mock),
    },
  }
}

/** Draws other ids than the mocks of tests do. */
const otherRandom = randomStateOf(createMock({ ...mockOptions, seed: 'another world' }))

/** A JWT of a mock with the same environments and keys, whose user and session this one does not have. */
async function otherWorldJwt(mock: Mock): Promise<string> {
  const world = forkAtRest(mock)
  drawFrom(world, otherRandom)
  const user = await world.create.user({ email: 'other.world@attacking.example.com' })
  return (await world.signIn(user)).token
}
