import { beforeEach, describe, expect, it } from 'vitest'
import { createTestWorld } from '../../../test/support/world.ts'
import { defaultIds } from '../../world/seedDefaults.ts'
import { transact, type World } from '../../world/world.ts'
import { linkContact } from '../flows/accounts/contactLinking.ts'
import { signInWithContact } from '../flows/signIn/contactSignIn.ts'
import { deleteUser } from '../flows/users/deletion.ts'
import { createUser } from '../flows/users/users.ts'
import type { Backend } from '../shared/backend.ts'
import type { DomainError } from '../shared/errors.ts'
import type { RequestContext } from '../shared/request.ts'
import { consumeVerification, retryVerification, startVerification } from './verifications.ts'

const environmentId = defaultIds.sandbox
const request: RequestContext = { cookies: {}, url: new URL('https://api.latchkey.test') }
let world: World

beforeEach(async () => {
  world = createTestWorld()
  await run(({ store, newId, clock }) => {
    for (const provider of ['emailOnly', 'sms'] as const)
      store.providers.put({ id: newId(), createdAt: clock.iso(), environmentId, provider, enabledAt: clock.iso() })
  })
})

const run = async <T>(work: (backend: Backend) => T | Promise<T>): Promise<T> =>
  transact(world, async (backend) => work(backend))
const reader = () => world.store.reader

/** The key of the refusal that the work ends with. */
const refusalOf = (work: (backend: Backend) => unknown) =>
  run(async (backend) => work(backend)).then(
    () => 'none',
    (error: DomainError) => error.key,
  )

const codeOf = (to: string, channel: 'email' | 'sms' = 'email') =>
  [...reader().outbox.scan('byTo', [channel, to])].at(-1)?.code ?? ''

/** A user who signs in with an address, and the session. */
async function userWith(email: string) {
  const { verificationUUID: verificationId } = await run((backend) =>
    startVerification(backend, environmentId, { channel: 'email', address: email, request }),
  )
  const { body } = await run((backend) =>
    signInWithContact(backend, environmentId, {
      channel: 'email',
      verificationId,
      code: codeOf(email.toLowerCase()),
      request,
    }),
  )
  return { userId: body.user.id, sessionId: String(body.user.sessionId) }
}

const callerOf = ({ store }: Backend, { userId, sessionId }: { userId: string; sessionId: string }) => {
  const [user, session] = [store.users.get(userId), store.sessions.get(sessionId)]
  if (!user || !session) throw new TypeError('The user or the session is gone.')
  return { user, session }
}

const startChange = (userId: string, address: string) =>
  run((backend) => startVerification(backend, environmentId, { channel: 'email', address, userId, request }))

