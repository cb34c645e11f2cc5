import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'

/** Starts a real node for development, which mines each transaction at once, as the mock does. */
export async function startAnvil(): Promise<{ url: string; close(): void }> {
  const script = createRequire(import.meta.url).resolve('@foundry-rs/anvil/bin.mjs')
  const child = spawn(process.execPath, [script, '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] })
  const url = await new Promise<string>((resolve, reject) => {
    let output = ''
    child.on('exit', (code) => reject(new Error(`Anvil ended with ${code}: ${output}`)))
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      const [, address] = /Listening on (\S+)/.exec(output) ?? []
      if (address !== undefined) resolve(`http://${address}`)
    })
  })
  return { url, close: () => void child.kill() }
}
