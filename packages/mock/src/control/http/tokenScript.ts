/**
 * The script of the inspector's page for callers that need the control token: asks for the token, keeps it for the tab,
 * and shows the inspector with it. A token that the mock does not accept is asked for again.
 */
export const tokenScript = `const key = 'latchkey control token'
const clock = new URL('v1/clock', import.meta.url)

async function isAccepted(token) {
  const { ok } = await fetch(clock, { headers: { authorization: 'Bearer ' + token } })
  return ok
}

function show(token) {
  const inspector = document.createElement('latchkey-inspector')
  inspector.setAttribute('token', token)
  document.body.replaceChildren(inspector)
}

function ask(refusal) {
  const main = document.createElement('main')
  main.innerHTML =
    '<h1>Inspector</h1><form><p><label>Control token <input type="password" autocomplete="off" required></label></p>' +
    '<p role="alert"></p><button>Show the mock</button></form>'
  main.querySelector('[role=alert]').textContent = refusal
  main.querySelector('form').addEventListener('submit', async (event) => {
    event.preventDefault()
    await open(main.querySelector('input').value)
  })
  document.body.replaceChildren(main)
  main.querySelector('input').focus()
}

async function open(token) {
  // A header takes visible ASCII only.
  const accepted = /^[!-~ ]+$/.test(token) && (await isAccepted(token))
  if (!accepted) {
    sessionStorage.removeItem(key)
    return ask('The mock does not accept this token.')
  }
  sessionStorage.setItem(key, token)
  show(token)
}

const kept = sessionStorage.getItem(key)
if (kept === null) ask('')
else await open(kept)
`
