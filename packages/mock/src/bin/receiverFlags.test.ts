import { expect, it } from 'vitest'
import { createCommandLine } from '../../test/support/commandLine.ts'
import { createMailServers } from '../../test/support/mailServer.ts'

const { run, runWith } = createCommandLine()
const startMail = createMailServers()

it('sends mails to the server of --smtp as well, and shows nothing of its credentials', async () => {
  const mail = await startMail()
  const smtp = mail.url.replace('//', '//shop:s3cr3t@')
  const { child, started, ended, output } = run('--port', '0', '--json', '--smtp', smtp, '--sms', 'http://127.0.0.1:9')
  const { url, controlUrl, environments } = JSON.parse(await started)
  const path = `/api/v0/sdk/${environments.sandbox.id}/emailVerifications/create`
  const headers = { 'content-type': 'application/json' }
  await fetch(url + path, { method: 'POST', headers, body: '{"email":"ada@example.com"}' })
  await expect.poll(() => mail.addressees).toEqual([['ada@example.com']])
  const attached = await fetch(`${controlUrl}/outbox/attached?channel=sms`)
  expect(await attached.json()).toEqual({ attached: { name: 'text messages', origin: 'http://127.0.0.1:9' } })
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(output.stdout + output.stderr).not.toContain('s3cr3t')
})

it('does not start with a URL of another scheme, which it does not repeat', async () => {
  const { ended, output } = run('--port', '0', '--smtp', 'http://shop:s3cr3t@127.0.0.1:1025')
  expect(await ended).toBe(2)
  expect(output.stderr).toContain('Failed to attach mail: write an absolute URL that begins with smtp:// or smtps://.')
  expect(output.stderr).not.toContain('s3cr3t')
})

/** Code in front of the command by which the package cannot be resolved, as where it is not installed. */
const withoutNodemailer = `data:text/javascript,${encodeURIComponent(`
import { registerHooks } from 'node:module'
registerHooks({
  resolve(specifier, context, next) {
    if (specifier !== 'nodemailer') return next(specifier, context)
    throw Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' })
  },
})`)}`

it('does not start with --smtp where nodemailer is not installed, and says how to install it', async () => {
  const env = { NODE_OPTIONS: `--import ${withoutNodemailer}` }
  const { ended, output } = runWith(env, '--port', '0', '--smtp', 'smtp://shop:s3cr3t@127.0.0.1:1025')
  expect(await ended).toBe(2)
  expect(output.stdout).toBe('')
  expect(output.stderr).toBe(
    'latchkey-mock: Mail is sent by nodemailer 10.5 or later on Node.js, which is not here. Run: npm install --save-dev nodemailer\n',
  )
})

it('needs no nodemailer for --sms, nor before a mailbox is attached', async () => {
  const env = { NODE_OPTIONS: `--import ${withoutNodemailer}` }
  const { started } = runWith(env, '--port', '0', '--json', '--sms', 'http://127.0.0.1:9')
  const { controlUrl } = JSON.parse(await started)
  const reply = await fetch(`${controlUrl}/outbox/attach`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"channel":"email","url":"smtp://127.0.0.1:1025"}',
  })
  expect(reply.status).toBe(400)
  expect(await reply.json()).toMatchObject({ error: expect.stringContaining('npm install --save-dev nodemailer') })
})
