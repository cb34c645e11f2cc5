import { type OperationId, type OperationRow, operationTable } from '@latchkey/types'
import { beforeAll, describe, expect, it } from 'vitest'
import { bodyExample, queryExamples } from '../../test/contract/documentExamples.ts'
import {
  everyName,
  mark,
  spellBody,
  spellClaims,
  spellReplyBody,
  spellTarget,
  spellTemplate,
} from '../../test/contract/everyName.ts'
import { mockOptions } from '../../test/hosts/harness.ts'
import { createFullWorld, type FullWorld, fullWorldOptions } from '../../test/people/fullWorld.ts'
import { claimsOf } from '../../test/people/walletPeople.ts'
import type { MockSnapshot } from '../control/objects/stateControl.ts'
import { createMock, type Mock } from '../mock/createMock.ts'
import { readNames } from './readNames.ts'

// Two mocks in the same state, one of which spells everything differently. What it answers must be what an oracle makes
// of the other one's answer by reading the document.
const options = { ...mockOptions, ...fullWorldOptions }
const documented = createMock(options)
const spelled = createMock({ ...options, names: readNames(everyName()) })
const beginnings = new Map<Mock, MockSnapshot>()
let world: FullWorld

beforeAll(async () => {
  world = await createFullWorld()
  await world.mock.clock.advance({ minutes: 1 })
  const state = world.mock.export()
  for (const mock of [documented, spelled]) {
    mock.import(state)
    beginnings.set(mock, mock.snapshot())
  }
})

interface Shown {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

async function send(mock: Mock, target: string, init: RequestInit): Promise<Shown> {
  const response = await mock.fetch(mock.baseUrl + target, { redirect: 'manual', ...init })
  return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() }
}

/** A token that the mock issues for the session of the full world's person. */
async function tokenFor(mock: Mock, id: OperationId): Promise<string | undefined> {
  const token = world.rightful(id)
  const isSession = token?.startsWith('ey') === true
  return isSession ? (await mock.signIn(String(claimsOf(token).sub))).token : token
}

/** Both mocks' answers to an operation's request, in the same state. */
async function askBoth(
  id: OperationId,
  { hasToken = true, body: unspelled }: { hasToken?: boolean; body?: string } = {},
) {
  const row: OperationRow = operationTable[id]
  const params = world.paramsOf(id)
  const example = bodyExample(row)
  const body = unspelled ?? example.body
  const answers = [documented, spelled].map(async (mock) => {
    mock.reset()
    mock.restore(beginnings.get(mock) as MockSnapshot)
    const token = hasToken ? await tokenFor(mock, id) : undefined
    const query = queryExamples[id] ?? ''
    const path = row.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '') + query
    const isSpelled = mock === spelled
    const sentBody = isSpelled && body !== undefined && unspelled === undefined ? spellBody(row, body) : body
    return send(mock, isSpelled ? spellTarget(row, params, query) : path, {
      method: row.method,
      headers: {
        origin: 'https://app.example.com',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(example.type && { 'content-type': example.type }),
      },
      body: sentBody ?? null,
    })
  })
  const [plain, other] = await Promise.all(answers)
  return { row, plain: plain as Shown, other: other as Shown }
}

