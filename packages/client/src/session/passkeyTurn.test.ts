import { afterEach, describe, expect, it, vi } from 'vitest'
import { rejection } from '../../test/serve.ts'
import { addPasskey, signInWithPasskey } from './passkey.ts'
import { askForPasskey, makePasskey, type PasskeyCreationOptions } from './passkeyCeremony.ts'
import { provePasskey } from './secondFactor.ts'
import type { Session } from './session.ts'
import { createSessionWorld } from './test/sessionWorld.ts'
import { asker, maker } from './test/signIn.ts'
import { createSilence } from './test/silence.ts'

afterEach(() => void vi.unstubAllGlobals())

type Asked = CredentialRequestOptions & CredentialCreationOptions

/** A browser that has one request at a time, and leaves it open until it is aborted or the person chooses. */
function stubBrowser({ endsAborted = true, PublicKeyCredential = undefined as unknown } = {}) {
  const requests: Asked[] = []
  let pending: Asked | undefined
  let choose: (credential: unknown) => void = () => {}
  const ask = (asked: Asked) => {
    if (pending) return Promise.reject(new DOMException('A request is already pending.', 'OperationError'))
    if (asked.signal?.aborted) return Promise.reject(asked.signal.reason as Error)
    requests.push(asked)
    pending = asked
    return new Promise((resolve, reject) => {
      choose = (credential) => {
        pending = undefined
        resolve(credential)
      }
      // As browsers do, after a moment and with an error of their own.
      asked.signal?.addEventListener('abort', async () => {
        if (!endsAborted) return
        await Promise.resolve()
        pending = undefined
        reject(new DOMException('The request was aborted.', 'AbortError'))
      })
    })
  }
  vi.stubGlobal('navigator', { credentials: { get: ask, create: ask } })
  vi.stubGlobal('PublicKeyCredential', PublicKeyCredential)
  return { requests, choose: (credential: unknown) => choose(credential) }
}

const creation = {
  challenge: 'CQ',
  rp: { id: 'example.com', name: 'Example' },
  user: { id: 'Cg', name: 'ada', displayName: 'Ada' },
  pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
} as PasskeyCreationOptions
const request = { challenge: 'CQ', rpId: 'example.com' }
const superseded = { name: 'SignInError', reason: 'superseded' }
const conditional = { mediation: 'conditional' } as const

/** A person who has a passkey, and a page where nobody is signed in. */
async function openForm() {
  const world = await createSessionWorld()
  await world.mock.create.provider({ provider: 'passkey' })
  const device = world.mock.authenticator()
  const session = world.open()
  await world.signIn(session)
  await addPasskey(session, { make: maker(device) })
  await session.signOut()
  const browser = stubBrowser()
  /** The person chooses the passkey that the browser offers. */
  const pick = async () => {
    const { publicKey } = browser.requests.at(-1) ?? {}
    const challenge = Buffer.from(publicKey?.challenge as Uint8Array).toString('base64url')
    const { response, ...rest } = await asker(device)({ challenge, rpId: publicKey?.rpId ?? '' })
    const bytes = Object.entries(response).map(([name, text]) => [name, Buffer.from(`${text}`, 'base64url')])
    browser.choose({
      ...rest,
      rawId: Buffer.from(rest.rawId, 'base64url'),
      response: Object.fromEntries(bytes) as unknown,
      getClientExtensionResults: () => ({}),
    })
  }
  const asked = (count: number) => vi.waitFor(() => expect(browser.requests).toHaveLength(count))
  return { world, session, pick, asked, ...browser }
}

