import fc from 'fast-check'
import { decodeJwt } from 'jose'
import { expect } from 'vitest'
import { type ModelTest, pick, stepsFor, waitFor } from './runModel.ts'

interface Token {
  readonly text: string
  /** Seconds since the run began. */
  readonly expiresAt: number
  retiredAt?: number
}

interface Session {
  /** The last is the current one. */
  readonly tokens: Token[]
  hasEnded: boolean
}

/** The sessions of a person: each has one current token, and former ones that a refresh has retired. */
interface Sessions {
  now: number
  readonly sessions: Session[]
}

const lifetime = 2 * 60 * 60
const grace = 10
const userId = '01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e5f'

interface Held {
  readonly session: Session
  readonly token: Token
}

const held = ({ sessions }: Sessions, index: number): Held | undefined =>
  pick(
    sessions.flatMap((session) => session.tokens.map((token) => ({ session, token }))),
    index,
  )

const isExpired = ({ now }: Sessions, { token }: Held) => now >= token.expiresAt
const isPastGrace = ({ now }: Sessions, { token }: Held) =>
  token.retiredAt !== undefined && now - token.retiredAt >= grace
const isValid = (model: Sessions, one: Held) =>
  !one.session.hasEnded && !isExpired(model, one) && !isPastGrace(model, one)

/** The id that two tokens share if they are the same for the service, which may write and sign one anew. */
const idOf = (jwt: string) => decodeJwt(jwt).jti

const step = stepsFor<Sessions>()
const anyToken = fc.nat(20)
const hasToken = (model: Sessions, index: number) => held(model, index) !== undefined

/** Sessions: 05-user-jwt.md of the decisions. */
export const sessions: ModelTest<Sessions> = {
  runs: 40,
  maximumSteps: 40,
  prepare: (mock) => mock.create.user({ id: userId, email: 'ada@example.com' }),
  create: () => ({ now: 0, sessions: [] }),
  steps: [
    step('signIn', fc.constant(undefined), {
      async take(model, { mock }) {
        const { token } = await mock.signIn(userId)
        model.sessions.push({ tokens: [{ text: token, expiresAt: model.now + lifetime }], hasEnded: false })
      },
    }),
    waitFor<Sessions>(1, 4, 9, 10, 11, 60 * 60, lifetime - 1, lifetime),
    step('check', anyToken, {
      isPossible: hasToken,
      async take(model, { send }, index) {
        const one = held(model, index) as Held
        const { status } = await send('profile.get', { token: one.token.text })
        expect(status).toBe(isValid(model, one) ? 200 : 401)
      },
    }),
    step('refresh', anyToken, {
      isPossible: hasToken,
      async take(model, { send }, index) {
        const one = held(model, index) as Held
        const { status, body } = await send('sessions.refresh', { token: one.token.text })
        expect(status).toBe(isValid(model, one) ? 200 : 401)
        // Somebody has kept a token too long: perhaps a thief.
        if (!isExpired(model, one) && isPastGrace(model, one)) one.session.hasEnded = true
        if (status !== 200) return
        const { jwt: text } = body as { jwt: string }
        const current = one.session.tokens.at(-1) as Token
        const isSame = idOf(text) === idOf(current.text)
        expect(isSame, 'whether the reply has the current token').toBe(one.token !== current)
        if (isSame) return
        current.retiredAt = model.now
        one.session.tokens.push({ text, expiresAt: model.now + lifetime })
      },
    }),
    step('signOut', anyToken, {
      isPossible: hasToken,
      async take(model, { send }, index) {
        const one = held(model, index) as Held
        const { status } = await send('sessions.revoke', { token: one.token.text })
        expect(status).toBe(isValid(model, one) ? 204 : 401)
        if (status === 204) one.session.hasEnded = true
      },
    }),
    step('revokeSessions', fc.constant(undefined), {
      async take(model, { call }) {
        await call('users.revokeSessions', { params: { userId } })
        for (const session of model.sessions) session.hasEnded = true
      },
    }),
    step('listSessions', fc.constant(undefined), {
      async take(model, { call }) {
        const { body } = await call('users.listSessions', { params: { userId } })
        const ended = (body.sessions ?? []).filter(({ revokedAt }) => revokedAt)
        expect([body.sessions?.length, ended.length]).toEqual([
          model.sessions.length,
          model.sessions.filter(({ hasEnded }) => hasEnded).length,
        ])
      },
    }),
  ],
}
