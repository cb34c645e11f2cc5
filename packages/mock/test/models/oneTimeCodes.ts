import fc from 'fast-check'
import { expect } from 'vitest'
import { wrongCode } from '../people/oneTimeCodes.ts'
import { type ModelTest, pick, stepsFor, waitFor } from './runModel.ts'

interface Code {
  readonly id: string
  readonly text: string
  readonly sentAt: number
}

interface Address {
  readonly email: string
  /** The latest code, and those that it has replaced. */
  readonly codes: Code[]
  /** Whether the latest code can still be entered: it is used up by a success. */
  isOpen: boolean
  wrongCodes: number
  /** When messages were sent, since the last success. */
  sent: number[]
}

/** The codes that addresses have got, and the attempts to enter them. Times are seconds since the run began. */
interface Codes {
  now: number
  readonly addresses: readonly Address[]
}

const lifetime = 10 * 60
const maximumWrong = 5
const maximumAnHour = 5

const latest = ({ codes }: Address) => codes.at(-1)

function isLocked({ now }: Codes, address: Address): boolean {
  return address.wrongCodes >= maximumWrong && now < (latest(address)?.sentAt ?? 0) + lifetime
}

function canSend(model: Codes, address: Address): boolean {
  const lastHour = address.sent.filter((at) => model.now - at < 60 * 60)
  return lastHour.length < maximumAnHour && !isLocked(model, address)
}

const step = stepsFor<Codes>()
const which = fc.nat(1)
const addressOf = ({ addresses }: Codes, index: number) => pick(addresses, index) as Address

/** Codes by e-mail: 07-one-time-codes.md of the decisions. */
export const oneTimeCodes: ModelTest<Codes> = {
  runs: 40,
  maximumSteps: 40,
  options: { providers: ['emailOnly'] },
  create: () => ({
    now: 0,
    addresses: ['ada@example.com', 'grace@example.com'].map((email) => ({
      email,
      codes: [],
      isOpen: false,
      wrongCodes: 0,
      sent: [],
    })),
  }),
  steps: [
    waitFor<Codes>(1, 60, lifetime - 1, lifetime, 60 * 60),
    step('request', fc.record({ of: which, isRetry: fc.boolean() }), {
      isPossible: (model, { of, isRetry }) => !isRetry || addressOf(model, of).isOpen,
      async take(model, { mock, send }, { of, isRetry }) {
        const address = addressOf(model, of)
        const mails = mock.outbox.email.list(address.email).length
        const { status, body } = isRetry
          ? await send('emailSignIn.retry', { body: { verificationUUID: latest(address)?.id, email: address.email } })
          : await send('emailSignIn.create', { body: { email: address.email } })
        const isExpired = isRetry && model.now >= (latest(address) as Code).sentAt + lifetime
        const isSent = canSend(model, address) && !isExpired
        expect([status, mock.outbox.email.list(address.email).length - mails]).toEqual(isSent ? [201, 1] : [422, 0])
        if (!isSent) return
        const { verificationUUID: id } = body as { verificationUUID: string }
        expect(id === latest(address)?.id, 'whether the id is that of the former code').toBe(isRetry)
        if (address.wrongCodes >= maximumWrong) address.wrongCodes = 0
        address.codes.push({ id, text: String(mock.outbox.email.last(address.email)?.code), sentAt: model.now })
        address.isOpen = true
        address.sent.push(model.now)
      },
    }),
    step('enter', fc.record({ of: which, age: fc.nat(2), isCorrect: fc.boolean(), times: fc.constantFrom(1, 1, 5) }), {
      isPossible: (model, { of, age }) => addressOf(model, of).codes.at(-1 - age) !== undefined,
      async take(model, { send }, { of, age, isCorrect, times }) {
        const address = addressOf(model, of)
        const { id, text } = address.codes.at(-1 - age) as Code
        const current = latest(address) as Code
        const verificationToken = isCorrect ? text : wrongCode(current.text)
        for (let i = 0; i < times; i++) {
          const isLive = address.isOpen && id === current.id && model.now < current.sentAt + lifetime
          const isAccepted = isLive && verificationToken === current.text && address.wrongCodes < maximumWrong
          const { status } = await send('emailSignIn.signIn', { body: { verificationUUID: id, verificationToken } })
          expect(status).toBe(isAccepted ? 200 : 422)
          if (isAccepted) Object.assign(address, { isOpen: false, wrongCodes: 0, sent: [] })
          else if (isLive) address.wrongCodes += 1
        }
      },
    }),
  ],
}
