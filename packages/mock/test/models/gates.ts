import fc from 'fast-check'
import { expect } from 'vitest'
import { sentCode } from '../people/oneTimeCodes.ts'
import { type ModelTest, pick, stepsFor } from './runModel.ts'

type Outcome = 'scope' | 'siteAccess' | 'block'

interface Gate {
  readonly kind: 'gates' | 'allowlists'
  readonly id: string
  readonly outcome: Outcome
  readonly scope?: string | undefined
  /** The tokens that a person must hold: only of gates. */
  readonly amount: number
  enabledAt: number | null
  /** Whether an allowlist lists the person. */
  entryId: string | undefined
}

/** Gates and allowlists, and the one person whom they judge. Times are seconds since the run began. */
interface Access {
  now: number
  balance: number
  created: number
  readonly gates: Gate[]
  session: { readonly token: string; readonly at: number } | undefined
}

const email = 'ada@example.com'
const wallet = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
const coin = { networkId: 1, contractAddress: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' }

/** The scope that the person gets; undefined when somebody keeps the person out. */
function scopeOf({ gates, balance }: Access): readonly string[] | undefined {
  const scopes = ['user:basic']
  for (const { kind, outcome, scope, amount, enabledAt, entryId } of gates) {
    if (enabledAt === null) continue
    const isMatch = kind === 'gates' ? balance >= amount : entryId !== undefined
    if (outcome === 'block' ? isMatch : !isMatch && (outcome === 'siteAccess' || scope === undefined)) return undefined
    if (isMatch && scope !== undefined) scopes.push(scope)
  }
  return [...new Set(scopes)].toSorted()
}

const step = stepsFor<Access>()
const anyGate = fc.nat(9)
const hasGate = ({ gates }: Access, index: number) => pick(gates, index) !== undefined
const listOf = (model: Access, index: number) =>
  pick(
    model.gates.filter(({ kind }) => kind === 'allowlists'),
    index,
  )

function expectAccess(model: Access, { status, body }: { status: number; body: unknown }): void {
  const expected = scopeOf(model)
  expect(status).toBe(expected ? 200 : 403)
  const { jwt = '', user } = body as { jwt?: string; user?: { scope?: string } }
  if (!expected) return
  expect(user?.scope?.split(' ').toSorted()).toEqual(expected)
  model.session = { token: jwt, at: model.now }
}

/** Gates and allowlists: 10-gates-and-allowlists.md of the decisions. */
export const gates: ModelTest<Access> = {
  runs: 30,
  maximumSteps: 40,
  async prepare(mock) {
    const { id } = await mock.create.user({ email })
    await mock.create.wallet(id, { publicWalletAddress: wallet, chain: 'EVM' })
  },
  create: () => ({ now: 0, balance: 0, created: 0, gates: [], session: undefined }),
  steps: [
    step(
      'create',
      fc.record({
        kind: fc.constantFrom('gates', 'allowlists'),
        outcome: fc.constantFrom<Outcome[]>('scope', 'scope', 'siteAccess', 'block'),
        scope: fc.option(fc.constantFrom('holders', 'members'), { nil: undefined }),
        amount: fc.integer({ min: 1, max: 3 }),
        isOn: fc.boolean(),
      }),
      {
        isPossible: (model) => model.gates.length < 5,
        async take(model, { call }, { kind, outcome, scope, amount, isOn }) {
          const rules = [{ type: 'token', address: coin, filter: { amount }, chain: 'EVM' }]
          const body = {
            name: `${(model.created += 1)}`,
            outcome,
            ...(scope && { scope }),
            ...(kind === 'gates' && { rules }),
          }
          const created = (await call(`${kind}.create`, { body })).body as { id: string }
          if (isOn) await call(`${kind}.enable`, { params: { gateId: created.id, allowlistId: created.id } })
          const enabledAt = isOn ? model.now : null
          model.gates.push({ kind, id: created.id, outcome, scope, amount, enabledAt, entryId: undefined })
        },
      },
    ),
    step('switch', fc.record({ index: anyGate, isOn: fc.boolean() }), {
      isPossible: (model, { index }) => hasGate(model, index),
      async take(model, { call }, { index, isOn }) {
        const gate = pick(model.gates, index) as Gate
        const params = { gateId: gate.id, allowlistId: gate.id }
        const { body } = await call(`${gate.kind}.${isOn ? 'enable' : 'disable'}`, { params })
        gate.enabledAt = isOn ? (gate.enabledAt ?? model.now) : null
        const { enabledAt } = body as { enabledAt: string | null }
        const begun = Date.parse('2026-01-15T09:30:00.000Z')
        expect(enabledAt && (Date.parse(enabledAt) - begun) / 1_000).toBe(gate.enabledAt)
      },
    }),
    step('delete', anyGate, {
      isPossible: hasGate,
      async take(model, { call }, index) {
        const gate = pick(model.gates, index) as Gate
        await call(`${gate.kind}.delete`, { params: { gateId: gate.id, allowlistId: gate.id } })
        model.gates.splice(model.gates.indexOf(gate), 1)
      },
    }),
    step('list', anyGate, {
      isPossible: (model, index) => listOf(model, index) !== undefined,
      async take(model, { call }, index) {
        const list = listOf(model, index) as Gate
        if (list.entryId === undefined) {
          const { body } = await call('allowlistEntries.create', { params: { allowlistId: list.id }, body: { email } })
          list.entryId = body.id
        } else {
          await call('allowlistEntries.delete', { params: { allowlistEntryId: list.entryId } })
          list.entryId = undefined
        }
      },
    }),
    step('hold', fc.nat(4), {
      async take(model, { mock }, amount) {
        await mock.chain.setTokenBalance({ ...coin, owner: wallet, amount })
        model.balance = amount
      },
    }),
    step('signIn', fc.constant(undefined), {
      async take(model, service) {
        // An address gets five codes an hour.
        await service.mock.clock.advance({ hours: 1 })
        model.now += 60 * 60
        const { body } = await service.call('emailSignIn.create', { body: { email } })
        const host = { ...service, name: 'model', fetch: service.mock.fetch as typeof globalThis.fetch }
        const proof = { verificationUUID: body.verificationUUID, verificationToken: sentCode(host, 'email', email) }
        expectAccess(model, await service.send('emailSignIn.signIn', { body: proof }))
      },
    }),
    step('refresh', fc.constant(undefined), {
      isPossible: ({ session, now }) => session !== undefined && now - session.at < 2 * 60 * 60,
      async take(model, { send }) {
        expectAccess(model, await send('sessions.refresh', { token: model.session?.token }))
      },
    }),
  ],
}
