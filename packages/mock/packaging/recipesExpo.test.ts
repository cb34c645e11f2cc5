import { runnerFolder } from '@latchkey/runners'
import { verifyMessage } from 'viem'
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { type MockServer, startServer } from '../src/node.ts'
import { command, runNode } from './consumer.ts'
import { createPhone, type Phone } from './phone.ts'
import { projectOf, writeFiles } from './recipes.ts'

/** The parts of a session that the tests use. */
interface Session {
  readonly state: string
  readonly user?: { readonly email?: string }
  readonly ready: Promise<void>
  signOut(): Promise<void>
  close(): void
}

interface Wallet {
  readonly id: string
  readonly address: `0x${string}`
  backUp(backup: { password: string; iterations?: number }): Promise<unknown>
}

interface Wallets {
  create(wallet: { chain: string }): Promise<Wallet>
  list(): Promise<readonly { id?: string; isOnDevice: boolean }[]>
  get(walletId: string): Promise<Wallet>
  recover(backup: { walletId: string; password: string }): Promise<Wallet>
}

/** An error of the native side of `react-native-passkey`. */
class NativeError extends Error {
  readonly code = 'NoCredentials'
}

/** The app of the recipe, as a phone runs it. */
interface App {
  openSession(api: object): Session
  startEmailCode(session: Session, email: string): Promise<(code: string) => Promise<unknown>>
  createPasskey(session: Session): Promise<unknown>
  usePasskey(session: Session): Promise<unknown>
  openWallets(session: Session, api: object): Wallets
  delegateWallet(wallet: Wallet): Promise<void>
  toViemAccount(wallet: Wallet): { signMessage(input: { message: string }): Promise<`0x${string}`> }
}

const dependencies = {
  '@types/react-native': runnerFolder('@types/react-native'),
  'abort-controller': runnerFolder('abort-controller'),
  'expo-secure-store': runnerFolder('expo-secure-store'),
  'react-native-passkey': runnerFolder('react-native-passkey'),
  'react-native-url-polyfill': runnerFolder('react-native-url-polyfill'),
  'whatwg-fetch': runnerFolder('whatwg-fetch'),
}
// Expo sets a whole `URL`.
const expo = `import 'react-native-url-polyfill/auto'`
const modules = `
  export * from './src/session'
  export * from './src/passkeys'
  export * from './src/wallets'
  export { delegateWallet, toViemAccount } from '@latchkey/client/wallets'`
const email = 'ada@example.com'
const password = 'correct horse battery staple'

let folder: string
let server: MockServer
let api: { baseUrl: string; environmentId: string }
let phone: Phone<App>

beforeAll(async () => {
  folder = await projectOf('expo', dependencies, 'phone')
})
beforeEach(async () => {
  server = await startServer({ providers: ['emailOnly', 'passkey', 'dynamic'] })
  onTestFinished(() => server.close())
  api = { baseUrl: server.url, environmentId: server.mock.defaults.environments.sandbox.id }
  phone = await buyPhone()
})

/** A phone with the app. Its person has the passkeys of `authenticator()`, or cancels. */
function buyPhone(
  authenticator = server.mock.authenticator(),
  entry = `${expo}\nimport 'react-native-get-random-values'\n${modules}`,
) {
  const at = { origin: server.url }
  const answer = (credential: object) => JSON.stringify({ ...credential, type: undefined, rawId: undefined })
  const passkeys = {
    create: async (request: string) => answer(await authenticator.create(JSON.parse(request), at)),
    get: async (request: string) =>
      answer(
        await authenticator.get(JSON.parse(request), at).catch(({ message }: Error) => {
          throw new NativeError(message)
        }),
      ),
  }
  return createPhone<App>({ folder, entry, browse: () => {}, passkeys })
}

