import type { Time } from '@latchkey/base/clock'
import { pageHeaders } from '@latchkey/base/html'
import type { Reply } from '@latchkey/base/reply'
import { appNameOf } from '../domain/environments/environments.ts'
import { assertMessengerState, keepMessengerUser } from '../domain/flows/signIn/messenger.ts'
import { botTokenOf, isUsedSignature } from '../domain/flows/signIn/messengerProofs.ts'
import type { WorldBackend, ReadStore } from '../domain/shared/backend.ts'
import { assert } from '../domain/shared/errors.ts'
import { idpAccountsOf } from '../outside/identityProviders.ts'
import { addMessengerUser } from '../outside/messengerPeople.ts'
import { type Bot, signWidgetUser } from '../outside/messengerSignatures.ts'
import { messengerWidget } from '../outside/messengerWidget.ts'
import { closingHeaders, closingPage } from './closingPage.ts'

/**
 * Answers the widget's form: signs the data of the chosen person, as the messenger does, for the application's state.
 *
 * @throws {@link DomainError} those of {@link keepMessengerUser}; `badRequest` for a form that is not the widget's
 */
export function answerMessengerWidget(backend: WorldBackend, environmentId: string, form: URLSearchParams): Reply {
  const state = form.get('state') ?? ''
  assertMessengerState(backend, environmentId, state)
  const choice = form.get('choice') ?? ''
  if (choice === 'deny') return page('Not signed in', 'Close this page and try again in the application.')
  const firstName = form.get('first_name')?.trim() ?? ''
  if (choice === 'new' && !/^\P{Cc}{1,64}$/u.test(firstName)) {
    return {
      status: 400,
      headers: pageHeaders,
      body: messengerWidget(backend, {
        environmentId,
        state,
        appName: appNameOf(backend, environmentId),
        problem: 'Enter a name of up to 64 characters.',
      }),
    }
  }
  const person =
    choice === 'new'
      ? addMessengerUser(backend, { firstName })
      : idpAccountsOf(backend, 'telegram').find(({ accountId }) => choice === `account:${accountId}`)
  assert(person, 'badRequest', { message: 'The messenger has no such account.' })
  keepMessengerUser(backend, environmentId, {
    state,
    messengerUser: signWidgetUser(botOf(backend, environmentId), person),
  })
  return page('Signed in', 'You can close this page and go back to the application.')
}

/** The bot of an environment's sign-in. @throws {@link DomainError} `recordNotFound`, `providerNotAvailable` */
export function botOf(
  {
    store,
    clock,
  }: {
    readonly store: Pick<ReadStore, 'environments' | 'providers' | 'messengerAttempts'>
    readonly clock: Time
  },
  environmentId: string,
): Bot {
  const token = botTokenOf({ store }, environmentId)
  return { token, clock, isUsed: (hash) => isUsedSignature({ store }, environmentId, hash) }
}

function page(title: string, text: string): Reply {
  return { status: 200, headers: closingHeaders, body: closingPage(title, text) }
}
