import { oauth } from '@latchkey/client/operations'
import { anonymous, type SignedIn } from '../api.ts'
import { beginSignIn, type Provider } from './oauth.ts'

/** Signs in at a provider in a separate window; the page stays. */
export async function signInWithPopup(providerType: Provider): Promise<SignedIn> {
  const { url, proof } = await beginSignIn(providerType)
  await showPopup(url)
  const { status, code, error } = await oauth.getResult(anonymous, { providerType, body: { state: proof.state } })
  if (error) throw new Error(`${providerType} answered: ${error}.`)
  if (status === 'pending' || !code) throw new Error('The sign-in was not finished.')
  return oauth.signIn(anonymous, { providerType, body: { code, ...proof } })
}

/** Resolves when the window is closed: by its last page, or by a person who has given up. */
function showPopup(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const popup = window.open(url, 'provider', 'popup,width=480,height=640')
    if (!popup) return reject(new Error('The browser blocked the pop-up window.'))
    const timer = setInterval(() => {
      if (!popup.closed) return
      clearInterval(timer)
      resolve()
    }, 250)
  })
}
