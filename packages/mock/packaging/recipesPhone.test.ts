import { runnerFolder } from '@latchkey/runners'
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { type MockServer, startServer } from '../src/node.ts'
import { command, runNode } from './consumer.ts'
import { createPhone, type Phone } from './phone.ts'
import { projectOf, writeFiles } from './recipes.ts'

/** A session of `@latchkey/client`. */
interface Session {
  readonly state: string
  readonly user?: { readonly email?: string }
  readonly isLoading: boolean
  readonly ready: Promise<void>
  refresh(): Promise<void>
  signOut(): Promise<void>
  close(): void
}

/** The app of the recipe, as a phone runs it. */
interface App {
  openSession(api: { baseUrl: string; environmentId: string }): Session
  signInWithGoogle(session: Session): Promise<void>
  followDeepLinks(session: Session, onError: (error: unknown) => void): () => void
}

const dependencies = {
  '@react-native-async-storage/async-storage': runnerFolder('@react-native-async-storage/async-storage'),
  '@types/react-native': runnerFolder('@types/react-native'),
  'abort-controller': runnerFolder('abort-controller'),
  'react-native-url-polyfill': runnerFolder('react-native-url-polyfill'),
  'whatwg-fetch': runnerFolder('whatwg-fetch'),
}
const entry = `import './src/polyfills'\nexport * from './src/session'`
const deepLink = 'shop://signed-in'

let folder: string
let server: MockServer
let phone: Phone<App>
/** Answers the provider's page in place of the person. */
let answer: (url: string) => Promise<string | undefined>

beforeAll(async () => {
  folder = await projectOf('react-native', dependencies, 'phone')
})
async function serve(listed: string): Promise<void> {
  server = await startServer({ providers: ['google'] })
  onTestFinished(() => server.close())
  const { mock } = server
  await mock.create.deeplinkUrl(listed)
  await mock.idp.google.addUser({ email: 'ada@example.com' })
  answer = (url) => mock.idp.google.approve(url, 'ada@example.com')
  phone = await createPhone({ folder, entry, browse: async (url) => phone.open((await answer(url)) ?? '') })
}
beforeEach(() => serve(deepLink))

function start(initialUrl?: string) {
  const app = phone.start(initialUrl)
  const { url: baseUrl, mock } = server
  const session = app.openSession({ baseUrl, environmentId: mock.defaults.environments.sandbox.id })
  onTestFinished(() => session.close())
  const errors: unknown[] = []
  app.followDeepLinks(session, (error) => errors.push((error as { reason?: string }).reason ?? error))
  return { session, errors, signIn: () => app.signInWithGoogle(session) }
}

describe('the recipe for React Native', () => {
  it('signs in at Google by a deep link, and is signed in after a restart', async () => {
    const { session, errors, signIn } = start()
    expect(session.isLoading).toBe(true)
    await signIn()
    await expect.poll(() => [session.state, errors]).toEqual(['signedIn', []])
    session.close()

    expect([...phone.stored.values()].map(({ length }) => length < 3_500)).toEqual([true])
    const { session: restarted } = start()
    await restarted.ready
    expect([restarted.state, restarted.user?.email]).toEqual(['signedIn', 'ada@example.com'])
    await restarted.refresh()
    await restarted.signOut()
    expect([...phone.stored.keys()]).toEqual([])
  })

  it('takes the answer of a deep link that starts the app, once', async () => {
    let link = ''
    answer = async (url) => (link = (await server.mock.idp.google.approve(url, 'ada@example.com')) ?? '') && undefined
    await start().signIn()
    const { session, errors } = start(link)
    await expect.poll(() => [session.state, errors]).toEqual(['signedIn', []])
    phone.open(link)
    await expect.poll(() => [session.state, errors]).toEqual(['signedIn', ['state_unknown']])
  })

  it('reports that the person refused, and signs nobody in', async () => {
    answer = (url) => server.mock.idp.google.deny(url)
    const { session, errors, signIn } = start()
    await signIn()
    await expect.poll(() => errors).toEqual(['access_denied'])
    expect(session.state).toBe('signedOut')
  })

  it('is refused by an environment that does not list the deep link', async () => {
    await serve('shop://elsewhere')
    await expect(start().signIn()).rejects.toMatchObject({ status: 422, code: 'unauthorized_mobile_deeplink_url' })
  })

  it('needs its polyfills', async () => {
    const bare = await createPhone<App>({ folder, entry: `export * from './src/session'`, browse: () => {} })
    expect(() => bare.start().openSession({ baseUrl: server.url, environmentId: 'e' })).toThrow(
      '"baseUrl" must be like',
    )
  })

  it('keeps createMock out of an app, with a sentence', async () => {
    const contents = `import './src/polyfills'\nexport { createMock } from '@latchkey/mock'`
    const wrong = await createPhone<{ createMock(): unknown }>({ folder, entry: contents, browse: () => {} })
    expect(() => wrong.start().createMock()).toThrow('Failed to call "createMock()"')
  })

  it('has right types where there is no DOM', async () => {
    const compilerOptions = {
      strict: true,
      module: 'preserve',
      target: 'es2023',
      lib: ['es2023'],
      types: ['react-native'],
      noEmit: true,
      skipLibCheck: true,
      // A module with native code, which is not installed here.
      noUncheckedSideEffectImports: false,
    }
    await writeFiles(folder, [{ path: 'tsconfig.json', text: JSON.stringify({ compilerOptions, include: ['src'] }) }])
    expect(await runNode([command('typescript-7', 'bin/tsc'), '-p', folder])).toBe('')
  })
})
