/**
 * Measures our loopback server beside other emulators, and prints the tables. `--write` writes them to the page of the
 * site.
 *
 * Nothing here passes or fails, because times depend on the machine.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { type Install, installOurs, installPeer, remove } from './installs.ts'
import { measureChains } from './measureChains.ts'
import { measureStarts } from './measureStarts.ts'
import { measureFew, measureMany, type Served } from './measureUsers.ts'
import { putText, type Report, toText } from './page.ts'
import { type RunningServer, start } from './runningServer.ts'
import type { Subject, UserSubject } from './subject.ts'
import { chainSubjects, userSubjects, variants } from './subjects/subjects.ts'
import { chainTable, checksTable, type Figures, userTable } from './tables.ts'

const [busy = 0] = loadavg()
const say = (step: string) => process.stderr.write(`${step} …\n`)

say('install')
const ours = installOurs()
const installs = new Map<Subject, Install>()
for (const subject of [...userSubjects, ...variants, ...chainSubjects])
  installs.set(subject, subject.folder === undefined ? ours : installPeer(subject))
const projectOf = (subject: Subject) => installs.get(subject)?.project ?? ours.project
const running: RunningServer[] = []

/** Starts all servers, which then wait for their turns. */
async function startAll<S extends Subject>(subjects: readonly S[]): Promise<Map<S, RunningServer>> {
  const servers = new Map<S, RunningServer>()
  for (const subject of subjects) {
    const server = await start(subject, projectOf(subject))
    running.push(server)
    servers.set(subject, server)
  }
  return servers
}

async function stopAll(): Promise<void> {
  for (const server of running.splice(0)) await server.stop()
}

/** Creates a user in a new process, where that is what a copy for one test takes. */
async function createFirst(subject: UserSubject, { ask }: RunningServer): Promise<boolean> {
  const users = await subject.users(ask)
  const question = users.create?.(0)
  if (!question || users.createBeside) return false
  await ask(question)
  return true
}

async function serveAll(subjects: readonly UserSubject[]): Promise<Served[]> {
  const served: Served[] = []
  for (const [subject, server] of await startAll(subjects)) {
    const users = await subject.users(server.ask)
    served.push({ name: subject.name, server, users, isVariant: variants.includes(subject), people: [] })
  }
  return served
}

async function measureServices(): Promise<Map<string, Figures>> {
  say('starts of identity services')
  const projects = new Map(userSubjects.map((subject) => [subject, projectOf(subject)]))
  const starts = await measureStarts(projects, createFirst)
  say('identity services with few users')
  const few = await measureFew(await serveAll([...userSubjects, ...variants]))
  await stopAll()
  say('identity services with many users')
  const many = await measureMany(await serveAll([...userSubjects, ...variants]))
  await stopAll()
  const asked = new Map([...few].map(([name, figures]) => [name, { ...figures, ...many.get(name) }]))
  return withInstalls(userSubjects, starts, asked)
}

async function measureNodes(): Promise<Map<string, Figures>> {
  say('starts of nodes')
  const starts = await measureStarts(new Map(chainSubjects.map((subject) => [subject, projectOf(subject)])))
  say('nodes')
  const asked = await measureChains(await startAll(chainSubjects))
  await stopAll()
  return withInstalls(chainSubjects, starts, asked)
}

/** Figures of all kinds, by name. What has no install of its own keeps what was asked. */
function withInstalls<S extends Subject>(
  subjects: readonly S[],
  starts: ReadonlyMap<S, Figures>,
  asked: ReadonlyMap<string, Figures>,
): Map<string, Figures> {
  const all = new Map(asked)
  for (const subject of subjects) {
    const { ms, bytes } = installs.get(subject) ?? ours
    all.set(subject.name, { size: bytes, install: ms, ...starts.get(subject), ...asked.get(subject.name) })
  }
  return all
}

const namesOf = (subjects: readonly Subject[]) => subjects.map(({ name }) => name)

try {
  const services = await measureServices()
  const nodes = await measureNodes()
  const versions = new Map(
    [...installs].map(([subject, { version, license }]) => [subject.package, { version, license }]),
  )
  const report: Report = {
    tables: [
      [userTable(namesOf(userSubjects)), services],
      [checksTable(namesOf([...userSubjects.slice(0, 1), ...variants])), services],
      [chainTable(namesOf(chainSubjects)), nodes],
    ],
    versions: [...versions].map(([name, of]) => ({ package: name, ...of })),
    date: new Date().toISOString().slice(0, 10),
    machine: `Node ${process.version}, ${process.platform}, ${cpus().length} × ${cpus()[0]?.model.trim()}, load ${busy.toFixed(1)} before the run`,
  }
  const text = toText(report)
  console.log(text)
  if (process.argv.includes('--write')) {
    const page = new URL('../../../site/pages/peers.md', import.meta.url)
    writeFileSync(page, putText(readFileSync(page, 'utf8'), text))
  }
} finally {
  await stopAll()
  for (const install of new Set(installs.values())) remove(install)
}
