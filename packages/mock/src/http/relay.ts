import type { Box } from '@latchkey/ceremony'
import { joinRoom, postBoxes } from '../domain/rooms/relay.ts'
import { roomKinds } from '../domain/flows/roomKinds.ts'
import { assert, DomainError } from '../domain/shared/errors.ts'
import type { Reply } from '../reply.ts'
import { transact, type World } from '../world.ts'
import { maximumBodyBytes } from './decode.ts'
import type { ServiceRequest } from './serviceRequest.ts'

/** The protocol that this relay speaks. */
const protocol = 'latchkey-1'
/** The maximum number of parties and boxes in a request. */
const maximumItems = 32
const maximumPartyLength = 100
const maximumSealedLength = 65_536

/**
 * Carries sealed boxes between the parties of a room. No credential is sent to a relay: a party proves itself by what
 * it seals.
 *
 * @see README.md, The relay of embedded wallets
 */
export async function answerRelay(world: World, request: ServiceRequest, path: readonly string[]): Promise<Reply> {
  const [rooms, roomId = '', action = '', ...rest] = path
  const answer = rooms === 'rooms' && rest.length === 0 && Object.hasOwn(actions, action) ? actions[action] : undefined
  assert(answer, 'notFound')
  if (request.method === 'OPTIONS') return { status: 204, headers: preflight }
  assert(request.method === 'POST', 'methodNotAllowed', { allow: 'POST' })
  const body = await readBody(request)
  return { status: 200, body: { protocol, ...(await answer(world, roomId, body)) } }
}

const preflight = {
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'content-type',
  'access-control-max-age': '600',
}

type Body = Readonly<Record<string, unknown>>

const actions: Readonly<Record<string, (world: World, roomId: string, body: Body) => Promise<object>>> = {
  async join(world, roomId, body) {
    assertOnlyHas(body, ['protocol', 'parties'])
    const clients = readParties(body.parties)
    const { expiresAt, plan } = await transact(world, (backend) =>
      joinRoom({ backend, kinds: roomKinds }, roomId, clients),
    )
    // The message is what each side computes on its own.
    return { roomId, expiresAt, plan: { ...plan, message: undefined } }
  },
  async messages(world, roomId, body) {
    assertOnlyHas(body, ['protocol', 'from', 'boxes'])
    const from = readParty(body.from, 'from')
    const posted = readBoxes(body.boxes)
    const { room, boxes } = await transact(world, (backend) =>
      postBoxes({ backend, kinds: roomKinds }, roomId, { from, boxes: posted }),
    )
    return { state: room.state, boxes }
  },
}

const malformed = (message: string) => new DomainError('validationFailed', { message })

async function readBody(request: ServiceRequest): Promise<Body> {
  const text = await request.text()
  assert(text.length <= maximumBodyBytes, 'bodyTooLarge')
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw malformed('The body is not valid JSON.')
  }
  if (!isObject(body)) throw malformed('The body is not an object.')
  if (body.protocol !== protocol) throw malformed(`protocol: this relay speaks ${protocol}.`)
  return body
}

function isObject(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function assertOnlyHas(body: Body, names: readonly string[]): void {
  const unknown = Object.keys(body).find((name) => !names.includes(name))
  if (unknown !== undefined) throw malformed(`${unknown}: is not a field of this request.`)
}

function readParty(value: unknown, name: string): string {
  const isId = typeof value === 'string' && value.length <= maximumPartyLength && /^[1-9A-HJ-NP-Za-km-z]+$/.test(value)
  if (!isId) throw malformed(`${name}: must be the base58 id of a party.`)
  return value
}

function readParties(value: unknown): string[] {
  const isList = Array.isArray(value) && value.length > 0 && value.length <= maximumItems
  if (!isList) throw malformed(`parties: must be a list of 1 to ${maximumItems} party ids.`)
  const parties = value.map((party) => readParty(party, 'parties'))
  if (new Set(parties).size < parties.length) throw malformed('parties: names a party twice.')
  return parties
}

function readBoxes(value: unknown): Box[] {
  const isList = Array.isArray(value) && value.length <= maximumItems
  if (!isList) throw malformed(`boxes: must be a list of at most ${maximumItems} boxes.`)
  return value.map((box) => {
    if (!isObject(box)) throw malformed('boxes: a box is an object.')
    const { step, from, to, sealed, ...rest } = box
    if (Object.keys(rest).length > 0) throw malformed('boxes: a box has step, from, to and sealed.')
    const isStep = typeof step === 'number' && Number.isInteger(step) && step >= 0 && step < maximumItems
    if (!isStep) throw malformed('boxes: step is a whole number from 0.')
    const isText = typeof sealed === 'string' && sealed.length <= maximumSealedLength && /^[\w-]+$/.test(sealed)
    if (!isText) throw malformed('boxes: sealed is base64url.')
    return { step, from: readParty(from, 'boxes.from'), to: readParty(to, 'boxes.to'), sealed }
  })
}
