import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

/** The command as a process of its own, and the line that it prints with `--json`. */
export interface StartedCommand {
  readonly server: ChildProcess
  readonly url: string
  readonly sandbox: { readonly id: string; readonly token: string }
}

/** Starts the loopback server by its command, on a port of its choice. @throws Error if it ends before it serves */
export function startCommand(cli: string): Promise<StartedCommand> {
  const server = spawn(process.execPath, [cli, '--port', '0', '--json'], { stdio: ['ignore', 'pipe', 'inherit'] })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.once('exit', (code) => reject(new Error(`The command ended with ${code}.`)))
    createInterface(server.stdout).once('line', (line) => {
      const { url, environments } = JSON.parse(line) as { url: string; environments: Pick<StartedCommand, 'sandbox'> }
      resolve({ server, url, sandbox: environments.sandbox })
    })
  })
}
