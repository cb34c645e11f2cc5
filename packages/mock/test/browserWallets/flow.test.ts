import { createPublicKey, verify } from 'node:crypto'
import { readHex, toHex, utf8 } from '@latchkey/base/bytes'
import * as fcl from '@onflow/fcl'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createHost } from '#host'
import { startFlowNode } from './flowNode.ts'
import { failureOf, type InjectedPage, openPage } from './injectedPage.ts'

interface Service {
  readonly type: string
  readonly endpoint: string
  readonly data: object
  readonly provider: { readonly name: string; readonly icon: string }
}

interface FlowWindow {
  readonly fcl_extensions: readonly Service[]
  readonly sessionStorage: Storage
  readonly navigator: Navigator
}

const host = createHost()
const cadence = 'transaction(amount: UFix64) { prepare(signer: &Account) {} execute { log(amount) } }'
type Options = Parameters<typeof host.mock.wallets.browser<'FLOW'>>[0]

let page: InjectedPage<FlowWindow>
beforeEach(() => {
  page = openPage<FlowWindow>()
  vi.stubGlobal('window', page)
  for (const name of ['sessionStorage', 'navigator', 'CustomEvent'] as const)
    vi.stubGlobal(name, Reflect.get(page, name))
  // The library writes down each refusal.
  for (const level of ['error', 'warn'] as const) vi.spyOn(console, level).mockImplementation(() => {})
})
afterEach(() => {
  fcl.unauthenticate()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

interface User {
  signUserMessage(
    message: string,
  ): Promise<{ readonly addr: string; readonly keyId: number; readonly signature: string }[]>
}

/** By the library, which types this function as its result. */
const signUserMessage = (message: string) => (Object(fcl.currentUser) as User).signUserMessage(message)

const hexOf = (text: string) => toHex(utf8(text))

/** A message behind the tag of its kind. */
const tagged = (tag: string, message: Uint8Array) =>
  Buffer.concat([Buffer.from(tag).subarray(0, 32), Buffer.alloc(32 - tag.length), message])

/** Whether the key of a test wallet has signed. */
function isSigned(publicKey: string, bytes: Uint8Array, signature: string): boolean {
  const point = Buffer.from(publicKey, 'hex')
  const [x, y] = [point.subarray(0, 32), point.subarray(32)].map((each) => each.toString('base64url'))
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, format: 'jwk' })
  return verify('sha3-256', bytes, { key, dsaEncoding: 'ieee-p1363' }, readHex(signature) ?? new Uint8Array())
}

async function openApp(options: Partial<Options> = {}) {
  const wallet = await host.mock.wallets.browser({ name: 'Flow Wallet', ...options, chain: 'FLOW' })
  const uninstall = wallet.install(page)
  const { url, sent } = await startFlowNode()
  const [service] = page.fcl_extensions ?? []
  // Where the app lets the person choose a wallet. The library asks for it with each request.
  fcl.config({ 'accessNode.api': url, 'flow.network': 'mainnet', 'discovery.wallet': 'https://wallets.example.com' })
  const authenticate = async () => {
    const user: { readonly addr?: string | null; readonly loggedIn?: boolean | null } = await fcl.authenticate({
      service,
    } as never)
    return user
  }
  return { wallet, uninstall, service: service ?? expect.fail('The app has found no wallet.'), authenticate, sent }
}

