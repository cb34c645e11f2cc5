import { htmlPage, type Markup, markup, strangersLinkWarning } from '@latchkey/base/html'
import { displayNameOf } from '../domain/providers/providerCatalogue.ts'
import type { OutsideReadStore } from '../domain/shared/backend.ts'
import type { LoginWidget } from '../effects/outside.ts'
import type { IdpAccount } from '../store/outsideRecords.ts'
import { outsidePaths } from './addresses.ts'
import { idpAccountsOf } from './identityProviders.ts'

/**
 * The login widget of the simulated messenger, where a person chooses an account, enters a new one, or says no.
 *
 * @param widget.problem - The problem of the last answer.
 */
export function messengerWidget(
  backend: { readonly baseUrl: string; readonly store: Pick<OutsideReadStore, 'idpAccounts'> },
  { environmentId, state, appName, problem }: LoginWidget & { readonly problem?: string },
): string {
  const people = idpAccountsOf(backend, 'telegram')
  const messengerName = displayNameOf('telegram')
  const open = markup`<form method="post" action="${outsidePaths(backend).messengerAnswer(environmentId)}">
<input type="hidden" name="state" value="${state}">`
  const problemAttributes = problem === undefined ? '' : markup` aria-invalid="true" aria-describedby="problem"`
  const choices =
    people.length === 0
      ? ''
      : markup`<h2 id="known">Choose an account</h2>
${open}
<ul aria-labelledby="known">
${people.map(accountButton)}
</ul>
</form>`
  return htmlPage(
    `Sign in with ${messengerName}`,
    markup`<h1>Sign in with ${messengerName}</h1>
<p class="note">This page stands in for the login widget of ${messengerName}, for tests. Nobody real is signed in.</p>
<p><b>${appName}</b> wants to know who you are.</p>
${strangersLinkWarning(appName)}
${choices}
<h2>${people.length === 0 ? 'Sign in' : 'Or as somebody else'}</h2>
${open}
${problem === undefined ? '' : markup`<p role="alert" id="problem">${problem}</p>`}
<label for="name">First name</label>
<input type="text" id="name" name="first_name" required autocomplete="off"${problemAttributes}>
<button class="main" name="choice" value="new">Sign in</button>
</form>
${open}
<button class="plain" name="choice" value="deny">Cancel</button>
</form>`,
  )
}

function accountButton({ accountId, displayName, username }: IdpAccount): Markup {
  const detail = username === undefined ? accountId : `@${username}`
  const label = markup`${displayName ?? accountId}<small>${detail}</small>`
  return markup`<li><button name="choice" value="account:${accountId}">${label}</button></li>`
}