async function start(on = phone) {
  const app = on.start()
  const session = app.openSession(api)
  onTestFinished(() => session.close())
  await session.ready
  return {
    app,
    session,
    signIn: async () => {
      const enter = await app.startEmailCode(session, email)
      await enter(server.mock.outbox.email.last(email)?.code ?? '')
    },
  }
}

describe('the recipe for Expo', () => {
  it('keeps the session in the secure storage, whose keys have no other characters', async () => {
    const { session, signIn } = await start()
    await signIn()
    expect([...phone.stored.keys()]).toEqual([expect.stringMatching(/^[\w.-]+$/)])
    session.close()
    const { session: restarted } = await start()
    expect([restarted.state, restarted.user?.email]).toEqual(['signedIn', email])
    await restarted.signOut()
    expect(phone.stored.size).toBe(0)
  })

  it('makes a passkey of the system, and signs in with it', async () => {
    const { app, session, signIn } = await start()
    await expect(app.usePasskey(session)).rejects.toMatchObject({ reason: 'no_passkey' })
    await signIn()
    await app.createPasskey(session)
    await session.signOut()
    await app.usePasskey(session)
    expect([session.state, session.user?.email]).toEqual(['signedIn', email])
  })

  it('makes a wallet that signs, has it after a restart, and recovers it on another phone', async () => {
    const { app, session, signIn } = await start()
    await signIn()
    const wallet = await app.openWallets(session, api).create({ chain: 'EVM' })
    const signs = async (by: App, own: Wallet) => {
      const signature = await by.toViemAccount(own).signMessage({ message: 'hello' })
      return verifyMessage({ address: wallet.address, message: 'hello', signature })
    }
    expect(await signs(app, wallet)).toBe(true)
    expect([phone.stored.size > 1, [...phone.backedUp]]).toEqual([true, []])

    const restarted = await start()
    const wallets = restarted.app.openWallets(restarted.session, api)
    expect(await wallets.list()).toMatchObject([{ id: wallet.id, isOnDevice: true }])
    const stored = await wallets.get(wallet.id)
    expect(await signs(restarted.app, stored)).toBe(true)
    await stored.backUp({ password, iterations: 1000 })

    const other = await start(await buyPhone())
    await other.signIn()
    const others = other.app.openWallets(other.session, api)
    expect(await others.list()).toMatchObject([{ id: wallet.id, isOnDevice: false }])
    await expect(others.recover({ walletId: wallet.id, password: 'wrong' })).rejects.toMatchObject({
      reason: 'wrong_password',
    })
    expect(await signs(other.app, await others.recover({ walletId: wallet.id, password }))).toBe(true)
  })

  it('lets a server of the app sign with the wallet of a phone, which has no Web Crypto', async () => {
    const { app, session, signIn } = await start()
    await signIn()
    const agent = await server.mock.delegation.backend()
    const wallet = await app.openWallets(session, api).create({ chain: 'EVM' })
    await app.delegateWallet(wallet)
    await server.mock.clock.settle()
    const signature = await agent.viemAccount(wallet.id).signMessage({ message: 'hello' })
    expect(await verifyMessage({ address: wallet.address, message: 'hello', signature })).toBe(true)
  })

  it('needs its polyfill, and says so', async () => {
    const { app, session, signIn } = await start(await buyPhone(undefined, `${expo}\n${modules}`))
    await signIn()
    const creation = app.openWallets(session, api).create({ chain: 'EVM' })
    await expect(creation).rejects.toThrow('There is no "crypto"')
  })

  it('has right types without a DOM', async () => {
    const compilerOptions = {
      strict: true,
      module: 'preserve',
      target: 'es2023',
      lib: ['es2023'],
      types: ['react-native'],
      noEmit: true,
      skipLibCheck: true,
    }
    await writeFiles(folder, [{ path: 'tsconfig.json', text: JSON.stringify({ compilerOptions, include: ['src'] }) }])
    expect(await runNode([command('typescript-7', 'bin/tsc'), '-p', folder])).toBe('')
  })
})
