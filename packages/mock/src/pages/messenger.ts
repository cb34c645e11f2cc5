import type { Backend, ReadStore } from '../backend.ts'
import { appNameOf } from '../domain/environments/environments.ts'
import { assert } from '../domain/shared/errors.ts'
import { idpAccountsOf } from '../outside/identityProviders.ts'
import { assertMessengerState, keepMessengerUser } from '../domain/flows/messenger.ts'
import { outsidePaths } from '../outside/addresses.ts'
import { addMessengerUser } from '../outside/messengerPeople.ts'
import { type Bot, signWidgetUser } from '../outside/messengerSignatures.ts'
import { botTokenOf, isUsedSignature } from '../domain/flows/messengerProofs.ts'
import type { Time } from '../effects/clock.ts'
import { displayNameOf } from '../domain/providers/providerCatalogue.ts'
import type { Reply } from '../reply.ts'
import type { IdpAccount } from '../store/worldRecords.ts'
import { closingHeaders, closingPage } from './closingPage.ts'
import { escapeHtml, htmlPage, pageHeaders, strangersLinkWarning } from './html.ts'

export interface MessengerWidget {
  readonly environmentId: string
  readonly state: string
  /** What was wrong with the last answer. */
  readonly problem?: string
}

/** The login widget of the pretended messenger, where a person chooses an account, enters a new one, or says no. */
export function messengerWidget(
  backend: { readonly store: Pick<ReadStore, 'environments' | 'idpAccounts' | 'projects'> },
  { environmentId, state, problem }: MessengerWidget,
): string {
  const people = idpAccountsOf(backend, 'telegram')
  const appName = appNameOf(backend, environmentId)
  const messengerName = displayNameOf('telegram')
  const open = `<form method="post" action="${escapeHtml(outsidePaths.messengerAnswer(environmentId))}">\n<input type="hidden" name="state" value="${escapeHtml(state)}">`
  const known =
    people.length === 0
      ? ''
      : `<h2 id="known">Choose an account</h2>
${open}
<ul aria-labelledby="known">
${people.map(accountButton).join('\n')}
</ul>
</form>`
  return htmlPage(
    `Sign in with ${messengerName}`,
    `<h1>Sign in with ${escapeHtml(messengerName)}</h1>
<p class="note">This page stands in for the login widget of ${escapeHtml(messengerName)}, for tests. Nobody real is signed in.</p>
<p><b>${escapeHtml(appName)}</b> wants to know who you are.</p>
${strangersLinkWarning(appName)}
${known}
<h2>${people.length === 0 ? 'Sign in' : 'Or as somebody else'}</h2>
${open}
${problem === undefined ? '' : `<p role="alert" id="problem">${escapeHtml(problem)}</p>`}
<label for="name">First name</label>
<input type="text" id="name" name="first_name" required autocomplete="off"${problem === undefined ? '' : ' aria-invalid="true" aria-describedby="problem"'}>
<button class="main" name="choice" value="new">Sign in</button>
</form>
${open}
<button class="plain" name="choice" value="deny">Cancel</button>
</form>`,
  )
}

function accountButton({ accountId, displayName, username }: IdpAccount): string {
  const detail = username === undefined ? accountId : `@${username}`
  return `<li><button name="choice" value="account:${escapeHtml(accountId)}">${escapeHtml(displayName ?? accountId)}<small>${escapeHtml(detail)}</small></button></li>`
}

/**
 * Takes the widget's form: signs whoever was chosen, as the messenger does, and hands that to the application's state.
 *
 * @throws DomainError what {@link keepMessengerUser} refuses; `badRequest` for a form that is not the widget's
 */
export function answerMessengerWidget(backend: Backend, environmentId: string, form: URLSearchParams): Reply {
  const state = form.get('state') ?? ''
  assertMessengerState(backend, environmentId, state)
  const choice = form.get('choice') ?? ''
  if (choice === 'deny') return page('Not signed in', 'Close this page and try again in the application.')
  const firstName = form.get('first_name')?.trim() ?? ''
  if (choice === 'new' && !/^\P{Cc}{1,64}$/u.test(firstName)) {
    return {
      status: 400,
      headers: pageHeaders,
      body: messengerWidget(backend, { environmentId, state, problem: 'Enter a name of up to 64 characters.' }),
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

/** The bot that an environment signs people in with. @throws DomainError `recordNotFound`, `providerNotAvailable` */
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
