import { afterEach, describe, expect, it, vi } from 'vitest'
import { rejection } from '../../test/serve.ts'
import { addPasskey, signInWithPasskey } from './passkey.ts'
import { askForPasskey, makePasskey, type PasskeyCreationOptions } from './passkeyCeremony.ts'
import { provePasskey } from './secondFactor.ts'
import { createSessionWorld } from './test/sessionWorld.ts'

afterEach(() => void vi.unstubAllGlobals())

const bytes = (...values: number[]) => new Uint8Array(values).buffer

/** A browser whose ceremonies end with this credential, and the options that it was called with. */
function stubBrowser(credential: unknown) {
  const asked: unknown[] = []
  const answer = async (options: unknown) => {
    asked.push(options)
    return credential
  }
  vi.stubGlobal('navigator', { credentials: { get: answer, create: answer } })
  return asked
}

const credential = {
  id: 'AQID',
  rawId: bytes(1, 2, 3),
  type: 'public-key',
  authenticatorAttachment: 'platform',
  getClientExtensionResults: () => ({ credProps: { rk: true } }),
}
const assertion = {
  clientDataJSON: bytes(4),
  authenticatorData: bytes(5),
  signature: bytes(6),
  userHandle: bytes(7),
}
const attestation = {
  clientDataJSON: bytes(4),
  attestationObject: bytes(8),
  getTransports: () => ['internal'],
}
const creation = {
  challenge: 'CQ',
  rp: { id: 'example.com', name: 'Example' },
  user: { id: 'Cg', name: 'ada', displayName: 'Ada' },
  pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
} as PasskeyCreationOptions
const json = {
  id: 'AQID',
  rawId: 'AQID',
  type: 'public-key',
  authenticatorAttachment: 'platform',
  clientExtensionResults: { credProps: { rk: true } },
}

describe('askForPasskey', () => {
  it('gives the browser bytes, and the service the text of those that it returns', async () => {
    const asked = stubBrowser({ ...credential, response: assertion })
    const { signal } = new AbortController()
    const options = {
      challenge: 'CQ',
      rpId: 'example.com',
      timeout: 60_000,
      allowCredentials: [{ id: 'Cw', transports: ['usb'] }],
    } as Parameters<typeof askForPasskey>[0]
    expect(await askForPasskey(options, { signal, mediation: 'conditional' })).toEqual({
      ...json,
      response: { clientDataJSON: 'BA', authenticatorData: 'BQ', signature: 'Bg', userHandle: 'Bw' },
    })
    expect(asked).toEqual([
      {
        publicKey: {
          challenge: new Uint8Array([9]),
          rpId: 'example.com',
          timeout: 60_000,
          allowCredentials: [{ type: 'public-key', id: new Uint8Array([11]), transports: ['usb'] }],
        },
        signal: expect.any(AbortSignal),
        mediation: 'conditional',
      },
    ])
  })

  it('leaves out what the browser does not say, and asks for any passkey of the site', async () => {
    const { authenticatorAttachment: _, ...bare } = credential
    const asked = stubBrowser({ ...bare, response: { ...assertion, userHandle: null } })
    const answer = await askForPasskey({ challenge: 'CQ', rpId: 'example.com' })
    expect(answer).not.toHaveProperty('authenticatorAttachment')
    expect(answer.response).toEqual({ clientDataJSON: 'BA', authenticatorData: 'BQ', signature: 'Bg' })
    expect(asked).toMatchObject([{ publicKey: { allowCredentials: undefined } }])
  })

  it.each([null, { id: 'password', type: 'password' }])('refuses what is no passkey: %o', async (other) => {
    stubBrowser(other)
    const asking = askForPasskey({ challenge: 'CQ', rpId: 'example.com' })
    expect(await rejection(asking)).toMatchObject({ name: 'SignInError', reason: 'no_passkey' })
  })
})

