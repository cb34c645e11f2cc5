// The page's own session: it reads what the server has set, refreshes while the page is open, and the server sees it.
import { createTransport } from './client/index.js'
import { cookieStorage, createSession } from './client/session.js'

const place = JSON.parse(document.body.dataset.place)
const session = createSession({ api: createTransport(place), storage: cookieStorage() })
document.body.dataset.state = session.state
// Signed in or out in another tab: the server renders the page anew.
session.onChange(({ state }) => {
  if (state !== document.body.dataset.state) location.reload()
})
window.session = session
