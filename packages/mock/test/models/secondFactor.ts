import fc from 'fast-check'
import { TOTP } from 'otpauth'
import { expect } from 'vitest'
import { type ModelTest, pick, stepsFor, waitFor } from './runModel.ts'

interface Session {
  token: string
  isProved: boolean
  expiresAt: number
}

/** A user with an authenticator app, and the attempts to prove it. Times are seconds since the run began. */
interface SecondFactor {
  now: number
  readonly sessions: Session[]
  /** The time step of the last code that was accepted. */
  lastStep: number
  wrongCodes: number
  lockedUntil: number
}

const stepSeconds = 30
const lockSeconds = 5 * 60
const maximumWrong = 5
const lifetime = 2 * 60 * 60
const begun = Date.parse('2026-01-15T09:30:00.000Z') / 1_000
const userId = '01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e5f'
let app: TOTP

const timeStep = ({ now }: SecondFactor) => Math.floor((begun + now) / stepSeconds)
const codeOf = (at: number) => app.generate({ timestamp: at * stepSeconds * 1_000 })

const step = stepsFor<SecondFactor>()
const any = fc.nat(5)
const isAlive = (model: SecondFactor, index: number) => (pick(model.sessions, index)?.expiresAt ?? 0) > model.now

/** Second factors by an authenticator app: 09-mfa.md of the decisions. */
export const secondFactor: ModelTest<SecondFactor> = {
  runs: 30,
  maximumSteps: 40,
  async prepare(mock) {
    await mock.settings.patch({ security: { mfa: { enabled: true } } })
    await mock.create.user({ id: userId, email: 'ada@example.com' })
    const { secret } = await mock.create.totp(userId)
    app = new TOTP({ secret })
  },
  create: () => ({ now: 0, sessions: [], lastStep: 0, wrongCodes: 0, lockedUntil: 0 }),
  steps: [
    waitFor<SecondFactor>(1, 29, 30, 31, lockSeconds - 1, lockSeconds),
    step('signIn', fc.constant(undefined), {
      isPossible: ({ sessions }) => sessions.length < 4,
      async take(model, { mock }) {
        const { token } = await mock.signIn(userId)
        model.sessions.push({ token, isProved: false, expiresAt: model.now + lifetime })
      },
    }),
    step('use', any, {
      isPossible: isAlive,
      async take(model, { send }, index) {
        const { token, isProved } = pick(model.sessions, index) as Session
        const { status } = await send('profile.update', { token, body: { firstName: 'Ada' } })
        expect(status).toBe(isProved ? 200 : 403)
        expect((await send('profile.get', { token })).status).toBe(200)
      },
    }),
    step(
      'prove',
      fc.record({ index: any, offset: fc.constantFrom(0, 0, -1, 1, -2, 2), times: fc.constantFrom(1, 1, 2, 5) }),
      {
        isPossible: (model, { index }) => isAlive(model, index),
        async take(model, { send }, { index, offset, times }) {
          const session = pick(model.sessions, index) as Session
          const at = timeStep(model) + offset
          for (let i = 0; i < times; i++) {
            const isLocked = model.now < model.lockedUntil
            const isAccepted = !isLocked && Math.abs(offset) <= 1 && at > model.lastStep
            const former = session.token
            const { status, body } = await send('mfa.authenticateTotp', { token: former, body: { code: codeOf(at) } })
            expect(status).toBe(isAccepted ? 200 : 422)
            if (isAccepted) {
              const { jwt: token } = body as { jwt: string }
              Object.assign(session, { token, isProved: true, expiresAt: model.now + lifetime })
              Object.assign(model, { lastStep: at, wrongCodes: 0 })
              expect((await send('profile.get', { token: former })).status).toBe(401)
            } else if (!isLocked) {
              model.wrongCodes += 1
              if (model.wrongCodes >= maximumWrong) model.lockedUntil = model.now + lockSeconds
            }
          }
        },
      },
    ),
  ],
}