describe('a browser wallet of Flow with @onflow/fcl', () => {
  it('is in the list of extensions, connects, and is disconnected', async () => {
    const { wallet, service, authenticate } = await openApp()
    expect(service).toMatchObject({ type: 'authn', provider: { name: 'Flow Wallet' } })
    expect(await authenticate()).toMatchObject({ loggedIn: true, addr: wallet.accounts[0] })
    expect(wallet.requests).toMatchObject([{ kind: 'connect', method: 'authn' }])
    fcl.unauthenticate()
    expect(await fcl.currentUser.snapshot()).toMatchObject({ loggedIn: null })
    wallet.disconnect()
    expect(wallet.connections).toEqual([])
  })

  it('signs a message, which the person reads', async () => {
    const { publicKey, ...account } = await host.mock.wallets.flow()
    const { wallet, authenticate } = await openApp({ accounts: [account] })
    await authenticate()
    const signatures = await signUserMessage(hexOf('hello 🔑'))
    const [{ addr, keyId, signature } = expect.fail()] = signatures
    expect([signatures.length, addr, keyId]).toEqual([1, account.address, 0])
    expect(isSigned(publicKey, tagged('FLOW-V0.0-user', utf8('hello 🔑')), signature)).toBe(true)
    expect(wallet.requests.at(-1)).toMatchObject({ kind: 'message', text: 'hello 🔑', account: account.address })
  })

  it('signs a transaction that the app sends by its node, and of which the person reads each part', async () => {
    const { publicKey, ...account } = await host.mock.wallets.flow()
    const { wallet, authenticate, sent } = await openApp({ accounts: [account] })
    await authenticate()
    const encoded = vi.fn()
    const asked = wallet.nextRequest()
    const sending = fcl.mutate({
      cadence,
      args: (arg: typeof fcl.arg, t: typeof fcl.t) => [arg('5.0', t.UFix64)],
      limit: 99,
    })
    const request = await asked
    encoded((request.params as { readonly message: string }).message)
    request.approve()
    expect(await sending).toBe('ef'.repeat(32))
    expect(request).toMatchObject({
      kind: 'transaction',
      account: account.address,
      actions: [
        {
          name: 'transaction',
          fields: {
            cadence,
            arguments: ['5.00000000'],
            proposer: account.address,
            payer: account.address,
            authorizers: [account.address],
          },
        },
      ],
      terms: { computeLimit: '99', sequenceNumber: '42', proposalKey: '0' },
    })
    const [{ envelope_signatures: [envelope] = [], payer } = expect.fail()] = sent
    expect(`0x${payer}`).toBe(account.address)
    const bytes = readHex(encoded.mock.calls[0]?.[0]) ?? expect.fail()
    expect(isSigned(publicKey, bytes, Buffer.from(envelope?.signature ?? '', 'base64').toString('hex'))).toBe(true)
  })

  it('gives another account once the person has selected it and the app connects again', async () => {
    const { wallet, authenticate } = await openApp({ accounts: 2 })
    const [first, second = ''] = wallet.accounts
    expect((await authenticate()).addr).toBe(first)
    wallet.switchAccount(second)
    fcl.unauthenticate()
    expect((await authenticate()).addr).toBe(second)
  })

  it('tells that the person refuses', async () => {
    const { wallet, authenticate, sent } = await openApp()
    wallet.refuseNext()
    expect(await authenticate()).toMatchObject({ loggedIn: null })
    await authenticate()
    wallet.refuseNext(2)
    expect(await signUserMessage(hexOf('hello'))).toBe('Declined: The person refused the request.')
    expect(await failureOf(fcl.mutate({ cadence: 'transaction {}' }))).toBe('Declined: The person refused the request.')
    expect([wallet.requests.map(({ status }) => status), sent]).toEqual([
      ['refused', 'approved', 'refused', 'refused'],
      [],
    ])
  })

  it('connects a locked wallet once the person unlocks it, and signs nothing while it is locked', async () => {
    const { wallet, authenticate } = await openApp()
    wallet.lock()
    const asked = wallet.nextRequest()
    const connecting = authenticate()
    expect((await asked).kind).toBe('unlock')
    wallet.unlock()
    expect((await connecting).loggedIn).toBe(true)
    wallet.lock()
    expect(await signUserMessage(hexOf('hello'))).toMatch(/^Declined: The page has no access/)
  })

  it('is the only wallet of an app that names it in its configuration', async () => {
    const { wallet, service } = await openApp()
    const other = await host.mock.wallets.browser({ chain: 'FLOW', name: 'Other' })
    onTestFinished(other.install(page))
    fcl.config({ 'discovery.wallet': service.endpoint, 'discovery.wallet.method': 'EXT/RPC' })
    onTestFinished(() => void fcl.config({ 'discovery.wallet.method': undefined }))
    expect(await fcl.authenticate()).toMatchObject({ addr: wallet.accounts[0] })
    expect(other.requests).toEqual([])
  })

  it('keeps two wallets of a page apart', async () => {
    const { wallet, authenticate } = await openApp()
    const other = await host.mock.wallets.browser({ chain: 'FLOW', name: 'Other' })
    onTestFinished(other.install(page))
    expect(page.fcl_extensions?.map(({ provider }) => provider.name)).toEqual(['Flow Wallet', 'Other'])
    await authenticate()
    await signUserMessage(hexOf('hello'))
    expect([wallet.requests.length, other.requests.length]).toEqual([2, 0])
  })
})