describe('makePasskey', () => {
  it('gives the browser bytes, and the service their text in both spellings', async () => {
    const asked = stubBrowser({ ...credential, response: attestation })
    const { signal } = new AbortController()
    const options = { ...creation, excludeCredentials: [{ id: 'Cw', type: 'public-key' }] } as PasskeyCreationOptions
    expect(await makePasskey(options, { signal })).toEqual({
      ...json,
      response: { attestationObject: 'CA', clientDataJson: 'BA', clientDataJSON: 'BA', transports: ['internal'] },
    })
    expect(asked).toEqual([
      {
        publicKey: {
          ...creation,
          challenge: new Uint8Array([9]),
          user: { id: new Uint8Array([10]), name: 'ada', displayName: 'Ada' },
          excludeCredentials: [{ type: 'public-key', id: new Uint8Array([11]) }],
        },
        signal: expect.any(AbortSignal),
      },
    ])
  })

  it('leaves out transports that an older browser does not tell', async () => {
    const { getTransports: _, ...older } = attestation
    const asked = stubBrowser({ ...credential, response: older })
    expect((await makePasskey(creation)).response.transports).toBeUndefined()
    expect(asked).toMatchObject([{ publicKey: { excludeCredentials: undefined } }])
  })
})

describe('a passkey of the browser', () => {
  const open = async () => {
    const world = await createSessionWorld()
    await world.mock.create.provider({ provider: 'passkey' })
    const session = world.open()
    return { world, session }
  }

  it('is asked for of the site that the caller names, for a sign-in and for a second factor', async () => {
    const { world, session } = await open()
    await world.signIn(session)
    stubBrowser({ ...credential, response: assertion })
    const sent: [string | null, unknown][] = []
    const api = world.api.with({
      fetch(url, init) {
        const body: unknown = init?.body ? JSON.parse(`${init.body as string}`) : undefined
        sent.push([new URL(url).searchParams.get('relatedOriginRpId'), body])
        return world.mock.fetch(url, init)
      },
    })
    const calling = { ...session, api, signIn: session.signIn, proceed: session.proceed, auth: session.auth }
    const options = { relatedOriginRpId: 'example.com', createMfaToken: { singleUse: true } }
    for (const step of [signInWithPasskey, provePasskey]) {
      await rejection(step(calling, options))
      expect(sent.splice(0)).toMatchObject([
        ['example.com', undefined],
        [null, { id: 'AQID', createMfaToken: { singleUse: true } }],
      ])
    }
  })

  it('signs in with the options of the service and of the caller', async () => {
    const { session } = await open()
    const asked = stubBrowser({ ...credential, response: assertion })
    await rejection(signInWithPasskey(session, { mediation: 'conditional' }))
    expect(asked).toMatchObject([{ publicKey: { challenge: expect.any(Uint8Array) }, mediation: 'conditional' }])
  })

  it('is made with the options of the service', async () => {
    const { world, session } = await open()
    await world.signIn(session)
    const asked = stubBrowser({ ...credential, response: attestation })
    await rejection(addPasskey(session))
    expect(asked).toMatchObject([{ publicKey: { user: { id: expect.any(Uint8Array) } } }])
  })

  it('is added with the proof of a second factor, if there is one', async () => {
    const { world, session } = await open()
    await world.signIn(session)
    stubBrowser({ ...credential, response: attestation })
    const proofs: (string | null)[] = []
    const api = world.api.with({
      fetch(url, init) {
        if (init?.method === 'POST') proofs.push(new Headers(init.headers).get('x-mfa-auth-token'))
        return world.mock.fetch(url, init)
      },
    })
    const calling = { ...session, api, auth: session.auth, proceed: session.proceed }
    await rejection(addPasskey(calling, { mfaToken: 'proof' }))
    await rejection(addPasskey(calling))
    expect(proofs).toEqual(['proof', null])
  })

  it('proves the second factor with the options of the service', async () => {
    const { world, session } = await open()
    await world.signIn(session)
    const asked = stubBrowser({ ...credential, response: assertion })
    await rejection(provePasskey(session))
    expect(asked).toMatchObject([{ publicKey: { challenge: expect.any(Uint8Array) } }])
  })
})
