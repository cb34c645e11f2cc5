import { computeAddress } from 'ethers'
import { hashMessage, recoverMessageAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { rejection } from '../../../test/serve.ts'
import type { CeremonyProgress, EngineSecret, KeyMaterial, SignInput } from '../engine.ts'
import { createTestRelay, type Tampering } from '../test/testRelay.ts'
import * as ecdsaSigning from './ecdsaSigning.ts'
import { relayOf } from './relay.ts'
import { relayEngine } from './relayEngine.ts'

const path = [44, 60, 0, 0, 0]
const text = 'hello'
const digest = hashMessage(text).slice(2)
const keep = async () => {}

async function setUp(tampering?: Tampering, count = 1) {
  const relay = createTestRelay(tampering)
  const engine = relayEngine({ fetch: relay.fetch })
  const parties = await engine.createParties(count)
  return { relay, engine, parties, evm: { chain: 'EVM', parties, keep } as const }
}

/** An EVM wallet of one party on each side. */
async function setUpWallet(tampering?: Tampering) {
  const { relay, engine, evm } = await setUp(tampering)
  const room = relay.keygen('EVM', 'TWO_OF_TWO')
  const material = await engine.keygen({ ...evm, room, scheme: 'TWO_OF_TWO' })
  const sign = (shares: readonly EngineSecret[], more: Partial<SignInput> = {}) =>
    engine.sign({
      room: relay.sign(digest, { path }),
      chain: 'EVM',
      shares,
      message: digest,
      isFormatted: true,
      ...more,
    })
  return { relay, engine, material, sign }
}

const addressOf = ({ publicKey }: { publicKey: string }) => computeAddress(`0x${publicKey}`)

function recover({ signature, recovery = 0 }: { signature: string; recovery?: number | undefined }): Promise<string> {
  return recoverMessageAddress({ message: text, signature: `0x${signature}${(27 + recovery).toString(16)}` })
}

/** Whether Web Crypto takes a signature of ed25519. */
async function isEd25519(publicKey: string, signature: string, message: string): Promise<boolean> {
  const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'))
  const key = await crypto.subtle.importKey('raw', bytes(publicKey), 'Ed25519', false, ['verify'])
  return crypto.subtle.verify('Ed25519', key, bytes(signature), bytes(message))
}

describe('a wallet by relayEngine()', () => {
  it.each([
    ['TWO_OF_TWO', 1],
    ['TWO_OF_THREE', 2],
    ['THREE_OF_FIVE', 3],
  ] as const)('is made %s with the service, and each share of the user signs with it', async (scheme, count) => {
    const { relay, engine, evm } = await setUp({}, count)
    const material = await engine.keygen({ ...evm, room: relay.keygen('EVM', scheme), scheme })
    expect(material.shares).toHaveLength(count)
    for (const share of material.shares) {
      const room = relay.sign(digest, { path })
      const input = { room, chain: 'EVM', shares: [share], message: digest, isFormatted: true } as const
      expect(await recover(await engine.sign(input))).toBe(addressOf(material))
    }
  })

  it('signs in a page that has loaded no other ceremony', async () => {
    const { relay, material } = await setUpWallet()
    const room = relay.sign(digest, { path })
    const input = { room, chain: 'EVM', shares: material.shares, message: digest, isFormatted: true } as const
    const signature = await ecdsaSigning.sign(relayOf(room, { fetch: relay.fetch }), input)
    expect(await recover(signature)).toBe(addressOf(material))
  })

  it('signs the bytes of a message on Solana', async () => {
    const { relay, engine, parties } = await setUp()
    const room = relay.keygen('SVM', 'TWO_OF_TWO')
    const { shares, publicKey } = await engine.keygen({ room, chain: 'SVM', scheme: 'TWO_OF_TWO', parties, keep })
    const message = Buffer.from(text).toString('hex')
    const signing = { chain: 'SVM', shares, message: text, isFormatted: false } as const
    const { signature } = await engine.sign({ ...signing, room: relay.sign(message, {}) })
    expect(await isEd25519(publicKey, signature, message)).toBe(true)
    expect(await isEd25519(publicKey, signature, `${message}00`)).toBe(false)
  })

  it('signs with new shares after a refresh, and with the earlier ones no more', async () => {
    const { relay, engine, material, sign } = await setUpWallet()
    const renewed = await engine.refresh({ room: relay.refresh(), chain: 'EVM', shares: material.shares, keep })
    expect(renewed.publicKey).toBe(material.publicKey)
    expect(await recover(await sign(renewed.shares))).toBe(addressOf(material))
    expect(await rejection(sign(material.shares))).toMatchObject({ name: 'CeremonyError', reason: 'share_outdated' })
  })

  it('gets a second share of the user by a reshare, and each of the two signs', async () => {
    const { relay, engine, material, sign } = await setUpWallet()
    const parties = [...material.shares, ...(await engine.createParties(1))]
    const scheme = 'TWO_OF_THREE'
    const clients = parties.map(({ keygenId }) => keygenId)
    const room = relay.reshare(scheme, clients, String(clients[0]))
    const reshared = await engine.reshare({ room, chain: 'EVM', shares: material.shares, scheme, parties, keep })
    expect(reshared.shares.map(({ keygenId }) => keygenId)).toEqual(clients)
    for (const share of reshared.shares) expect(await recover(await sign([share]))).toBe(addressOf(material))
  })

  it('is refreshed only with all shares of the user', async () => {
    const { relay, engine, evm } = await setUp({}, 2)
    const room = relay.keygen('EVM', 'TWO_OF_THREE')
    const { shares } = await engine.keygen({ ...evm, room, scheme: 'TWO_OF_THREE' })
    const error = await rejection(
      engine.refresh({ room: relay.refresh(), chain: 'EVM', shares: shares.slice(1), keep }),
    )
    expect(error).toMatchObject({ reason: 'share_missing', room: 'room-2' })
  })

  it('exports a key that opens at the same address', async () => {
    const { relay, engine, material } = await setUpWallet()
    const recipient = String(material.shares[0]?.keygenId)
    const room = relay.export(recipient, { path })
    const key = await engine.export({ room, chain: 'EVM', shares: material.shares, recipient })
    expect(privateKeyToAccount(key as `0x${string}`).address).toBe(addressOf(material))
  })

  it('imports a key, which keeps its address', async () => {
    const { relay, engine, evm } = await setUp()
    const privateKey = `0x${'5a'.repeat(32)}` as const
    const room = relay.keygen('EVM', 'TWO_OF_TWO', { imports: true })
    const material = await engine.import({ ...evm, room, scheme: 'TWO_OF_TWO', privateKey })
    const input = { room: relay.sign(digest, {}), chain: 'EVM', message: digest, isFormatted: true } as const
    expect(await recover(await engine.sign({ ...input, shares: material.shares }))).toBe(
      privateKeyToAccount(privateKey).address,
    )
  })

  it('refuses a malformed key before it asks the relay', async () => {
    const { relay, engine, evm } = await setUp()
    const room = relay.keygen('EVM', 'TWO_OF_TWO', { imports: true })
    const privateKey = `0x${'5a'.repeat(31)}`
    const error = await rejection(engine.import({ ...evm, room, scheme: 'TWO_OF_TWO', privateKey }))
    expect(error).toMatchObject({ reason: 'invalid_private_key_format', room: 'room-1' })
    expect(relay.requests).toEqual([])
    expect(String(error) + JSON.stringify(error)).not.toContain('5a5a')
  })

  it('needs a share to sign', async () => {
    const { sign } = await setUpWallet()
    expect(await rejection(sign([]))).toMatchObject({ name: 'CeremonyError', reason: 'share_missing' })
  })
})

describe('the relay', () => {
  it('gets no credential, and no header that a page of another origin may not send', async () => {
    const { relay, material, sign } = await setUpWallet()
    await sign(material.shares)
    expect(relay.requests.map(({ credentials }) => credentials)).toEqual(relay.requests.map(() => 'omit'))
    const names = relay.requests.flatMap(({ headers }) => Object.keys(headers as object))
    expect(new Set(names)).toEqual(new Set(['accept', 'content-type']))
  })

  it.each([
    ['speaks another protocol', { reply: (reply) => ({ ...reply, protocol: 'other-2' }) }],
    ['names no protocol', { reply: (reply) => ({ ...reply, protocol: undefined }) }],
    ['answers an error of another shape', { reply: () => ({ message: 'Cannot POST' }) }],
  ] satisfies [string, Tampering][])('is refused at once when it %s', async (_, tampering) => {
    const { relay, engine, evm } = await setUp(tampering)
    const room = relay.keygen('EVM', 'TWO_OF_TWO')
    const error = await rejection(engine.keygen({ ...evm, room, scheme: 'TWO_OF_TWO' }))
    expect(error).toMatchObject({ name: 'CeremonyError', reason: 'relay_unsupported', room: 'room-1' })
    expect(relay.requests).toHaveLength(1)
  })

  it.each([
    ['a page', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
    ['another error', () => new Response('Cannot POST /rooms', { status: 404 })],
  ])('is refused at once when it answers %s', async (_, answer) => {
    const { relay, evm } = await setUp()
    const engine = relayEngine({ fetch: async () => answer() })
    const input = { ...evm, room: relay.keygen('EVM', 'TWO_OF_TWO'), scheme: 'TWO_OF_TWO' } as const
    expect(await rejection(engine.keygen(input))).toMatchObject({ reason: 'relay_unsupported' })
  })

  it('is not asked again when the room has ended without this device', async () => {
    const ended = (reply: object) => ({ ...reply, state: 'completed', ...('boxes' in reply && { boxes: [] }) })
    const { relay, engine, evm } = await setUp({ reply: (reply) => ended(reply as object) })
    const room = relay.keygen('EVM', 'TWO_OF_TWO')
    const error = await rejection(engine.keygen({ ...evm, room, scheme: 'TWO_OF_TWO' }))
    expect(error).toMatchObject({ name: 'CeremonyError', reason: 'room_ended', room: 'room-1' })
    expect(relay.requests.length).toBeLessThanOrEqual(3)
  })

  it.each([
    [2, 'signed'],
    [3, 'ConnectionError'],
  ])('is asked again for a reply that breaks on its way: %i times lead to %s', async (breaks, outcome) => {
    const { relay, material } = await setUpWallet()
    let left = breaks
    const fetch: typeof relay.fetch = async (url, init) => {
      const reply = await relay.fetch(url, init)
      if (!url.endsWith('/messages') || left-- <= 0) return reply
      const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
        controller.enqueue(new TextEncoder().encode('{"pro'))
        controller.error(new TypeError('terminated'))
      }
      return new Response(new ReadableStream({ start }), { headers: reply.headers })
    }
    const room = relay.sign(digest, { path })
    const input = { room, chain: 'EVM', shares: material.shares, message: digest, isFormatted: true } as const
    const ended = await relayEngine({ fetch })
      .sign(input)
      .then(
        () => 'signed',
        (error: Error) => error.name,
      )
    expect(ended).toBe(outcome)
  })

  it('that is asked too often is an error of its reply, not of the ceremony', async () => {
    const { relay, material } = await setUpWallet()
    const fetch = async () => Response.json({ error: 'Later.', code: 'too_many_requests' }, { status: 429 })
    const room = relay.sign(digest, { path })
    const input = { room, chain: 'EVM', shares: material.shares, message: digest, isFormatted: true } as const
    expect(await rejection(relayEngine({ fetch }).sign(input))).toMatchObject({ name: 'ApiError', status: 429 })
  })

  it('gives the reason when it refuses', async () => {
    const { relay, evm } = await setUp()
    const body = { error: 'The room is over.', code: 'room_expired' }
    const engine = relayEngine({ fetch: async () => Response.json(body, { status: 410 }) })
    const error = await rejection(
      engine.keygen({ ...evm, room: relay.keygen('EVM', 'TWO_OF_TWO'), scheme: 'TWO_OF_TWO' }),
    )
    expect(error).toMatchObject({ reason: 'room_expired', room: 'room-1', cause: { status: 410 } })
  })

  it('cannot change a box', async () => {
    const changed = (sealed: string) => (sealed.startsWith('A') ? 'B' : 'A') + sealed.slice(1)
    const { relay, engine, evm } = await setUp({ box: (box) => ({ ...box, sealed: changed(box.sealed) }) })
    const room = relay.keygen('EVM', 'TWO_OF_TWO')
    const error = await rejection(engine.keygen({ ...evm, room, scheme: 'TWO_OF_TWO' }))
    expect(error).toMatchObject({ name: 'CeremonyError', reason: 'box_unreadable', room: 'room-1', step: 1 })
  })

  const stranger = '5'.repeat(44)
  it.each([
    ['kind', { kind: 'deal' }],
    ['roomId', { roomId: 'room-9' }],
    ['curve', { curve: 'secp256k1-bip340' }],
    ['scheme', { scheme: 'TWO_OF_THREE' }],
    ['parties', { parties: [stranger, stranger] }],
    ['walletId', { walletId: 'another' }],
    ['coordinator', { coordinator: stranger }],
  ])('cannot change the %s of a new key', async (field, change) => {
    const { relay, engine, evm } = await setUp({ plan: (plan) => ({ ...plan, ...change }) })
    const room = relay.keygen('EVM', 'TWO_OF_TWO')
    const error = await rejection(engine.keygen({ ...evm, room, scheme: 'TWO_OF_TWO' }))
    expect(error).toMatchObject({ name: 'CeremonyError', reason: 'plan_refused', room: 'room-1' })
    expect(String(error)).toContain(`"${field}"`)
    expect(relay.requests).toHaveLength(1)
  })

  it.each([
    ['keySet', { keySet: { groupKey: '02' } }],
    ['signers', { signers: [stranger] }],
    ['coordinator', { coordinator: stranger }],
    ['path', { path: [44, 60, 0, 0, 1] }],
    ['taproot', { taproot: true }],
  ])('cannot change the %s of a signature', async (field, change) => {
    const tampering: Tampering = {}
    const { material, sign } = await setUpWallet(tampering)
    tampering.plan = (plan) => ({ ...plan, ...change })
    const error = await rejection(sign(material.shares))
    expect(error).toMatchObject({ name: 'CeremonyError', reason: 'plan_refused' })
    expect(String(error)).toContain(`"${field}"`)
  })

  it('cannot have another message signed', async () => {
    const { relay, material, sign } = await setUpWallet()
    const room = relay.sign(hashMessage('another').slice(2), { path })
    const error = await rejection(sign(material.shares, { room }))
    expect(error).toMatchObject({ name: 'CeremonyError' })
  })
})

describe('a connection that fails', () => {
  const fail = () => {
    throw new TypeError('fetch failed')
  }

  it.each(['before', 'after'] as const)('once %s the relay has a post, costs a repeated post', async (moment) => {
    const { relay, material, sign } = await setUpWallet({ [moment]: (_: string, posts: number) => posts % 2 && fail() })
    expect(await recover(await sign(material.shares))).toBe(addressOf(material))
    expect(relay.requests.length).toBeGreaterThan(6)
  })

  it.each([
    ['before', 2],
    ['after', 2],
    ['before', 3],
    ['after', 3],
  ] as const)('for good %s the relay has post %i, leaves a state that goes on after a reload', async (moment, post) => {
    let storedState = ''
    let isDown = true
    const fails = (_: string, posts: number) => isDown && posts >= post && fail()
    const { relay, engine, evm } = await setUp({ [moment]: fails })
    const room = relay.keygen('EVM', 'TWO_OF_TWO')
    const input = { ...evm, room, scheme: 'TWO_OF_TWO' } as const
    const keygenInput = { ...input, keep: async ({ state }: { state: string }) => void (storedState = state) }
    expect(await rejection(engine.keygen(keygenInput))).toMatchObject({ name: 'ConnectionError' })

    isDown = false
    const material = await relayEngine({ fetch: relay.fetch }).keygen({ ...keygenInput, resumeFrom: storedState })
    const signing = { room: relay.sign(digest, { path }), chain: 'EVM', message: digest, isFormatted: true } as const
    expect(await recover(await engine.sign({ ...signing, shares: material.shares }))).toBe(addressOf(material))
  })

  it('when the last answer is lost, leaves the shares that count by then', async () => {
    let isDown = true
    let storedMaterial: KeyMaterial | undefined
    const { relay, engine, evm } = await setUp({ after: (_, posts) => isDown && posts >= 3 && fail() })
    const room = relay.keygen('EVM', 'TWO_OF_TWO')
    const remember = async ({ material }: CeremonyProgress) => void (storedMaterial = material)
    await rejection(engine.keygen({ ...evm, room, scheme: 'TWO_OF_TWO', keep: remember }))
    isDown = false
    const { shares, publicKey } = storedMaterial as KeyMaterial
    const signing = { room: relay.sign(digest, { path }), chain: 'EVM', message: digest, isFormatted: true } as const
    expect(await recover(await engine.sign({ ...signing, shares }))).toBe(addressOf({ publicKey }))
  })

  it('does not send anything of a state that could not be kept', async () => {
    const { relay, engine, evm } = await setUp()
    const full = async () => {
      throw new Error('The storage is full.')
    }
    const room = relay.keygen('EVM', 'TWO_OF_TWO')
    const error = await rejection(engine.keygen({ ...evm, room, scheme: 'TWO_OF_TWO', keep: full }))
    expect(String(error)).toContain('The storage is full.')
    expect(relay.requests.map(({ path }) => path)).toEqual(['rooms/room-1/join'])
  })
})

it('a signal ends a ceremony with its reason, and nothing is posted any more', async () => {
  const controller = new AbortController()
  const { relay, engine, evm } = await setUp({ after: (_, posts) => posts === 2 && controller.abort('gone') })
  const room = relay.keygen('EVM', 'TWO_OF_TWO')
  const { signal } = controller
  expect(await rejection(engine.keygen({ ...evm, room, scheme: 'TWO_OF_TWO', signal }))).toBe('gone')
  expect(relay.requests).toHaveLength(2)
})
