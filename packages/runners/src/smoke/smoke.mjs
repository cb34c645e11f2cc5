#!/usr/bin/env node
/**
 * Tries packed packages on the Node and the platform that run this: installs them with npm, imports every entry as ES
 * modules and as CommonJS, starts the server by its command, and signs a user in there.
 *
 * JavaScript without dependencies, since Node 20 runs it on a machine on which nothing else is installed.
 *
 *     node packages/runners/src/smoke/smoke.mjs <folder of the tarballs>
 */
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'

const packageNames = ['types', 'client', 'mock']
const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))
const folder = mkdtempSync(join(tmpdir(), 'latchkey-smoke-'))

try {
  const [tarballs] = process.argv.slice(2)
  if (!tarballs) throw new Error('Give the folder of the tarballs: smoke.mjs <folder>')
  install(resolve(tarballs))
  importEveryEntry()
  runCommand()
  await signInAtServer()
  console.log(`The packages work on Node ${process.versions.node}, ${process.platform} ${process.arch}.`)
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
}

function install(tarballs) {
  const files = readdirSync(tarballs)
  const dependencies = packageNames.map((name) => {
    const file = files.find((file) => file.startsWith(`latchkey-${name}-`) && file.endsWith('.tgz'))
    if (!file) throw new Error(`${tarballs} has no tarball of @latchkey/${name}. Pack the packages: pnpm tarballs`)
    cpSync(join(tarballs, file), join(folder, file))
    return [`@latchkey/${name}`, `file:${file}`]
  })
  const { react } = readJson(here('../../package.json')).dependencies
  const manifest = { private: true, dependencies: { ...Object.fromEntries(dependencies), react, zod: '^4.1.0' } }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  cpSync(here('../../../mock/packaging/consumers/story'), join(folder, 'story'), { recursive: true })
  cpSync(here('signIn.mjs'), join(folder, 'signIn.mjs'))
  run('install the tarballs', 'npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline'])
}

function importEveryEntry() {
  const expected = readJson(join(folder, 'story/expected.json'))
  for (const [kind, program] of [
    ['ES modules', 'story/node.mjs'],
    ['CommonJS', 'story/node.cjs'],
  ]) {
    const outcome = JSON.parse(run(`use every entry as ${kind}`, process.execPath, [program]))
    if (!isDeepStrictEqual(outcome, expected))
      throw new Error(`Failed to use every entry as ${kind}: it came to ${JSON.stringify(outcome)}`)
  }
}

/** By the script that npm makes for the platform. */
function runCommand() {
  const help = run('run the command by npm', 'npm', ['exec', '--offline', '--', 'latchkey-mock', '--help'])
  if (!help.includes('latchkey-mock [flags]')) throw new Error(`Failed to run the command by npm: ${help}`)
}

async function signInAtServer() {
  const { bin } = readJson(join(folder, 'node_modules/@latchkey/mock/package.json'))
  const script = join(folder, 'node_modules/@latchkey/mock', bin['latchkey-mock'])
  const server = spawn(process.execPath, [script, '--port', '0', '--json'], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise((resolve) => server.once('exit', resolve))
  try {
    const line = await Promise.race([
      firstLine(server.stdout),
      ended.then((code) => `ended with ${code}`),
      after(60_000),
    ])
    if (!line.startsWith('{')) throw new Error(`Failed to start the server: it ${line}.`)
    const { url, controlUrl, environments } = JSON.parse(line)
    const args = ['signIn.mjs', url, controlUrl, environments.sandbox.id]
    const outcome = JSON.parse(run('sign in at the server', process.execPath, args))
    const expected = { wrongCode: 422, state: 'signedIn', email: 'ada@example.com' }
    if (!isDeepStrictEqual(outcome, expected))
      throw new Error(`Failed to sign in at the server: it came to ${JSON.stringify(outcome)}`)
  } finally {
    server.kill()
    await ended
  }
}

async function firstLine(stream) {
  for await (const line of createInterface(stream)) return line
  return 'printed nothing'
}

function after(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms, 'printed nothing for a minute').unref())
}

/** Runs a program in the folder with this Node. @returns What it printed. @throws Error that names the step */
function run(step, file, args) {
  // On Windows, npm is a script of the shell. No argument needs quotes.
  const shell = process.platform === 'win32' && file === 'npm'
  const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter)
  const options = { cwd: folder, encoding: 'utf8', env: { ...process.env, PATH }, shell, timeout: 300_000 }
  const { status, stdout, stderr, error } = spawnSync(file, args, options)
  if (status !== 0) throw new Error(`Failed to ${step}:\n${error ?? ''}${stdout ?? ''}${stderr ?? ''}`)
  console.log(`passed: ${step}`)
  return stdout
}
