import { describe, expect, it } from 'vitest'
import { isOpen } from '../../test/support/isOpen.ts'
import { CommandCrashed, CommandFailed } from '../sweep/commandErrors.ts'
import { startCommand } from './startCommand.ts'

const start = (script: string) => startCommand([process.execPath, '-e', script], {})

/** Starts a server in a further program, prints its port, and leaves it to itself. */
const leavesServer = `
  const server = "require('node:net').createServer().listen(0, '127.0.0.1', function () { console.log(this.address().port) })"
  const child = require('node:child_process').spawn(process.execPath, ['-e', server], { stdio: ['ignore', 'pipe', 'ignore'] })
  child.stdout.once('data', (port) => {
    console.log(String(port))
    child.stdout.destroy()
    child.unref()
  })`

describe('startCommand', () => {
  it('tells the end by a signal from another exit code, also below a shell', async () => {
    await expect(start(`process.kill(process.pid, 'SIGSEGV')`).ended).rejects.toThrow(
      new CommandCrashed('ended by SIGSEGV'),
    )
    await expect(start('process.exitCode = 134').ended).rejects.toThrow(new CommandCrashed('ended by SIGABRT'))
    await expect(start('process.exitCode = 143').ended).rejects.toThrow(new CommandFailed('exit code 143'))
  })

  it('ends what a command has left when it ends by itself', async () => {
    const { ended, output } = start(leavesServer)
    await ended
    await expect.poll(() => isOpen(Number(output()))).toBe(false)
  })

  it('ends a command with all that it has started', async () => {
    const { end, output } = start(`${leavesServer}; setInterval(() => {}, 1000)`)
    await expect.poll(() => isOpen(Number(output())), { timeout: 60_000 }).toBe(true)
    await end()
    await expect.poll(() => isOpen(Number(output()))).toBe(false)
  })
})
