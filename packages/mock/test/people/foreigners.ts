import type { Mock } from '../../src/mock/createMock.ts'
import { callsOf } from '../hosts/harness.ts'

/** The environment of another organization, its credentials, and the ids of its records by the names of parameters. */
export interface Foreigners {
  readonly credentials: {
    /** Member of the other organization. */
    readonly strangerToken: string
    readonly foreignEnvironmentToken: string
    readonly foreignJwt: string
  }
  readonly ids: Readonly<Record<'organizationId' | 'projectId' | 'environmentId' | 'userId' | 'tokenId', string>>
}

/** Creates people and servers of another organization. */
export async function createForeigners(
  mock: Mock,
  { name = 'Foreign', email = 'ada@example.com' }: { readonly name?: string; readonly email?: string } = {},
): Promise<Foreigners> {
  const owner = await mock.create.admin({ role: null, email: `stranger@${name.toLowerCase()}.example.com` })
  const { id: organizationId } = await mock.create.organization({ name: `${name} organization`, owner: owner.id })
  const host = callsOf({ name: 'fetch', mock, fetch: mock.fetch })
  const { body } = await host.call('projects.create', {
    token: owner.token,
    params: { organizationId },
    body: { name: `${name} project` },
  })
  const environmentId = body.project?.projectEnvironments?.find(({ environmentName }) => environmentName === 'sandbox')
    ?.id as string
  const created = await host.call('tokens.create', {
    token: owner.token,
    params: { environmentId },
    body: { note: `${name} token` },
  })
  const user = await mock.create.user({ email }, { environmentId })
  const projectId = body.project?.id as string
  return {
    credentials: {
      strangerToken: owner.token,
      foreignEnvironmentToken: created.body.token.rawToken as string,
      foreignJwt: (await mock.signIn(user)).token,
    },
    ids: { organizationId, projectId, environmentId, userId: user.id, tokenId: created.body.token.id as string },
  }
}
