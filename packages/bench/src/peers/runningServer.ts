import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { keptConnection, type Question } from '../keptConnection.ts'
import type { Ask, Subject } from './subject.ts'

const patienceMs = 120_000
const pauseMs = 5

/** A server that runs in a process of its own. */
export interface RunningServer {
  readonly origin: string
  /** From the start of the process to the answer of the first question. */
  readonly startMs: number
  readonly ask: Ask
  /** Sends a message to the process, and waits for the one that it sends back. */
  tell(): Promise<unknown>
  /** Bytes that the process and its children have in memory. */
  memory(): number
  stop(): Promise<void>
}

/** Starts a server and waits until it answers. @throws Error when it ends before, or does not answer in time */
export async function start(subject: Subject, project: string): Promise<RunningServer> {
  const scratch = mkdtempSync(join(tmpdir(), 'latchkey-peer-'))
  const port = await freePort()
  const { script, args = [], env = {} } = subject.command({ project, port, scratch })
  const beginning = performance.now()
  const child = spawn(process.execPath, [script, ...args], {
    cwd: project,
    env: { ...plainEnvironment(), TMPDIR: scratch, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => output.push(String(text)))
  const origin = `http://127.0.0.1:${port}`
  try {
    while (!(await answers(origin, subject.first))) {
      if (child.exitCode !== null || performance.now() - beginning > patienceMs)
        throw new Error(`${subject.name} does not answer: ${output.join('').slice(-2_000)}`)
      await sleep(pauseMs)
    }
  } catch (error) {
    kill(child)
    throw error
  }
  const connection = keptConnection()
  return {
    origin,
    startMs: performance.now() - beginning,
    ask: (question) => connection.send(origin, question),
    tell: () =>
      new Promise((resolve) => {
        child.once('message', resolve)
        child.send('reset')
      }),
    memory: () => treeOf(child).reduce((sum, { bytes }) => sum + bytes, 0),
    async stop() {
      connection.close()
      const ended = new Promise((resolve) => child.once('close', resolve))
      kill(child)
      await ended
      rmSync(scratch, { recursive: true, force: true })
    },
  }
}

/** The environment without what the package manager that runs this script tells its scripts. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^p?npm_/i.test(name)))
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

function answers(origin: string, { method, path, headers, body }: Question): Promise<boolean> {
  return new Promise((resolve) => {
    const text = body === undefined ? undefined : JSON.stringify(body)
    request(origin + path, { method, agent: false, headers: { ...jsonType(text), ...headers } }, (response) =>
      response.resume().on('end', () => resolve((response.statusCode ?? 500) < 300)),
    )
      .on('error', () => resolve(false))
      .end(text)
  })
}

function jsonType(text: string | undefined): Record<string, string> {
  return text === undefined ? {} : { 'content-type': 'application/json' }
}

/** A process and all that it started. */
function treeOf({ pid }: ChildProcess): { readonly pid: number; readonly bytes: number }[] {
  const processes = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,rss='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  const tree = new Set([pid])
  for (const parent of tree) for (const [id, parentId] of processes) if (parentId === parent) tree.add(id)
  return processes.flatMap(([id = 0, , kilobytes = 0]) => (tree.has(id) ? [{ pid: id, bytes: kilobytes * 1024 }] : []))
}

/** Ends a process and its children at once: what they keep is in their own folder. */
function kill(child: ChildProcess): void {
  for (const { pid } of treeOf(child)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended by itself.
    }
  }
}
