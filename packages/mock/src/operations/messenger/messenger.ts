import { pageHeaders } from '@latchkey/base/html'
import { appNameOf } from '../../domain/environments/environments.ts'
import {
  assertMessengerState,
  checkMessengerUser,
  keepMessengerUser,
  linkMessenger,
  signInWithMessenger,
} from '../../domain/flows/signIn/messenger.ts'
import { assertCaptcha } from '../../domain/shared/captcha.ts'
import type { ResourceOperations } from '../operation.ts'

export const messenger = {
  getPage({ backend, params: { environmentId }, query: { state } }) {
    assertMessengerState(backend, environmentId, state)
    const appName = appNameOf(backend, environmentId)
    const body = backend.outside.messenger.loginWidget({ environmentId, state, appName })
    return { status: 200, headers: pageHeaders, body }
  },

  receive({ backend, params, body }) {
    keepMessengerUser(backend, params.environmentId, body)
    return { status: 202 }
  },

  check({ backend, params, body }) {
    checkMessengerUser(backend, params.environmentId, body)
    return { status: 204 }
  },

  async signIn({ backend, params: { environmentId }, body, request }) {
    assertCaptcha(backend, environmentId, body.captchaToken)
    const { body: reply, cookies } = await signInWithMessenger(backend, environmentId, { body, request })
    return { status: 200, body: reply, cookies }
  },

  async verify({ backend, caller, body }) {
    assertCaptcha(backend, caller.user.environmentId, body.captchaToken)
    const { body: reply, cookies } = await linkMessenger(backend, caller, body)
    return { status: 200, body: reply, cookies }
  },
} satisfies ResourceOperations<'messenger'>