/** Tokens differ in their claims and prefixes, and so do the URLs of the service. Their spelling has its own tests. */
function withoutIssued(text: string): string {
  return text
    .replace(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, '<jwt>')
    .replace(/lk_(sandbox|live|member|wallet)_(__s)?/g, '<prefix>')
    .replace(/(%2F|\/)api(?:__s)?(%2F|\/)v0[^"&]*/g, (path) => path.replaceAll(mark, ''))
}

const spelledHeaders = new Set(['x-request-id', 'x-next-cursor'])

function headersOf({ headers }: Shown, isSpelled: boolean) {
  const { 'access-control-expose-headers': _, ...rest } = headers
  const named = Object.entries(rest).map(([name, value]) => [
    !isSpelled && spelledHeaders.has(name) ? name + mark : name,
    withoutIssued(value),
  ])
  return Object.fromEntries(named) as Record<string, string>
}

const ids = Object.keys(operationTable) as OperationId[]

describe('a mock with names', () => {
  it.each(ids)('answers %s as the document says, in the spelling of the deployment', async (id) => {
    const { row, plain, other } = await askBoth(id)
    expect(other.status).toBe(plain.status)
    expect(headersOf(other, true)).toEqual(headersOf(plain, false))
    expect(withoutIssued(other.text)).toBe(withoutIssued(spellReplyBody(row, plain.status, plain.text)))
  })

  it.each(ids)('spells the refusal of %s', async (id) => {
    const { row, plain, other } = await askBoth(id, { hasToken: false })
    expect(other.status).toBe(plain.status)
    expect(withoutIssued(other.text)).toBe(withoutIssued(spellReplyBody(row, plain.status, plain.text)))
  })

  it('refuses each body in the spelling of the document that the other mock accepts', async () => {
    const accepted: OperationId[] = []
    const refused: OperationId[] = []
    for (const id of ids) {
      const { body } = bodyExample(operationTable[id])
      if (body === undefined || body === '{}') continue
      const { plain, other } = await askBoth(id, { body })
      if (plain.status < 300) accepted.push(id)
      if (plain.status < 300 && other.status === 400) refused.push(id)
    }
    expect(accepted.length).toBeGreaterThan(40)
    expect(refused).toEqual(accepted)
  })

  it('does not serve the paths of the document', async () => {
    const { status, text } = await send(
      spelled,
      `/api/v0/environments/${world.paramsOf('gates.list').environmentId}/gates`,
      {},
    )
    expect([status, JSON.parse(text)]).toMatchObject([404, { [`code${mark}`]: `not_found${mark}` }])
  })

  it('says how a field is spelled that is sent as in the document', async () => {
    const { body = '' } = bodyExample(operationTable['gates.create'])
    const misspelled = spellBody(operationTable['gates.create'], body).replace(`"scope${mark}":`, '"scope":')
    const { other } = await askBoth('gates.create', { body: misspelled })
    expect(other.text).toContain(`scope (spelled scope${mark})`)
  })

  it('issues tokens whose claims are spelled, and takes them', async () => {
    const { plain, other } = await askBoth('sessions.refresh', { body: '{}' })
    const jwtIn = (text: string) => claimsOf(/eyJ[\w-]+\.[\w-]+\.[\w-]+/.exec(text)?.[0] ?? '')
    const [claims, spelledClaims] = [jwtIn(plain.text), jwtIn(other.text)]
    expect(spelledClaims).toEqual({
      ...spellClaims(claims),
      [`verifiedCredentialsHashes${mark}`]: expect.anything(),
    })
    expect(spelledClaims).toHaveProperty(`environment_id${mark}`)
  })

  it('issues API tokens with the prefixes of the deployment, and takes them', async () => {
    const { other } = await askBoth('tokens.create')
    const [, rawToken] = /"rawToken__s":"(lk_sandbox___s\w{40})"/.exec(other.text) ?? []
    const { environmentId = '' } = world.paramsOf('gates.list')
    const { status } = await send(
      spelled,
      spellTemplate('/api/v0/environments/{environmentId}/users').replace('{environmentId}', environmentId),
      {
        headers: { authorization: `Bearer ${rawToken}` },
      },
    )
    expect(status).toBe(200)
  })

  it('keeps the journal and the events in the spelling of the document', async () => {
    const { other } = await askBoth('gates.create')
    expect(other.status).toBe(201)
    const [entry] = spelled.journal.list()
    expect(entry?.operation).toBe('gates.create')
    expect(JSON.stringify([entry, spelled.events.list()])).not.toContain(mark)
  })
})

it.each(['truncate', 'stall'])('a reply that a fault sends by half is half of the spelled one: %s', async (kind) => {
  const mock = createMock({ ...options, names: readNames(everyName()) })
  const [whole, half] = [mock.fork(), mock.fork()]
  half.faults.set('health.check', { [kind]: true })
  const path = mock.spellPath(`/api/v0/sdk/${mock.defaults.environments.sandbox.id}/healthcheck`)
  const request = { method: 'GET', url: mock.baseUrl + path, headers: new Headers(), text: async () => '' }
  const text = (await whole.serve(request))?.text ?? ''
  const reply = await half.serve(request)
  const chunk = await reply?.stream?.getReader().read()
  const sent = reply?.text ?? new TextDecoder().decode(chunk?.value)
  expect(sent).not.toBe('')
  expect(sent.length).toBeLessThan(text.length)
  expect(text.startsWith(sent)).toBe(true)
})