describe('a change of address that a user has begun', () => {
  it('replaces the credential and the address of the profile, and the session continues with it', async () => {
    const ada = await userWith('ada@example.com')
    const { verificationUUID: verificationId } = await startChange(ada.userId, 'Ada@New.example')
    const code = codeOf('ada@new.example')
    const { body } = await run((backend) =>
      linkContact(backend, callerOf(backend, ada), { channel: 'email', verificationId, code }),
    )
    expect(body).toMatchObject({
      nextView: 'done',
      user: { email: 'Ada@New.example', sessionId: ada.sessionId, verifiedCredentials: [{ email: 'Ada@New.example' }] },
    })
    expect(body.user.lastVerifiedCredentialId).toBe(body.user.verifiedCredentials[0]?.id)
    expect(reader().sessions.get(ada.sessionId)?.credentialId).toBe(body.user.verifiedCredentials[0]?.id)
    expect((await userWith('ada@example.com')).userId).not.toBe(ada.userId)
  })

  it('keeps the credential if only the spelling changes', async () => {
    const ada = await userWith('ada@example.com')
    const before = reader().users.get(ada.userId)?.lastCredentialId
    const { verificationUUID: verificationId } = await startChange(ada.userId, 'Ada@Example.com')
    const code = codeOf('ada@example.com')
    const { body } = await run((backend) =>
      linkContact(backend, callerOf(backend, ada), { channel: 'email', verificationId, code }),
    )
    expect(body.user).toMatchObject({ email: 'Ada@Example.com', verifiedCredentials: [{ id: before }] })
  })

  it('replaces a phone number likewise', async () => {
    const ada = await userWith('ada@example.com')
    for (const address of ['+12025550123', '+4915112345678']) {
      const { verificationUUID: verificationId } = await run((backend) =>
        startVerification(backend, environmentId, { channel: 'sms', address, userId: ada.userId, request }),
      )
      await run((backend) =>
        linkContact(backend, callerOf(backend, ada), { channel: 'sms', verificationId, code: codeOf(address, 'sms') }),
      )
    }
    expect(reader().users.get(ada.userId)?.phoneNumber).toBe('+4915112345678')
    expect([...reader().credentials.scan('byUser', [ada.userId])].map(({ key }) => key)).toEqual([
      'ada@example.com',
      '+4915112345678',
    ])
  })

  it('is completed by that user only, and signs nobody in', async () => {
    const ada = await userWith('ada@example.com')
    const eve = await userWith('eve@example.com')
    const { verificationUUID: verificationId } = await startChange(ada.userId, 'ada@new.example')
    const code = codeOf('ada@new.example')
    expect(
      await refusalOf((backend) =>
        linkContact(backend, callerOf(backend, eve), { channel: 'email', verificationId, code }),
      ),
    ).toBe('invalidEmailVerification')
    expect(
      await refusalOf((backend) =>
        signInWithContact(backend, environmentId, { channel: 'email', verificationId, code, request }),
      ),
    ).toBe('invalidEmailVerification')
    expect(
      await refusalOf((backend) =>
        linkContact(backend, callerOf(backend, ada), { channel: 'email', verificationId, code }),
      ),
    ).toBe('none')
  })

  it('ends when somebody else asks for a code to the same address', async () => {
    const eve = await userWith('eve@example.com')
    const { verificationUUID: pending } = await startChange(eve.userId, 'victim@example.com')
    const code = codeOf('victim@example.com')
    const victim = await userWith('victim@example.com')
    expect(
      await refusalOf((backend) =>
        linkContact(backend, callerOf(backend, eve), { channel: 'email', verificationId: pending, code }),
      ),
    ).toBe('invalidEmailVerification')
    expect(reader().users.get(victim.userId)?.email).toBe('victim@example.com')
    expect(reader().users.get(eve.userId)?.email).toBe('eve@example.com')
  })

  it('ends with its user', async () => {
    const user = await run((backend) => createUser(backend, environmentId, { firstName: 'Ada' }))
    const { verificationUUID: verificationId } = await startChange(user.id, 'ada@example.com')
    const code = codeOf('ada@example.com')
    await run((backend) => deleteUser(backend, user))
    expect(
      await refusalOf((backend) =>
        consumeVerification(backend, environmentId, { channel: 'email', verificationId, code, userId: user.id }),
      ),
    ).toBe('invalidEmailVerification')
    expect(
      await refusalOf((backend) =>
        retryVerification(backend, environmentId, {
          channel: 'email',
          verificationId,
          address: 'ada@example.com',
          request,
        }),
      ),
    ).toBe('invalidEmailVerification')
    expect(reader().verifications.get(verificationId)).toMatchObject({
      codeHash: undefined,
      userId: undefined,
      attempts: 0,
      sentAt: [expect.any(String)],
    })
  })

  it('has its own subject line in the message', async () => {
    const ada = await userWith('ada@example.com')
    await startChange(ada.userId, 'ada@new.example')
    expect([...reader().outbox.scan('byTo', ['email', 'ada@new.example'])].at(-1)?.subject).toBe(
      'Confirm your e-mail address for My app, sandbox',
    )
  })
})

const record = ({ newId, clock }: Backend, userId: string) => ({
  id: newId(),
  createdAt: clock.iso(),
  environmentId,
  userId,
})

/** Belongings of a user without a credential that shows them. */
const belongings = {
  'a wallet': (backend: Backend, userId: string) =>
    backend.store.wallets.put({
      ...record(backend, userId),
      name: 'embedded',
      chain: 'EVM',
      publicKey: '0x1',
      key: 'EVM:0x1',
      provider: 'embeddedWallet',
    }),
  'a passkey': (backend: Backend, userId: string) =>
    backend.store.passkeys.put({
      ...record(backend, userId),
      credentialId: 'c',
      publicKey: 'k',
      counter: 0,
      isBackupEligible: false,
      rpId: 'example.com',
      origin: 'https://example.com',
      updatedAt: backend.clock.iso(),
    }),
  'a verified second factor': (backend: Backend, userId: string) =>
    backend.store.mfaDevices.put({
      ...record(backend, userId),
      type: 'totp',
      isDefault: true,
      verifiedAt: backend.clock.iso(),
    }),
}

describe('a user who has proved the address and also has', () => {
  it.each([
    ['a wallet', 'mergeConfirmation'],
    ['a passkey', 'mergeConfirmation'],
    ['a verified second factor', 'invalidMerge'],
  ] as const)('%s does not lose the address to another user', async (what, key) => {
    const ada = await userWith('ada@example.com')
    const bob = await userWith('bob@example.com')
    await run((backend) => belongings[what](backend, ada.userId))
    const { verificationUUID: verificationId } = await run((backend) =>
      startVerification(backend, environmentId, { channel: 'email', address: 'ada@example.com', request }),
    )
    const code = codeOf('ada@example.com')
    expect(
      await refusalOf((backend) =>
        linkContact(backend, callerOf(backend, bob), { channel: 'email', verificationId, code }),
      ),
    ).toBe(key)
    expect(reader().users.has(ada.userId)).toBe(true)
  })
})

