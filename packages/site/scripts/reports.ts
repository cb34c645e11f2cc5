import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parse } from 'yaml'

/** A public thread about another project, and the test that says how it is here. */
export interface Report {
  /** One sentence about what happened to people. */
  readonly elsewhere: string
  /** One sentence about what happens here. */
  readonly here: string
  /** The URL of the thread. */
  readonly source: string
  /** The path of a file of tests, from the root of the repository. */
  readonly test: string
  /** The title of the test as its file has it, or the template of its row. */
  readonly title: string
}

const folder = new URL('../reports/', import.meta.url)

/** The areas in the order of the page: the name of each file, and its heading. */
export const areas: Readonly<Record<string, string>> = {
  'typed-clients': 'Typed clients',
  msw: 'msw',
  'auth-emulators': 'Emulators of identity services',
  oauth: 'OAuth',
  'one-time-codes': 'One-time codes',
  passkeys: 'Passkeys',
  'second-factors': 'Second factors',
  'sessions-and-cookies': 'Sessions and cookies',
  webhooks: 'Webhooks',
  'evm-wallets': 'EVM wallets',
  'other-chains': 'Other chains',
  'command-lines-and-containers': 'Command lines and containers',
}

/** The names of the files, without their ending. Each has to be one of {@link areas}. */
export const files: readonly string[] = globSync('*.yaml', { cwd: folder }).map((path) => basename(path, '.yaml'))

/** Reads the reports of an area: none while its file does not exist. */
export function reportsOf(area: string): readonly Report[] {
  const file = new URL(`${area}.yaml`, folder)
  return existsSync(file) ? (parse(readFileSync(file, 'utf8')) as readonly Report[]) : []
}
