import { expect, it } from 'vitest'
import { createCommandLine } from '../../test/support/commandLine.ts'
import { createMailServers } from '../../test/support/mailServer.ts'

const { run } = createCommandLine()
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
