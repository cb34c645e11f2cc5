/**
 * Writes the tables of options and flags into the pages, from the TSDoc of the options, their rules and the flags.
 *
 * `--check` writes nothing and fails when a page has another table than would be written.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { format } from 'oxfmt'
import { writeGenerated } from '../../types/scripts/writeGenerated.ts'
import { type FlagRow, optionOf } from '../src/bin/flagRow.ts'
import { type FlagName, flags, withoutFlag } from '../src/bin/flags.ts'
import { describeFlag } from '../src/bin/flagTexts.ts'
import { type OptionDoc, readOptionDocs, splitDefault } from './optionDocs.ts'

type Place = 'mock' | 'server'
type Row = readonly string[]

const root = fileURLToPath(new URL('../../..', import.meta.url))
const { overrides: _, ignorePatterns: __, ...formatting } = JSON.parse(readFileSync(`${root}.oxfmtrc.json`, 'utf8'))
const inCode = (text: string) => `\`${text}\``

/** The flags that set an option, or do the same by other means. */
function flagsOf(place: Place, option: string): readonly FlagName[] {
  const names = (Object.keys(flags) as FlagName[]).filter((name) => {
    const target = optionOf(flags[name])
    return target.place === place && target.option === option
  })
  const others: Readonly<Record<string, readonly FlagName[]>> = withoutFlag[place]
  return names.length > 0 ? names : (others[option] ?? [])
}

function optionRow(place: Place, { name, text, defaultText }: OptionDoc): Row {
  const { literal, rest } = splitDefault(defaultText ?? 'none')
  const shown = literal === '' ? rest : inCode(literal) + rest
  const flagsOfOption = flagsOf(place, name)
  const links = flagsOfOption.flatMap((flag) => /\]\(([^)]+)\)/.exec(flags[flag].help)?.[1] ?? [])
  return [
    links[0] === undefined ? inCode(name) : `[${inCode(name)}](${links[0].replace(/^#/, 'command-line.md#')})`,
    shown,
    text,
    flagsOfOption.map((flag) => inCode(`--${flag}`)).join(', '),
  ]
}

const heads = ['option', 'default', 'description', '[flag](command-line.md)']

function mockOptions(): string {
  const limits = readOptionDocs('../../chains/src/rpc/sockets/limits.ts', 'SocketLimits')
  const rows = readOptionDocs('mock/mockOptions.ts', 'MockOptions').flatMap((doc) => {
    const row = optionRow('mock', doc)
    if (doc.name !== 'socketLimits') return [row]
    return [row, ...limits.map((limit) => optionRow('mock', { ...limit, name: `socketLimits.${limit.name}` }))]
  })
  return table(heads, rows)
}

function serverOptions(): string {
  const worlds = readOptionDocs('control/http/worlds.ts', 'WorldOptions')
  const rows = readOptionDocs('hosts/serverOptions.ts', 'ServerOptions').flatMap((doc) => {
    const row = optionRow('server', doc)
    if (doc.name !== 'worlds') return [row]
    return [row, ...worlds.map((option) => optionRow('server', { ...option, name: `worlds.${option.name}` }))]
  })
  return table(['option', 'default', 'description', 'flag'], rows)
}

/** The options of the mock and of its server that a flag sets, or does the work of. */
function optionsOf(name: FlagName): string {
  const optionsIn = (place: Place, file: string, type: string) =>
    readOptionDocs(file, type).flatMap((doc) => (flagsOf(place, doc.name).includes(name) ? [inCode(doc.name)] : []))
  const ofServer = optionsIn('server', 'hosts/serverOptions.ts', 'ServerOptions')
  return [
    ...optionsIn('mock', 'mock/mockOptions.ts', 'MockOptions'),
    ...ofServer.map((option) => `${option} of the server`),
  ].join(', ')
}

function flagTable(): string {
  const rows = Object.entries<FlagRow>(flags).map(([name, flag]): Row => {
    const short = flag.short === undefined ? '' : `\`-${flag.short}\`, `
    const hint = flag.hint === undefined ? '' : ` <${flag.hint}>`
    const text = [describeFlag(flag), flag.more].filter(Boolean).join(' ')
    return [short + inCode(`--${name}${hint}`), text, optionsOf(name as FlagName)]
  })
  return table(['flag', 'what it does', 'in code'], rows)
}

function table(heads: Row, rows: readonly Row[]): string {
  const cells = (row: Row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [cells(heads), cells(heads.map(() => '---')), ...rows.map(cells)].join('\n')
}

/** A page with a table in each of its regions, as the formatter has it. */
async function fill(page: string, tables: Readonly<Record<string, string>>): Promise<[string, string]> {
  const path = `packages/mock/docs/recipes/${page}.md`
  let text = readFileSync(root + path, 'utf8')
  for (const [name, rows] of Object.entries(tables)) {
    const [start, end] = [`<!-- ${name}: written by \`pnpm generate\` -->\n`, `<!-- /${name} -->`]
    const [before, after] = [text.indexOf(start) + start.length, text.indexOf(end)]
    if (before < start.length || after < before) throw new Error(`${path} has no region ${start}${end}`)
    text = `${text.slice(0, before)}\n${rows}\n\n${text.slice(after)}`
  }
  const { code, errors } = await format(path, text, { ...formatting, sortImports: false, proseWrap: 'always' })
  if (errors.length > 0) throw new Error(`${path} cannot be formatted: ${errors[0]?.message}`)
  return [path, code]
}

const pages = [
  await fill('control', { options: mockOptions() }),
  await fill('command-line', { flags: flagTable(), 'server options': serverOptions() }),
]
writeGenerated(new Map(pages), [])
