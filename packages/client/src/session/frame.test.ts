import { describe, expect, it, vi } from 'vitest'
import { rejection } from '../../test/serve.ts'
import { createFrameMessage, linkFrame, signInWithFrame } from './frame.ts'
import { abortedByCall, createSessionWorld } from './test/sessionWorld.ts'
import { formats } from './test/signIn.ts'
import { createSilence } from './test/silence.ts'

describe('frames', () => {
  it('sign in by a message of the custody address, and are added to the signed-in user', async () => {
    const world = await createSessionWorld()
    await world.mock.create.provider({ provider: 'farcaster' })
    const [ada1, bob] = [await world.mock.wallets.evm(), await world.mock.wallets.evm()]
    await world.mock.chain.registerFarcaster({ fid: 1, address: ada1.address })
    await world.mock.chain.registerFarcaster({ fid: 2, address: bob.address })
    const signer =
      (wallet: typeof bob, fid: number) =>
      async ({ nonce }: { nonce: string }) => {
        const message = createFrameMessage({ address: wallet.address, nonce, fid, domain: 'app.example.com' })
        return { message, signature: await wallet.sign(message) }
      }
    const session = world.open()
    expect(await rejection(signInWithFrame(session, { sign: signer(bob, 1) }))).toMatchObject({
      code: 'other_verify_failure',
    })
    expect(await signInWithFrame(session, { sign: signer(ada1, 1) })).toMatchObject({
      state: 'signedIn',
      user: { newUser: true },
    })
    const other = world.open()
    await world.signIn(other)
    await linkFrame(other, { sign: signer(bob, 2) })
    expect(formats(other)).toEqual(['email', 'oauth'])
  })

  it('sign the text of FIP-11, which names the account and the network', () => {
    const message = createFrameMessage({
      address: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
      nonce: '32891756',
      fid: 7,
      domain: 'app.example.com',
      uri: 'https://a',
    })
    expect(message.split('\n').filter((line) => !line.startsWith('Issued At'))).toEqual([
      'app.example.com wants you to sign in with your Ethereum account:',
      '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
      '',
      'Farcaster Auth',
      '',
      'URI: https://a',
      'Version: 1',
      'Chain ID: 10',
      'Nonce: 32891756',
      'Resources:',
      '- farcaster://fid/7',
    ])
  })

  it('send domain and address of the message, unless the host says another address', async () => {
    const world = await createSessionWorld()
    const bodies: unknown[] = []
    const api = world.api.with({
      fetch(url, init) {
        if (!url.endsWith('/nonce')) bodies.push(JSON.parse(`${init?.body}`))
        return world.mock.fetch(url, init)
      },
    })
    const session = world.open({ api })
    const signature = '0x2'
    for (const answer of [
      { message: 'a.example wants\n0x1' },
      { message: 'a.example', address: '0x3' },
      { message: '' },
    ])
      await rejection(signInWithFrame(session, { captchaToken: 'c', sign: async () => ({ signature, ...answer }) }))
    const common = { signature, captchaToken: 'c', nonce: expect.any(String) }
    expect(bodies).toEqual([
      { ...common, message: 'a.example wants\n0x1', domain: 'a.example', address: '0x1' },
      { ...common, message: 'a.example', domain: 'a.example', address: '0x3' },
      { ...common, message: '', domain: '', address: '' },
    ])
  })

  it('do not ask the person after the caller has aborted', async () => {
    const world = await createSessionWorld()
    const { api, signal } = abortedByCall(world)
    const sign = vi.fn<() => never>()
    expect(await rejection(signInWithFrame(world.open({ api }), { signal, sign }))).toBe('gone')
    expect(sign).not.toHaveBeenCalled()
  })

  it('send nothing after the caller has aborted while the person signs', async () => {
    const world = await createSessionWorld()
    const controller = new AbortController()
    const sign = async () => {
      controller.abort('gone')
      return { message: '', signature: '0x' }
    }
    expect(await rejection(signInWithFrame(world.open(), { signal: controller.signal, sign }))).toBe('gone')
    expect(world.sent).toEqual(['/nonce'])
  })

  it.each([
    ['signInWithFrame', signInWithFrame, { message: '', signature: '0x' }],
    ['signInWithFrame', signInWithFrame, new Error('refused')],
    ['linkFrame', linkFrame, { message: '', signature: '0x' }],
  ])('end %s with the reason of its signal while the host is silent, and send nothing later', async (_, call, late) => {
    const world = await createSessionWorld()
    const { ask, signal, giveUp, answerLate } = createSilence<{ message: string; signature: string }>()
    expect(await giveUp(call(world.open(), { signal, sign: ask }))).toBe('gone')
    await answerLate(late)
    expect(world.sent).toEqual(['/nonce'])
  })
})
