import { describe, expect, it } from 'vitest'
import * as browserWallets from '../src/browserWallets.ts'
import * as operations from '../src/generated/operations/index.ts'
import * as index from '../src/index.ts'
import * as jwt from '../src/jwt.ts'
import * as names from '../src/names.ts'
import * as otel from '../src/otel.ts'
import * as query from '../src/query.ts'
import * as server from '../src/server.ts'
import * as sessions from '../src/session.ts'
import * as testing from '../src/testing.ts'
import * as wallets from '../src/wallets.ts'
import * as webhooks from '../src/webhooks.ts'

type Callable = (...args: unknown[]) => unknown

// A call that is sent with a wrong argument would say so in words of the service, or not at all.
const fetch = () => Promise.reject(new Error('It was sent.'))
const environmentId = '00000000-0000-7000-8000-000000000004'
const api = index.createTransport({ baseUrl: 'https://api.example.com', environmentId, fetch, retry: false })
const session = sessions.createSession({ api, storage: sessions.memoryStorage() })
const solanaWallet = { chain: 'SVM', address: '' }
const { get } = operations.gates

/** A wrong call: what its error names, and the arguments. */
type Wrong = readonly [named: string, ...args: unknown[]]

/** For a function that begins with a session: the transport, a token or nothing in its place. */
const ofSession = (...others: unknown[]): Wrong[] =>
  [api, 'token', undefined].map((value) => ['"session"', value, ...others])

/** For an argument that is an object: nothing, or its most important field by itself. */
const objectAfter = (name: string, ...before: unknown[]): Wrong[] =>
  [undefined, null, 'ada@example.com'].map((value) => [`"${name}"`, ...before, value])

const withBody = [...ofSession({}), ...objectAfter('body', session)]
const withOptions = [...ofSession({}), ...objectAfter('options', session)]
const ofVerifier: Wrong[] = [['"verify"'], ['"verify"', { baseUrl: api.baseUrl, environmentId }]]
const ofVerifierOptions: Wrong[] = [['"baseUrl"'], ['"baseUrl"', {}]]
const ofRequest: Wrong[] = [
  ...objectAfter('options', { headers: {} }),
  ['"request"', 'token', { environmentId, ...api }],
]
const ofQuery: Wrong[] = [
  ['"operation"', undefined, api],
  ['"client"', get],
  ['"client"', get, { gateId: 'x' }],
]
/** For a function that takes the object of a wallet: nothing, a name, or another object. */
const without = (name: string): Wrong[] => [undefined, null, 'phantom', {}].map((value) => [`"${name}"`, value])
const ofProvider = without('provider')
const ofStandardWallet = without('wallet')
const ofOptions: Wrong[] = [['"options"'], ['"options"', {}], ['"options"', 'challenge']]

