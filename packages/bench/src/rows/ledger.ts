import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { startServer } from '@latchkey/mock/node'
import { keptConnection } from '../keptConnection.ts'
import { mediansOf, prepared } from '../measure.ts'
import { ratio, type Row } from '../row.ts'
import { sender, signTransfer } from '../transfer.ts'

/** Starts a real node for development, which mines each transaction at once, as the mock does. */
async function startAnvil(): Promise<{ url: string; close(): void }> {
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

export async function ledger(): Promise<Row[]> {
  const [server, anvil] = [await startServer(), await startAnvil()]
  const connection = keptConnection()
  try {
    await server.mock.chain.fund(sender, { ether: '1000' }, 1)
    const transfer = (url: string, chainId: number) =>
      prepared(
        (nonce) => signTransfer(chainId, nonce),
        (transaction) => connection.ask(url, 'eth_sendRawTransaction', [transaction]),
      )
    const chainId = Number(await connection.ask(anvil.url, 'eth_chainId', []))
    const times = await mediansOf(600, {
      ours: transfer(server.mock.chain.rpcUrl(1), 1),
      anvil: transfer(anvil.url, chainId),
    })
    return [
      ratio({
        what: 'eth_sendRawTransaction over loopback',
        ours: times.ours,
        peer: times.anvil,
        name: 'Anvil, which is native',
        limit: 2,
      }),
    ]
  } finally {
    connection.close()
    anvil.close()
    await server.close()
  }
}
