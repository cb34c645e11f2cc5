import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { MockServer } from '@latchkey/mock/node'

const here = fileURLToPath(new URL('.', import.meta.url))

/** The program of a package. */
function binOf(name: string, path: string): string {
  return join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), path)
}

/** How each app is started, on a port: its folder is the name. */
const commands: Readonly<Record<string, (port: number) => readonly string[]>> = {
  express: () => ['app.ts'],
  fastify: () => ['app.ts'],
  hono: () => ['app.ts'],
  next: (port) => [binOf('next', 'dist/bin/next'), 'dev', '--port', `${port}`, '--hostname', '127.0.0.1'],
  sveltekit: (port) => [binOf('vite', 'bin/vite.js'), 'dev', '--port', `${port}`, '--host', '127.0.0.1'],
}

export const frameworks = Object.keys(commands)

/** An app as a process. */
export interface App {
  readonly url: string
  /** The lines that it has written. */
  output(): string
  close(): Promise<void>
}

/** The facts about its service that an app needs. */
interface Service {
  readonly url: string
  readonly environmentId: string
  readonly webhookSecret: string
}

/**
 * Starts the app of a framework beside a mock, which delivers its webhooks to it.
 *
 * @param port - @default a free one
 * @throws {@link Error} when the app ends before it answers.
 */
export async function startApp(framework: string, { url, mock }: MockServer, port?: number): Promise<App> {
  const chosenPort = port ?? (await findPort())
  const { id: environmentId } = mock.defaults.environments.sandbox
  const hook = { url: `http://127.0.0.1:${chosenPort}/webhooks`, events: ['user.created'] }
  const { secret: webhookSecret } = await mock.create.webhook(hook)
  return startAppAt(framework, { url, environmentId, webhookSecret }, chosenPort)
}

/** The same beside a service of any kind. */
export async function startAppAt(framework: string, service: Service, port?: number): Promise<App> {
  const command = commands[framework]
  if (!command) throw new TypeError(`There is no app "${framework}", only ${frameworks.join(', ')}.`)
  const { url, environmentId, webhookSecret } = service
  const chosenPort = port ?? (await findPort())
  const origin = `http://127.0.0.1:${chosenPort}`
  const app = spawn(process.execPath, [...command(chosenPort)], {
    cwd: join(here, framework),
    env: {
      ...process.env,
      PORT: `${chosenPort}`,
      API_URL: url,
      ENVIRONMENT_ID: environmentId,
      // For the page, too.
      VITE_API_URL: url,
      VITE_ENVIRONMENT_ID: environmentId,
      WEBHOOK_SECRET: webhookSecret,
      NEXT_TELEMETRY_DISABLED: '1',
      // A test runner sets it, and Next warns of any value that is not its own.
      NODE_ENV: 'development',
    },
  })
  let written = ''
  for (const stream of [app.stdout, app.stderr]) stream.on('data', (chunk) => (written += String(chunk)))
  await untilAnswered(`${origin}/account`, app).catch((cause: unknown) => {
    throw new Error(`The app of ${framework} has ended: ${written}`, { cause })
  })
  return { url: origin, output: () => written, close: () => end(app) }
}

/** A port that is free now. */
async function findPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function untilAnswered(url: string, app: ChildProcess): Promise<void> {
  while (app.exitCode === null) {
    const reply = await fetch(url).catch(() => undefined)
    if (reply) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`It ended with ${app.exitCode}.`)
}

async function end(app: ChildProcess): Promise<void> {
  if (app.exitCode !== null) return
  const ended = new Promise((resolve) => app.once('exit', resolve))
  app.kill()
  await ended
}
