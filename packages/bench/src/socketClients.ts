import { workerData } from 'node:worker_threads'

/** Opens sockets that subscribe to blocks, in a thread of its own, whose memory is not that of the server. */
const { url, count } = workerData as { readonly url: string; readonly count: number }

for (let i = 0; i < count; i++) {
  const socket = new WebSocket(url)
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }))
  const reply = new Promise((resolve) => socket.addEventListener('message', resolve, { once: true }))
  socket.send('{"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["newHeads"]}')
  await reply
}
