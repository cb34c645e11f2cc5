import { createControlCaller } from '@latchkey/contract/controlCaller'
import { expect, it, vi } from 'vitest'
import { createCommandLine } from '../../test/support/commandLine.ts'

const { run } = createCommandLine()

it('creates browser wallets by --wallets, and creates them anew after a reset, but not after somebody has removed them', async () => {
  const { child, started, ended } = run('--port', '0', '--json', '--wallets', 'evm,solana')
  const { url } = JSON.parse(await started)
  const { call } = createControlCaller({ url })
  const { wallets } = await call('GET wallets/browser')
  expect(wallets).toMatchObject([
    { chain: 'EVM', name: 'Test wallet (EVM)', approval: 'automatic', isLocked: false },
    { chain: 'SOL', name: 'Test wallet (SOL)', approval: 'automatic', isLocked: false },
  ])
  const script = await (await fetch(`${url}/__mock/wallets.js`)).text()
  for (const { walletId } of wallets) expect(script).toContain(walletId)
  await Promise.all([call('POST reset'), call('POST reset')])
  const chainsNow = async () => (await call('GET wallets/browser')).wallets.map(({ chain }) => chain)
  await vi.waitFor(async () => expect(await chainsNow()).toEqual(['EVM', 'SOL']), { timeout: 60_000 })
  const present = (await call('GET wallets/browser')).wallets
  for (const { walletId } of present) await call('POST wallets/browser/remove', { walletId })
  expect(await chainsNow()).toEqual([])
  await call('POST reset')
  await vi.waitFor(async () => expect(await chainsNow()).toEqual(['EVM', 'SOL']), { timeout: 60_000 })
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})

it('names the script of the wallets in one line, to those who asked for wallets', async () => {
  const texts = await Promise.all(
    [['--wallets', 'sui'], []].map(async (flags) => {
      const { child, started, ended, output } = run('--port', '0', ...flags)
      await started
      child.kill('SIGTERM')
      await ended
      return output.stdout
    }),
  )
  const line =
    /^ {2}wallets {7}http:\/\/127\.0\.0\.1:\d+\/__mock\/wallets\.js {2}\(inject it before a page's own scripts\)$/m
  expect(texts.map((text) => line.test(text))).toEqual([true, false])
})

it('refuses a chain that no browser wallet has, and names a similar one', async () => {
  const { ended, output } = run('--port', '0', '--wallets', 'evm,solona')
  expect(await ended).toBe(2)
  expect(output.stderr).toContain('--wallets does not know "solona". Did you mean "solana"?')
})
