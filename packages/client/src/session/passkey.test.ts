import { describe, expect, it } from 'vitest'
import { rejection } from '../../test/serve.ts'
import { getRegistrationOptions } from '../generated/operations/passkeys.ts'
import { addPasskey, signInWithPasskey } from './passkey.ts'
import { createSessionWorld } from './test/sessionWorld.ts'
import { asker, formats, maker } from './test/signIn.ts'

describe('passkeys', () => {
  it('are made and sign in', async () => {
    const world = await createSessionWorld()
    await world.mock.create.provider({ provider: 'passkey' })
    const device = world.mock.authenticator()
    const ask = asker(device)
    const session = world.open()
    expect(await rejection(signInWithPasskey(session, { ask }))).toMatchObject({ name: 'NotAllowedError' })
    await world.signIn(session)
    await addPasskey(session, { make: maker(device) })
    const { id } = session.user ?? {}
    expect(formats(session)).toEqual(['email', 'passkey'])
    await session.signOut()
    expect(await signInWithPasskey(session, { ask })).toMatchObject({ state: 'signedIn', user: { id } })
    expect((await getRegistrationOptions(world.as(session))).excludeCredentials).toHaveLength(1)
  })
})
