import { abortable } from '../shared/abortable.ts'
import { type SessionRecord, stateOf, toRecord } from './record.ts'
import type { Renewal } from './renewal.ts'
import type { SessionReply, SignInReply } from './reply.ts'
import type { Session, SignInOutcome } from './session.ts'
import type { Setup } from './setup.ts'
import type { Store } from './store.ts'
import { fixedCredential } from './token.ts'

/** The methods that start a session. */
export function createStart(setup: Setup, store: Store, { check }: Renewal): Pick<Session, 'signIn' | 'adopt'> {
  const { isCookie } = setup
  const begin = async (reply: SessionReply, response: Response): Promise<SignInOutcome> => {
    const record = toRecord(reply, response, setup)
    check.start(record)
    await store.insist(record).finally(store.tell)
    return toOutcome(reply, record)
  }
  return {
    async signIn(call, { signal } = {}) {
      const { data, response } = await abortable(signal, async () =>
        call({ auth: isCookie ? fixedCredential({}) : null, signal }).withResponse(),
      )
      return begin(data, response)
    },
    async adopt(signInReply) {
      const {
        token,
        minifiedToken,
        jwt = token,
        minifiedJwt = minifiedToken,
        ...reply
      }: SignInReply = signInReply ?? {}
      if (!jwt && !isCookie) throw new TypeError('"adopt" needs the reply of a sign-in, with its token.')
      return begin({ ...reply, jwt, minifiedJwt }, new Response())
    },
  }
}

/** The result of a step of signing in. */
export function toOutcome({ mfaToken }: SessionReply, { user }: SessionRecord): SignInOutcome {
  const state = stateOf({ user })
  return { state, user, ...(mfaToken && state === 'signedIn' && { mfaToken }) }
}
