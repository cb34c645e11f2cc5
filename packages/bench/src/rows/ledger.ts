import { startServer } from '@latchkey/mock/node'
import { startAnvil } from '../anvil.ts'
import { keptConnection } from '../keptConnection.ts'
import { mediansOf, prepared } from '../measure.ts'
import { ratio, type Row } from '../row.ts'
import { sender, signTransfer } from '../transfer.ts'

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
        limit: 4,
      }),
    ]
  } finally {
    connection.close()
    anvil.close()
    await server.close()
  }
}
