import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { MockServer } from '@latchkey/mock/node'

const folderOf = (name: string) => dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))
const next = join(folderOf('next'), 'dist/bin/next')
const playwright = join(folderOf('@playwright/test'), 'cli.js')

/** The app as a process. */
export interface App {
  readonly url: string
  /** The output of the build and of the server. */
  output(): string
  close(): Promise<void>
}

/**
 * Builds the app for a service and starts it, by `next build` and `next start`.
 *
 * @throws {@link Error} with what Next has written when one of them fails.
 */
export async function startApp({ url, mock }: MockServer): Promise<App> {
  const env = {
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    NEXT_PUBLIC_API_URL: url,
    NEXT_PUBLIC_ENVIRONMENT_ID: mock.defaults.environments.sandbox.id,
  }
  const built = await run([next, 'build'], env)
  const server = start([next, 'start', '--port', '0', '--hostname', '127.0.0.1'], env)
  return {
    url: await server.written(/http:\/\/127\.0\.0\.1:\d+/),
    output: () => built + server.output(),
    async close() {
      server.process.kill()
      await server.ended
    },
  }
}

/** Runs the tests of Playwright against the app that runs, in the browser that runs. */
export const runPlaywright = (env: Record<string, string>): Promise<string> =>
  run([playwright, 'test', '-c', 'patient.config.ts'], env)

async function run(args: readonly string[], env: Record<string, string>): Promise<string> {
  const { ended, output } = start(args, env)
  const code = await ended
  if (code !== 0) throw new Error(`"${args.join(' ')}" has ended with ${code}: ${output()}`)
  return output()
}

function start(args: readonly string[], env: Record<string, string>) {
  const child: ChildProcess = spawn(process.execPath, args, {
    cwd: import.meta.dirname,
    env: { ...process.env, ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return {
    process: child,
    ended,
    output: () => output,
    /** Waits for a text in the output. */
    written: (pattern: RegExp) =>
      new Promise<string>((resolve, reject) => {
        const look = () => {
          const [found] = pattern.exec(output) ?? []
          if (found) resolve(found)
        }
        child.stdout?.on('data', look)
        void ended.then((code) => reject(new Error(`"${args.join(' ')}" has ended with ${code}: ${output}`)))
      }),
  }
}