/** The calls that people get wrong, for every function that takes a session, a transport or an object. */
const wrongCalls: Readonly<Record<string, readonly Wrong[]>> = {
  addPasskey: ofSession(),
  announceProvider: [['"provider"', solanaWallet, {}], ...objectAfter('info', { request() {} })],
  askForPasskey: ofOptions,
  bearer: [['token'], ['token', {}]],
  cookieStorage: [
    ['get()', Promise.resolve({})],
    ['get()', {}],
  ],
  createClient: [['"baseUrl"'], ['"baseUrl"', api.baseUrl], ['"baseUrl"', {}]],
  createFrameMessage: objectAfter('input'),
  createRequestVerifier: ofVerifierOptions,
  createSession: [['"api"'], ['"api"', api], ['"api"', { api: {} }]],
  createSignInMessage: objectAfter('input'),
  createTransport: [['"baseUrl"'], ['"baseUrl"', api.baseUrl], ['"baseUrl"', {}]],
  createUserJwtVerifier: ofVerifierOptions,
  createWalletParty: [['"client"'], ['"client"', api.baseUrl], ['"client"', { client: session }]],
  delegateWallet: [['"wallet"'], ['"wallet"', 'id'], ['"wallet"', solanaWallet]],
  expressUser: ofVerifier,
  expressWebhook: [['"handler"'], ['"handler"', 'secret']],
  fastifyUser: ofVerifier,
  fastifyWebhook: [
    ['"handler"', '/webhooks'],
    ['"handler"', '/webhooks', 'secret'],
  ],
  finishOAuth: [...ofSession('https://app.example.com'), ['"url"', session], ['"url"', session, '?code=1&state=2']],
  followWallet: [...ofSession({ prove() {} }), ['"wallet"', session], ['"wallet"', session, { request() {} }]],
  fromAptosWallet: ofStandardWallet,
  fromAvmWebClient: [
    ...without('client'),
    ['"providerId"', { onSignMessage() {} }],
    ['"providerId"', { onSignMessage() {} }, {}],
  ],
  fromBitcoinWallet: ofStandardWallet,
  fromEip1193: ofProvider,
  fromFcl: without('currentUser'),
  fromKeplr: without('keplr'),
  fromPeraWallet: without('pera'),
  fromSatsConnect: ofProvider,
  fromSolanaWallet: ofStandardWallet,
  fromStarknetWallet: without('wallet'),
  fromSuiWallet: ofStandardWallet,
  fromTonConnect: [
    ...without('bridge'),
    ['"manifestUrl"', { connect() {} }],
    ['"manifestUrl"', { connect() {} }, 'https://a.b/manifest.json'],
  ],
  fromTronLink: without('tronLink'),
  getEmailProvider: ofSession('ada@example.com'),
  getNonce: ofSession(),
  hasScope: [
    ['"claims"', undefined, 'gold'],
    ['"claims"', 'token', 'gold'],
  ],
  headerCookies: [
    ['"header"', {}],
    ['"header"', new Headers()],
  ],
  inTurn: [['a reply']],
  infiniteQueryOptions: ofQuery,
  linkEmail: withBody,
  linkFrame: [...ofSession({ sign() {} }), ...objectAfter('options', session)],
  linkPhone: withBody,
  linkWallet: [...ofSession({ sign() {} }), ...objectAfter('options', session)],
  listSecondFactors: ofSession(),
  listedShares: [['"storage"'], ['"storage"', { getItemAsync() {} }]],
  logger: [['"target"'], ['"target"', 'console']],
  makePasskey: ofOptions,
  mutationOptions: ofQuery,
  openDelegatedWallet: [['"client"'], ['"client"', {}], ['"grant"', { client: api, engine: {} }]],
  prefetchWallet: withBody,
  proveEmail: withBody,
  provePasskey: ofSession(),
  proveRecoveryCode: withBody,
  proveTotp: withBody,
  queryKey: ofQuery,
  queryOptions: ofQuery,
  readEmailLink: [['"url"'], ['"url"', '#verificationUUID=1&verificationToken=2']],
  readNames: [['an object'], ['an object', 'names.json']],
  refuse: [['"status"'], ['"status"', 'not_found']],
  resendEmailCode: withBody,
  resendSmsCode: withBody,
  revokeDelegation: [['"wallet"'], ['"wallet"', solanaWallet]],
  sendEmailCode: withBody,
  sendSmsCode: withBody,
  serializeCookie: objectAfter('attributes', 'name', 'value'),
  signInWithEmailCode: withBody,
  signInWithFrame: [...ofSession({ sign() {} }), ...objectAfter('options', session)],
  signInWithJwt: withBody,
  signInWithMessenger: withBody,
  signInWithMessengerPopup: ofSession(),
  signInWithPasskey: ofSession(),
  signInWithPopup: withOptions,
  signInWithSmsCode: withBody,
  signInWithWallet: [...ofSession({ sign() {} }), ...objectAfter('options', session)],
  signPsbt: [['"wallet"'], ['"wallet"', solanaWallet, '']],
  signWebhook: [
    ['"secret"', '{}'],
    ['"secret"', '{}', ''],
  ],
  startOAuth: withOptions,
  startSso: withOptions,
  stubFetch: [...objectAfter('replies')],
  telemetry: [['"tracer"'], ['"tracer"', { startActiveSpan() {} }]],
  toProvider: [['"wallet"'], ['"wallet"', solanaWallet], ['"rpcUrl"', { chain: 'EVM' }]],
  toSolanaSigner: [['"wallet"'], ['"wallet"', { chain: 'EVM' }]],
  toViemAccount: [['"wallet"'], ['"wallet"', solanaWallet]],
  userOf: [['userOf()'], ['userOf()', {}]],
  validateWith: [['"schemas"'], ['"schemas"', 'throw']],
  verifyRequest: ofRequest,
  verifyUserJwt: [
    ['"baseUrl"', 'token'],
    ['"baseUrl"', 'token', {}],
  ],
  verifyWebhook: [
    ['"secret"', {}],
    ['"delivery"', {}, { secret: 'secret' }],
  ],
  webhookHandler: [['"secret"'], ...objectAfter('handlers', 'secret')],
  withNames: [['an object'], ['an object', 'names.json']],
  withoutOAuthAnswer: [['"url"'], ['"url"', '?code=1']],
}