describe('the messages of FCL', () => {
  /** The reply to a request that a page sends by itself. */
  async function ask(type: string, body: object, data: object) {
    const reply = new Promise<{ status: string; reason: string }>((resolve) => {
      page.addEventListener('message', (event) => {
        const { data: message } = event as MessageEvent
        if (message.type === 'FCL:VIEW:RESPONSE') resolve(message)
      })
    })
    page.postMessage?.({ type: 'FCL:VIEW:READY:RESPONSE', body: { ...body, data }, service: { type, data } }, '*')
    return reply
  }

  it.each<readonly [string, string, object, RegExp]>([
    ['a transaction that is none', 'authz', { message: '00' }, /not a transaction/],
    ['a transaction without its tag', 'authz', { message: 'c0' }, /not a transaction/],
    ['a transaction of others', 'authz', { message: foreignTransaction() }, /has no part/],
    ['a message that is not hex', 'user-signature', { message: 'hello' }, /not hex/],
    ['a service that it does not have', 'account-proof', {}, /does not have the service/],
  ])('decline %s, and ask nobody', async (...[, type, body, reason]) => {
    const { wallet, service, authenticate } = await openApp()
    await authenticate()
    const reply = await ask(type, body, { ...service.data, address: wallet.accounts[0] })
    expect(reply).toMatchObject({ status: 'DECLINED', reason: expect.stringMatching(reason) })
    expect(wallet.requests.map(({ kind }) => kind)).toEqual(['connect'])
  })

  it('decline a signature of a page without access, and of an account that is not of the wallet', async () => {
    const { wallet, service, authenticate } = await openApp()
    const [address] = wallet.accounts
    const declined = { status: 'DECLINED', reason: expect.stringMatching(/no access/) }
    expect(await ask('user-signature', { message: '00' }, { ...service.data, address })).toMatchObject(declined)
    await authenticate()
    expect(await ask('user-signature', { message: '00' }, { ...service.data, address: '0x1' })).toMatchObject(declined)
  })

  it('are heard no more once the wallet is taken out of the page', async () => {
    const { wallet, uninstall, service } = await openApp()
    uninstall()
    expect(page.fcl_extensions).toEqual([])
    const other = await host.mock.wallets.browser({ chain: 'FLOW' })
    onTestFinished(other.install(page))
    page.postMessage?.({ service }, '*')
    page.postMessage?.(
      { type: 'FCL:VIEW:READY:RESPONSE', body: {}, service: { type: 'authn', data: service.data } },
      '*',
    )
    // Messages come in their order: the wallets have heard both when this one is answered.
    await ask('authn', {}, page.fcl_extensions?.[0]?.data ?? {})
    expect([wallet.requests, other.requests.length]).toEqual([[], 1])
  })
})

/** The bytes of a transaction that another account proposes, pays for and authorizes. */
function foreignTransaction(): string {
  const address = '01'.repeat(8)
  return fcl.WalletUtils.encodeMessageFromSignable(
    {
      voucher: {
        cadence: 'transaction {}',
        arguments: [],
        refBlock: 'ab'.repeat(32),
        computeLimit: 9,
        proposalKey: { address, keyId: 0, sequenceNum: 1 },
        payer: address,
        authorizers: [address],
        payloadSigs: [],
      },
    } as never,
    address,
  )
}
