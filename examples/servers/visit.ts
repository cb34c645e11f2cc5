import assert from 'node:assert/strict'
import process from 'node:process'
import { startAppAt } from './startApp.ts'

// A test of the app of a framework as a program, which a sweep runs again and again: whatever fails, the app answers in
// time, shows no stack, and goes on.

const { LATCHKEY_URL = '', LATCHKEY_CONTROL_URL = '', LATCHKEY_ENVIRONMENT_ID = '', LATCHKEY_SWEEP_CASE } = process.env
const [framework = 'express'] = process.argv.slice(2)

/** Longer than the time limits of the app. */
const limitMs = 40_000

async function control(path: string, body: object) {
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(`${LATCHKEY_CONTROL_URL}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  assert.ok(reply.ok, `The mock has answered ${reply.status} to ${path}.`)
  return (await reply.json()) as { readonly token: string }
}

const service = { url: LATCHKEY_URL, environmentId: LATCHKEY_ENVIRONMENT_ID, webhookSecret: 'secret' }
const app = await startAppAt(framework, service)
try {
  await control('create/user', { email: 'ada@example.com' })
  const { token } = await control('signIn', { userId: 'ada@example.com' })
  const visit = async (headers: Record<string, string>) => {
    const reply = await fetch(`${app.url}/account`, { headers, signal: AbortSignal.timeout(limitMs) })
    return { status: reply.status, text: await reply.text() }
  }
  const { status, text } = await visit({ authorization: `Bearer ${token}` })
  console.log(`The app has answered ${status}: ${text.slice(0, 300)}`)
  if (LATCHKEY_SWEEP_CASE === 'none') assert.equal(status, 200)
  assert.doesNotMatch(text, /\n\s+at |node_modules|node:internal/, 'The app answers a stack.')
  assert.equal((await visit({})).status, 401, 'The app does not go on.')
} finally {
  await app.close()
}
