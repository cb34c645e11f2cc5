import { type OperationId, type OperationRow, operationTable } from '@latchkey/types'
import { createFactories } from '../../src/control/objects/factories.ts'
import { createSettingsControl } from '../../src/control/objects/settingsControl.ts'
import { createSignIn } from '../../src/control/objects/signIn.ts'
import { authenticate } from '../../src/domain/authentication/authenticate.ts'
import { registeredClaims, signClaims } from '../../src/domain/sessions/sessionTokens.ts'
import { signingKeyOf } from '../../src/domain/sessions/signingKeys.ts'
import type { AnyCaller, EnvironmentCaller } from '../../src/domain/shared/callers.ts'
import type { Session } from '../../src/store/records.ts'
import { transact } from '../../src/world/world.ts'
import { createTestWorld } from '../support/world.ts'

interface Request {
  /** The whole header; `Bearer …` for a token. */
  readonly authorization?: string | undefined
  /** The parameters of the path. @default the sandbox as environment */
  readonly params?: Readonly<Record<string, string>>
}

/** A world for tests of credentials without HTTP, with a user of the sandbox who has a session. */
export async function createAuthenticationWorld() {
  const world = createTestWorld()
  const { reader } = world.store
  const idOf = (name: string) => [...reader.environments.all()].find((each) => each.name === name)?.id ?? ''
  const sandboxId = idOf('sandbox')
  const create = createFactories(world, sandboxId)
  const signIn = createSignIn(world)
  const { id: userId } = await create.user({ email: 'ada@example.com' })
  const { token } = await signIn(userId)

  const session = (): Session => {
    const [first] = [...reader.sessions.scan('byUser', [userId])]
    if (!first) throw new TypeError('The test has no session.')
    return first
  }

  /** Whom the service takes a request for, in the transaction of the request. */
  const ask = async <T>(
    id: OperationId,
    { authorization, params = { environmentId: sandboxId } }: Request,
    read: (caller: AnyCaller) => T,
  ): Promise<T> => {
    const row: OperationRow = operationTable[id]
    const context = { authorization, cookies: {}, url: new URL(world.baseUrl) }
    return transact(world, async (backend) => read(await authenticate(backend, { id, row, params, context })))
  }

  return {
    world,
    create,
    signIn,
    userId,
    token,
    session,
    settings: createSettingsControl(world, sandboxId),
    environments: { sandbox: sandboxId, live: idOf('live') },
    /** Whom the service takes a request for. */
    authenticate: (id: OperationId, request: Request) => ask(id, request, (caller) => caller),
    /** Which of these environments the caller of an operation for servers reaches. */
    reachedBy: (id: OperationId, request: Request, environmentIds: readonly string[]) =>
      ask(id, request, (caller) => environmentIds.filter((each) => (caller as EnvironmentCaller).reaches(each))),
    /** A token that the environment's key has signed, with the claims of the user's session but for these. */
    sign: async (
      changes: Readonly<Record<string, unknown>> = {},
      { typ = 'JWT', environmentId = sandboxId }: { readonly typ?: string; readonly environmentId?: string } = {},
    ) =>
      transact(world, async (backend) => {
        const key = await signingKeyOf(backend, environmentId)
        return signClaims(backend, { ...registeredClaims(backend, session(), key), ...changes }, { key, typ })
      }),
  }
}

export type AuthenticationWorld = Awaited<ReturnType<typeof createAuthenticationWorld>>
