import { type ChildProcess, spawn } from 'node:child_process'
import { afterEach, vi } from 'vitest'
import { runCommandLine } from '../../src/bin/commandLine.ts'
import { bundledCommand } from './bundledCommand.ts'

interface Run {
  readonly child: ChildProcess
  readonly output: { stdout: string; stderr: string }
  /** Resolves with the output when the first line has arrived. */
  readonly started: Promise<string>
  readonly ended: Promise<number | null>
}

/** Runs the command in programs of their own, which end with the test. */
export function createCommandLine() {
  const running: ChildProcess[] = []
  afterEach(() => {
    for (const child of running.splice(0)) child.kill('SIGKILL')
  })
  const runWith = (env: Readonly<Record<string, string>>, ...args: string[]): Run => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', bundledCommand, ...args], {
      env: { ...process.env, ...env },
    })
    running.push(child)
    const output = { stdout: '', stderr: '' }
    child.stderr.on('data', (chunk) => (output.stderr += chunk))
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
    const started = new Promise<string>((resolve) =>
      child.stdout.on('data', (chunk) => {
        output.stdout += chunk
        if (output.stdout.includes('\n')) resolve(output.stdout)
      }),
    )
    return { child, output, started, ended }
  }
  return { run: (...args: string[]) => runWith({}, ...args), runWith }
}

/**
 * Runs the command in this process, until it ends by itself. A program takes half a second of a processor only to
 * begin.
 */
export async function callCommandLine(...args: string[]) {
  const before = process.exitCode
  process.exitCode = undefined
  try {
    const { output } = await catchOutput(() => runCommandLine(args))
    return { exitCode: process.exitCode ?? 0, ...output }
  } finally {
    process.exitCode = before
  }
}

/** Does work in this process, and catches what it writes to the console. */
export async function catchOutput<Result>(work: () => Promise<Result>) {
  const output = { stdout: '', stderr: '' }
  const log = vi.spyOn(console, 'log').mockImplementation((line) => void (output.stdout += `${line}\n`))
  const error = vi.spyOn(console, 'error').mockImplementation((line) => void (output.stderr += `${line}\n`))
  try {
    return { result: await work(), output }
  } finally {
    log.mockRestore()
    error.mockRestore()
  }
}
