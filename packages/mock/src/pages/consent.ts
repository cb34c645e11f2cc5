import { htmlPage, type Markup, markup, strangersLinkWarning } from '@latchkey/base/html'
import type { IdpAccount } from '../store/outsideRecords.ts'

export interface ConsentPage {
  /** URL that the forms are posted to. */
  readonly action: string
  /** Display name of the provider. */
  readonly providerName: string
  /** Name of the app that requests the sign-in. */
  readonly appName: string
  /** Whether the code goes back to the app by a redirect. Otherwise the device that began the sign-in collects it. */
  readonly isRedirected: boolean
  readonly scope?: string | undefined
  /** Address of the expected user. */
  readonly loginHint?: string | undefined
  readonly accounts: readonly IdpAccount[]
  /** The authorize call's parameters, which the form sends back. */
  readonly params: URLSearchParams
  /** The problem of the last submission. */
  readonly problem?: string | undefined
}

/** The page of a simulated identity provider, where a user chooses an account, enters a new one, or cancels. */
export function consentPage({
  action,
  providerName,
  appName,
  isRedirected,
  scope,
  loginHint = '',
  accounts,
  params,
  problem,
}: ConsentPage): string {
  const hidden = [...params].map(([name, value]) => markup`<input type="hidden" name="${name}" value="${value}">`)
  const open = markup`<form method="post" action="${action}">\n${hidden}`
  const accountList =
    accounts.length === 0
      ? ''
      : markup`<h2 id="known">Choose an account</h2>
${open}
<ul aria-labelledby="known">
${accounts.map(accountButton)}
</ul>
</form>`
  const problemAttributes = problem === undefined ? '' : markup` aria-invalid="true" aria-describedby="problem"`
  return htmlPage(
    `Sign in with ${providerName}`,
    markup`<h1>Sign in with ${providerName}</h1>
<p class="note">This page stands in for ${providerName}, for tests. Nobody real is signed in.</p>
<p><b>${appName}</b> wants to know who you are${scope ? markup`: <small>${scope}</small>` : '.'}</p>
${isRedirected ? '' : strangersLinkWarning(appName)}
${accountList}
<h2>${accounts.length === 0 ? 'Sign in' : 'Or as somebody else'}</h2>
${open}
${problem === undefined ? '' : markup`<p role="alert" id="problem">${problem}</p>`}
<label for="email">E-mail</label>
<input type="email" id="email" name="mock_email" required autocomplete="off" \
value="${loginHint}"${problemAttributes}>
<label><input type="checkbox" name="mock_email_verified" value="true" checked> \
The provider has verified this address</label>
<button class="main" name="mock_choice" value="new">Sign in</button>
</form>
${open}
<button class="plain" name="mock_choice" value="deny">Cancel and go back</button>
</form>`,
  )
}

function accountButton({ accountId, email, username, displayName, emailVerified }: IdpAccount): Markup {
  const name = displayName ?? username ?? email ?? accountId
  const address = email ?? accountId
  const details = [
    ...(address === name ? [] : [address]),
    ...(email !== undefined && !emailVerified ? ['not verified'] : []),
  ].join(', ')
  const label = markup`${name}<small>${details}</small>`
  return markup`<li><button name="mock_choice" value="account:${accountId}">${label}</button></li>`
}