/** Functions whose arguments can all be left out, or that take any value. */
const takeAnything = new Set([
  'cookies',
  // Its functions are called with the first request, whose error has what they throw as its cause.
  'createAuth',
  'disconnect',
  'documentCookies',
  'indexedDbShares',
  'isApiError',
  'isCeremonyError',
  'isLatchkeyError',
  'localStorageAdapter',
  'memoryShares',
  'memoryStorage',
  'openPopup',
  'relayEngine',
  'sessionStorageAdapter',
])

const entries = { ...index, ...jwt, ...names, ...otel, ...query, ...server, ...sessions, ...testing }
const functions: Readonly<Record<string, unknown>> = { ...entries, ...browserWallets, ...wallets, ...webhooks }
const isClass = (value: unknown) => String(value).startsWith('class')

/** The error of a call, thrown at once or later. */
const errorOf = async (call: () => unknown) => {
  try {
    return await call()
  } catch (error) {
    return error
  }
}

describe('a function that is called with a wrong argument', () => {
  it('is in the table of such calls', () => {
    const all = Object.keys(functions).filter(
      (name) => typeof functions[name] === 'function' && !isClass(functions[name]),
    )
    expect(all.filter((name) => !takeAnything.has(name)).sort()).toEqual(Object.keys(wrongCalls).sort())
    expect([...takeAnything].filter((name) => !all.includes(name))).toEqual([])
  })

  it.each(Object.entries(wrongCalls))('names it: %s', async (name, calls) => {
    for (const [named, ...args] of calls) {
      const error = await errorOf(() => (functions[name] as Callable)(...args))
      expect(error).toBeInstanceOf(TypeError)
      expect((error as TypeError).message).toContain(named)
      expect((error as TypeError).message).not.toMatch(/is not a function|Cannot (?:read|destructure|convert)/)
    }
  })

  it('names the client if it is an operation', async () => {
    const all = Object.values(operations).flatMap((resource) => Object.values(resource) as Callable[])
    const errors = await Promise.all(
      all.flatMap((call) => [undefined, session].map((client) => errorOf(() => call(client)))),
    )
    expect(errors.length).toBeGreaterThan(600)
    expect(new Set(errors.map(String))).toEqual(new Set(['TypeError: "client" must be a transport.']))
  })

  it.each(['token', undefined, null, {}])('says what session.adopt(%j) takes', async (reply) => {
    await expect(session.adopt(reply as never)).rejects.toThrow(
      new TypeError('"adopt" needs the reply of a sign-in, with its token.'),
    )
  })
})
