import type { AddressInfo, Socket } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach } from 'vitest'

interface MailServer {
  readonly port: number
  /** Without credentials. */
  readonly url: string
  /** The mails that it has taken, as mail programs read them. */
  readonly mails: readonly ParsedMail[]
  /** The addressees of the envelopes (RFC 5321, section 3.3), in the order of the mails. */
  readonly addressees: readonly string[][]
  /** How many clients have connected. */
  readonly connections: number
  /** How many of them are still there. */
  open(): Promise<number>
  /** Breaks the connections of all clients. */
  hangUp(): void
  stop(): Promise<void>
}

/** Starts SMTP servers, which stop after the test. Without options they offer no TLS and take everything. */
export function createMailServers() {
  const running: MailServer[] = []
  afterEach(async () => {
    for (const server of running.splice(0)) await server.stop()
  })
  return async (options: SMTPServerOptions = {}, port = 0): Promise<MailServer> => {
    const mails: ParsedMail[] = []
    const addressees: string[][] = []
    let connections = 0
    const server = new SMTPServer({
      authOptional: true,
      allowInsecureAuth: true,
      onAuth: ({ username }, _, callback) => callback(null, { user: username }),
      hideSTARTTLS: true,
      closeTimeout: 100,
      onConnect(_, callback) {
        connections += 1
        callback()
      },
      onData(stream, { envelope }, callback) {
        simpleParser(stream).then((mail) => {
          mails.push(mail)
          addressees.push(envelope.rcptTo.map(({ address }) => address))
          callback(null, `taken as ${mails.length}`)
        }, callback)
      },
      ...options,
    })
    // Clients that end a connection before its time.
    server.on('error', () => undefined)
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    const { port: bound } = server.server.address() as AddressInfo
    const sockets = new Set<Socket>()
    server.server.on('connection', (socket: Socket) => sockets.add(socket))
    let isStopped = false
    const mailServer: MailServer = {
      port: bound,
      url: `smtp://127.0.0.1:${bound}`,
      mails,
      addressees,
      get connections() {
        return connections
      },
      open: () =>
        new Promise((resolve, reject) =>
          server.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
        ),
      hangUp() {
        for (const socket of sockets) socket.destroy()
      },
      async stop() {
        if (isStopped) return
        isStopped = true
        await new Promise<void>((resolve) => server.close(() => resolve()))
      },
    }
    running.push(mailServer)
    return mailServer
  }
}
