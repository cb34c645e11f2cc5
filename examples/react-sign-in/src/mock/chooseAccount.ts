import type { Mock } from '@latchkey/mock'

/**
 * Stands for the provider's pop-up window: a service worker answers what a page fetches, and leaves windows alone.
 *
 * The control object then does what the person does on the provider's page, and brings the answer back to the service.
 */
export async function chooseAccount(mock: Mock, authorizeUrl: string): Promise<void> {
  const provider = new URL(authorizeUrl).pathname.split('/').at(-2) ?? ''
  const idp = mock.idp[provider as keyof Mock['idp']]
  if (!idp) throw new Error(`There is no provider "${provider}".`)
  const account = await ask(
    provider,
    idp.users().flatMap(({ email }) => (email ? [email] : [])),
  )
  await (account === undefined ? idp.deny(authorizeUrl) : idp.approve(authorizeUrl, account))
}

/** @returns The address that was chosen; `undefined` for none. */
function ask(provider: string, addresses: readonly string[]): Promise<string | undefined> {
  const dialog = document.createElement('dialog')
  dialog.setAttribute('aria-label', `Sign in at ${provider}`)
  dialog.append(...addresses.map((address) => button(address, address)), button('Cancel', ''))
  document.body.append(dialog)
  dialog.showModal()
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove()
      resolve(dialog.returnValue || undefined)
    })
  })

  function button(label: string, value: string): HTMLButtonElement {
    const element = document.createElement('button')
    element.textContent = label
    element.addEventListener('click', () => dialog.close(value))
    return element
  }
}
