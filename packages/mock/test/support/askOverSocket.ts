/** The parts of a WebSocket that a question needs. */
type Socket = EventTarget & { send(text: string): void; close(): void }

/** Sends a text over a socket that opens, and reads the first message as JSON. A socket that cannot open is `refused`. */
export async function askOverSocket(socket: Socket, text: string): Promise<unknown> {
  const answer = await new Promise((resolve) => {
    socket.addEventListener('open', () => socket.send(text))
    socket.addEventListener('message', (event) => resolve(JSON.parse(String((event as MessageEvent).data))))
    socket.addEventListener('error', () => resolve('refused'))
  })
  socket.close()
  return answer
}
