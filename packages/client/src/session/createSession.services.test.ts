import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { memoryStorage, type StorageAdapter } from './storage.ts'
import { createSessionWorld, createSharedStorage } from './test/sessionWorld.ts'

/** Two services of one seed and one clock, which issue the same ids and tokens, and a session of each. */
async function openTwins(storageOf: () => StorageAdapter | undefined) {
  const [ours, theirs] = [await createSessionWorld(), await createSessionWorld()]
  const [mine, other] = [ours.open({ storage: storageOf() }), theirs.open({ storage: storageOf() })]
  await ours.signIn(mine)
  await theirs.signIn(other)
  expect([mine.user?.sessionId, other.user?.sessionId]).toEqual([mine.user?.sessionId, mine.user?.sessionId])
  return { ours, mine, other }
}

/** Until a message that was sent before has arrived everywhere. */
async function messagesToArrive(): Promise<void> {
  const [sender, receiver] = [new BroadcastChannel('arrived'), new BroadcastChannel('arrived')]
  onTestFinished(() => [sender, receiver].forEach((channel) => channel.close()))
  const arrived = new Promise((resolve) => receiver.addEventListener('message', resolve))
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel reaches only its own origin.
  sender.postMessage('')
  await arrived
}

describe('sessions of two services that issue the same ids, in one process', () => {
  it.each<[string, () => StorageAdapter | undefined]>([
    ['in memory', memoryStorage],
    ['in the default storage, which Node does not have', () => undefined],
    ['in storages of their own that tabs could share', createSharedStorage],
  ])('stay apart %s', async (_, storageOf) => {
    const { ours, mine, other } = await openTwins(storageOf)
    const token = await other.accessToken()
    await ours.advance(60_000)
    await mine.refresh()
    await messagesToArrive()
    expect(await other.accessToken()).toBe(token)
    await mine.signOut()
    await messagesToArrive()
    expect([mine.state, other.state]).toEqual(['signedOut', 'signedIn'])
    await other.refresh()
    expect(other.state).toBe('signedIn')
  })

  it('do not wait for each other', async () => {
    const { ours, mine, other } = await openTwins(memoryStorage)
    let answer = (): void => {}
    const held = new Promise<void>((resolve) => (answer = resolve))
    const slow = ours.open({
      storage: memoryStorage(),
      api: ours.api.with({ fetch: async (url, init) => held.then(() => ours.mock.fetch(url, init)) }),
    })
    if (!mine.user) throw new Error('Somebody has to be signed in.')
    await slow.adopt({ token: (await mine.accessToken()) ?? '', user: mine.user })
    const refreshed = slow.refresh()
    await other.refresh()
    answer()
    await refreshed
    expect([slow.state, other.state]).toEqual(['signedIn', 'signedIn'])
  })

  it('never take over who has signed in at the other one', async () => {
    const [ours, theirs] = [await createSessionWorld(), await createSessionWorld()]
    const [mine, other] = [ours.open({ storage: undefined }), theirs.open({ storage: undefined })]
    await ours.signIn(mine)
    await messagesToArrive()
    expect([mine.state, other.state]).toEqual(['signedIn', 'signedOut'])
  })
})

it('sessions of one page over one storage in memory follow each other', async () => {
  const world = await createSessionWorld()
  const storage = memoryStorage()
  const first = world.open({ storage })
  await world.signIn(first)
  const second = world.open({ storage })
  await first.refresh()
  await vi.waitFor(async () => expect(await second.accessToken()).toBe(await first.accessToken()))
  await second.signOut()
  await vi.waitFor(() => expect(first.state).toBe('signedOut'))
})
