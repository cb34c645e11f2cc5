import { duration } from '../row.ts'

const units = {
  time: { show: duration, better: 'less' },
  bytes: { show: (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`, better: 'less' },
  rate: { show: (perSecond: number) => `${Math.round(perSecond)} / s`, better: 'more' },
} as const

/** The measurements by key: the unit (milliseconds, bytes, requests a second) and the words of the row. */
export const rows = {
  size: ['bytes', 'install: all files'],
  install: ['time', "install, from npm's cache"],
  start: ['time', 'start of the process to the first answer'],
  rest: ['bytes', 'memory at rest'],
  get: ['time', 'GET by id, of 100 users'],
  list: ['time', 'list of 50, of 100 users'],
  create: ['time', 'create, from 100 to 10 000 users'],
  memory: ['bytes', 'memory of these 10 000 users, more than before'],
  getOfMany: ['time', 'GET by id, of 10 000 users'],
  listOfMany: ['time', 'list of 50, of 10 000 users'],
  signIn: ['time', 'a session of a known user, the shortest way'],
  signInByMail: ['time', 'sign-in by a code or link in an e-mail, with reading it'],
  reset: ['time', 'an empty service for the next test, with 20 users in it before'],
  beside: ['time', 'a copy for one test beside others, and a user in it'],
  rate64: ['rate', 'GET by id, 64 connections'],
  p99Of64: ['time', 'the same: 99 % are quicker than'],
  rate256: ['rate', 'GET by id, 256 connections'],
  p99Of256: ['time', 'the same: 99 % are quicker than'],
  blockNumber: ['time', '`eth_blockNumber`'],
  balance: ['time', '`eth_getBalance`'],
  transfer: ['time', '`eth_sendRawTransaction`, mined at once'],
  balanceRate64: ['rate', '`eth_getBalance`, 64 connections'],
} as const satisfies Readonly<Record<string, readonly [keyof typeof units, string]>>

export type RowKey = keyof typeof rows

/** The measurements of one server. Those of missing features are left out. */
export type Figures = Partial<Record<RowKey, number | undefined>>

/** A table: servers in columns, what was measured in rows. */
export interface PeerTable {
  readonly heading: string
  readonly columns: readonly string[]
  readonly keys: readonly RowKey[]
}

const oneByOne = ['get', 'list', 'create'] as const
const atFirst = ['size', 'install', 'start', 'rest'] as const

export const userTable = (columns: readonly string[]): PeerTable => ({
  heading: 'Identity services',
  columns,
  keys: [
    ...atFirst,
    ...oneByOne,
    'memory',
    'getOfMany',
    'listOfMany',
    'signIn',
    'signInByMail',
    'reset',
    'beside',
    'rate64',
    'p99Of64',
    'rate256',
    'p99Of256',
  ],
})

export const chainTable = (columns: readonly string[]): PeerTable => ({
  heading: 'JSON-RPC of an EVM chain',
  columns,
  keys: [...atFirst, 'blockNumber', 'balance', 'transfer', 'balanceRate64'],
})

export const checksTable = (columns: readonly string[]): PeerTable => ({
  heading: 'What the checks and the journal cost',
  columns,
  keys: [...oneByOne, 'memory', 'rate64', 'p99Of64'],
})

/** A table in Markdown. The best figure of each row is bold. */
export function toMarkdown({ columns, keys }: PeerTable, figures: ReadonlyMap<string, Figures>): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const lines = keys.map((key) => {
    const [unit, what] = rows[key]
    const values = columns.map((name) => figures.get(name)?.[key])
    const best = bestOf(values, units[unit].better)
    return line([what, ...values.map((value) => cell(value, { best, show: units[unit].show }))])
  })
  return [line(['', ...columns]), line(['---', ...columns.map(() => '--:')]), ...lines].join('\n')
}

function bestOf(values: readonly (number | undefined)[], better: 'less' | 'more'): number {
  const present = values.filter((value) => value !== undefined)
  return better === 'less' ? Math.min(...present) : Math.max(...present)
}

function cell(value: number | undefined, { best, show }: { best: number; show: (value: number) => string }): string {
  if (value === undefined) return '–'
  return value === best ? `**${show(value)}**` : show(value)
}
