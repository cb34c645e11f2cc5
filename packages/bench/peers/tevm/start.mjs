// Starts the node as its README shows it, at the port of the first argument. It mines each transaction at once.
import { createMemoryClient } from 'tevm'
import { createServer } from 'tevm/server'

const client = createMemoryClient({ miningConfig: { type: 'auto' } })
createServer(client).listen(Number(process.argv[2]), '127.0.0.1')