describe('a user who was given an address by a server', () => {
  const userWithGivenEmail = () => run((backend) => createUser(backend, environmentId, { email: 'ada@example.com' }))

  it('has no pending code after the address is proved', async () => {
    const user = await userWithGivenEmail()
    const { verificationUUID: pending } = await startChange(user.id, 'eve@example.com')
    expect((await userWith('ada@example.com')).userId).toBe(user.id)
    expect(reader().verifications.get(pending)).toMatchObject({ codeHash: undefined, userId: undefined })
  })

  it('cannot be signed in to by the address after somebody has set up a second factor', async () => {
    const user = await userWithGivenEmail()
    await run((backend) => belongings['a verified second factor'](backend, user.id))
    expect((await userWith('ada@example.com')).userId).not.toBe(user.id)
  })
})

describe('startVerification', () => {
  const start = (address: string, channel: 'email' | 'sms' = 'email') =>
    run((backend) => startVerification(backend, environmentId, { channel, address, request }))

  it('refuses text that is not an address or number', async () => {
    for (const address of ['', 'ada', 'ada@', `${'a'.repeat(250)}@example.com`])
      expect(
        await refusalOf((backend) => startVerification(backend, environmentId, { channel: 'email', address, request })),
      ).toBe('invalidEmail')
    for (const address of ['', '2025550123', '+1', '+4930123456'])
      expect(
        await refusalOf((backend) => startVerification(backend, environmentId, { channel: 'sms', address, request })),
      ).toBe('invalidPhone')
  })

  it('stores hashes of codes that differ for each verification', async () => {
    await start('ada@example.com')
    const [verification] = reader().verifications.all()
    expect(verification?.codeHash).toMatch(/^[\da-f]{64}$/)
    expect(JSON.stringify(verification)).not.toContain(codeOf('ada@example.com'))
  })

  it('deletes an expired verification once its messages no longer count towards the limit', async () => {
    await start('ada@example.com')
    world.clock.advance(59 * 60_000)
    await start('bob@example.com')
    expect(reader().verifications.size).toBe(2)
    world.clock.advance(60_000)
    await start('eve@example.com')
    expect([...reader().verifications.all()].map(({ key }) => key).sort()).toEqual([
      'bob@example.com',
      'eve@example.com',
    ])
  })
})

describe('the link of an e-mail', () => {
  const linkFor = async (origin?: string) => {
    const { verificationUUID } = await run((backend) =>
      startVerification(backend, environmentId, { channel: 'email', address: 'ada@example.com', request: { origin } }),
    )
    const message = [...reader().outbox.scan('byTo', ['email', 'ada@example.com'])].at(-1)
    const proof = `#verificationUUID=${verificationUUID}&verificationToken=${message?.code}`
    return {
      link: message?.link?.replace(proof, '#proof'),
      isInText: message?.link !== undefined && message.text.includes(message.link),
    }
  }
  const allow = (...origins: string[]) =>
    run(({ store, newId, clock }) => {
      for (const origin of origins) store.origins.put({ id: newId(), createdAt: clock.iso(), environmentId, origin })
    })

  it('leads to the requesting app, with the proof in the fragment', async () => {
    await allow('https://first.example.com', 'https://*.apps.example.com')
    expect(await linkFor('https://one.apps.example.com')).toEqual({
      link: 'https://one.apps.example.com/#proof',
      isInText: true,
    })
  })

  it('leads to the first listed origin if another site asks, or the origin is unknown', async () => {
    await allow('https://*.apps.example.com', 'https://first.example.com', 'https://second.example.com')
    for (const origin of ['https://evil.example', undefined])
      expect(await linkFor(origin)).toEqual({ link: 'https://first.example.com/#proof', isInText: true })
  })

  it('is left out if no suitable origin is listed', async () => {
    expect(await linkFor('https://evil.example')).toEqual({ link: undefined, isInText: false })
    await allow('https://*.apps.example.com')
    expect(await linkFor('https://evil.example')).toEqual({ link: undefined, isInText: false })
  })
})

describe('consumeVerification', () => {
  it('accepts only a verification of the same channel', async () => {
    const { verificationUUID: verificationId } = await run((backend) =>
      startVerification(backend, environmentId, { channel: 'email', address: 'ada@example.com', request }),
    )
    const code = codeOf('ada@example.com')
    expect(
      await refusalOf((backend) =>
        consumeVerification(backend, environmentId, { channel: 'sms', verificationId, code }),
      ),
    ).toBe('invalidSmsVerification')
    expect(
      await refusalOf((backend) =>
        retryVerification(backend, environmentId, { channel: 'sms', verificationId, address: '+12025550123', request }),
      ),
    ).toBe('invalidSmsVerification')
    expect(
      (await run((backend) => consumeVerification(backend, environmentId, { channel: 'email', verificationId, code })))
        .key,
    ).toBe('ada@example.com')
  })
})