describe('a request for a passkey', () => {
  it('by a button ends the offer in the form, and signs in', async () => {
    const { session, pick, asked } = await openForm()
    const offered = rejection(signInWithPasskey(session, conditional))
    await asked(1)
    const signedIn = signInWithPasskey(session)
    await asked(2)
    await pick()
    expect([await offered, (await signedIn).state]).toMatchObject([superseded, 'signedIn'])
  })

  it('by a button comes also before an offer that is still getting its challenge', async () => {
    const { session, requests, pick, asked } = await openForm()
    const offered = rejection(signInWithPasskey(session, conditional))
    const signedIn = signInWithPasskey(session)
    await asked(1)
    await pick()
    expect([await offered, (await signedIn).state]).toMatchObject([superseded, 'signedIn'])
    expect(requests.map(({ mediation }) => mediation)).toEqual([undefined])
  })

  it.each([{}, conditional])('made twice is that of the second call: %o', async (options) => {
    const { session, pick, asked } = await openForm()
    const first = rejection(signInWithPasskey(session, options))
    const second = signInWithPasskey(session, options)
    await asked(1)
    await pick()
    expect([await first, (await second).state]).toMatchObject([superseded, 'signedIn'])
  })

  it.each<[string, (session: Session) => Promise<unknown>]>([
    ['addPasskey', (session) => addPasskey(session)],
    ['provePasskey', (session) => provePasskey(session)],
    ['askForPasskey', () => askForPasskey(request)],
    ['makePasskey', () => makePasskey(creation)],
  ])('of %s ends an earlier one, and is ended by a later one', async (_, ask) => {
    const { world, session, asked } = await openForm()
    await world.signIn(session)
    const offered = rejection(askForPasskey(request, conditional))
    await asked(1)
    const failed = rejection(ask(session))
    await asked(2)
    const signal = AbortSignal.timeout(60_000)
    const last = rejection(askForPasskey(request, { signal }))
    expect([await offered, await failed]).toMatchObject([superseded, superseded])
    await asked(3)
    void rejection(makePasskey(creation))
    expect(await last).toMatchObject(superseded)
  })

  it("rejects with the reason of the caller's signal, at any time, and leaves the browser free", async () => {
    const { session, requests, pick, asked } = await openForm()
    expect(await rejection(signInWithPasskey(session, { signal: AbortSignal.abort('before') }))).toBe('before')
    const controller = new AbortController()
    const left = rejection(signInWithPasskey(session, { ...conditional, signal: controller.signal }))
    await asked(1)
    controller.abort('unmounted')
    expect(await left).toBe('unmounted')
    const signedIn = signInWithPasskey(session)
    await asked(2)
    await pick()
    expect([(await signedIn).state, requests.length]).toEqual(['signedIn', 2])
  })

  it('says that another script has one, and that a browser does not end an earlier one', async () => {
    await createSessionWorld()
    stubBrowser({ endsAborted: false })
    void rejection(askForPasskey(request))
    const second = rejection(askForPasskey(request))
    await vi.advanceTimersByTimeAsync(1000)
    expect(await second).toMatchObject({ name: 'SignInError', reason: 'request_pending' })
  })

  it.each<[string, (signal: AbortSignal) => Promise<unknown>]>([
    ['askForPasskey', (signal) => askForPasskey(request, { signal })],
    ['makePasskey', (signal) => makePasskey(creation, { signal })],
  ])('of %s is given up where the browser ignores the signal, and its late end changes nothing', async (_, call) => {
    for (const late of [null, new Error('closed')]) {
      const { ask, signal, giveUp, answerLate } = createSilence<unknown>()
      vi.stubGlobal('navigator', { credentials: { get: ask, create: ask } })
      expect(await giveUp(call(signal))).toBe('gone')
      await answerLate(late)
    }
  })

  it('is superseded where the browser ignores the signal, and the later one waits for it no longer than a second', async () => {
    await createSessionWorld()
    const get = vi.fn(() => new Promise(() => {}))
    vi.stubGlobal('navigator', { credentials: { get } })
    const first = rejection(askForPasskey(request))
    await vi.waitFor(() => expect(get).toHaveBeenCalledTimes(1))
    get.mockResolvedValue(null)
    const second = rejection(askForPasskey(request))
    expect(await first).toMatchObject(superseded)
    await vi.advanceTimersByTimeAsync(999)
    expect(get).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await second).toMatchObject({ reason: 'no_passkey' })
  })

  it('waits for one that the caller has given up and the browser is still ending', async () => {
    await createSessionWorld()
    const { ask, signal, giveUp, answerLate } = createSilence<unknown>()
    vi.stubGlobal('navigator', { credentials: { get: ask } })
    expect(await giveUp(askForPasskey(request, { signal }))).toBe('gone')
    const later = rejection(askForPasskey(request))
    await vi.advanceTimersByTimeAsync(500)
    expect(ask).toHaveBeenCalledTimes(1)
    await answerLate(null)
    expect(await later).toMatchObject({ reason: 'no_passkey' })
    expect(ask).toHaveBeenCalledTimes(2)
  })

  it.each([
    ['The feature is not enabled in this document. Permissions Policy may be used to delegate it.', 'not_supported'],
    ['The origin of the document is not the same as its ancestors.', 'not_supported'],
    ['The operation either timed out or was not allowed.', 'cancelled'],
  ])('that is not allowed has the reason of its text: %s', async (text, reason) => {
    const fail = () => Promise.reject(new DOMException(text, 'NotAllowedError'))
    vi.stubGlobal('navigator', { credentials: { get: fail, create: fail } })
    expect(await rejection(askForPasskey(request))).toMatchObject({ reason })
    expect(await rejection(makePasskey(creation))).toMatchObject({ reason })
  })
})

describe('the offer of passkeys in a form', () => {
  it('gets a new challenge before its own is too old, while somebody looks at the page', async () => {
    const { world, session, requests, pick } = await openForm()
    const page = new EventTarget() as EventTarget & { hidden: boolean }
    page.hidden = false
    vi.stubGlobal('document', page)
    const signedIn = signInWithPasskey(session, conditional)
    await world.advance(6 * 60_000)
    expect(requests).toHaveLength(2)
    page.hidden = true
    await world.advance(60 * 60_000)
    expect(requests).toHaveLength(2)
    page.hidden = false
    page.dispatchEvent(new Event('visibilitychange'))
    await vi.waitFor(() => expect(requests).toHaveLength(3))
    await pick()
    expect((await signedIn).state).toBe('signedIn')
    await world.advance(10 * 60_000)
    expect(requests).toHaveLength(3)
  })

  it('stays as it is while the service gives no new challenge', async () => {
    const { world, session, requests } = await openForm()
    const controller = new AbortController()
    const offered = rejection(signInWithPasskey(session, { ...conditional, signal: controller.signal }))
    await world.advance(60_000)
    world.mock.faults.set('passkeys.getSignInOptions', { status: 503 })
    await world.advance(5 * 60_000)
    expect(requests).toHaveLength(1)
    world.mock.faults.clear()
    await world.advance(60_000)
    expect(requests).toHaveLength(2)
    controller.abort('left')
    expect(await offered).toBe('left')
  })

  it.each([{}, { isConditionalMediationAvailable: async () => false }])(
    'is refused where the browser would open its dialog: PublicKeyCredential is %o',
    async (PublicKeyCredential) => {
      const { requests } = stubBrowser({ PublicKeyCredential })
      expect(await rejection(askForPasskey(request, conditional))).toMatchObject({ reason: 'not_supported' })
      expect(requests).toEqual([])
    },
  )

  it('is made where the browser has it', async () => {
    const { requests } = stubBrowser({ PublicKeyCredential: { isConditionalMediationAvailable: async () => true } })
    void rejection(askForPasskey(request, conditional))
    await vi.waitFor(() => expect(requests).toHaveLength(1))
  })
})
