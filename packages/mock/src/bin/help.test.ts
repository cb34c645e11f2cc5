import { describe, expect, it, vi } from 'vitest'
import { callCommandLine } from '../../test/support/commandLine.ts'
import { commandNames } from './commandLine.ts'

/** A help as a command prints it: `init` writes to its terminal, the others to the console. */
async function helpOf(...command: string[]): Promise<string> {
  let written = ''
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((written += String(text))))
  try {
    const { exitCode, stdout } = await callCommandLine(...command, '--help')
    expect(exitCode).toBe(0)
    return (stdout + written).trimEnd()
  } finally {
    write.mockRestore()
  }
}

/** The first line of a flag: `  -p, --port <number>  Port to listen at`, whose text may begin in the next line. */
const flagLine = /^ {2}(?:-\w, | {4})--[\w-]+(?: <[^<>]+>)?(?: {2,}\S.*)?$/

/** A line that begins like one of a flag. */
const begun = /^ {1,8}-(?:\w,|-[\w-]+(?: <[^<>]+>)? {2,})/

const commands = [[], ...commandNames.map((name) => [name])].map((args) => ({
  command: ['latchkey-mock', ...args].join(' '),
  args,
}))

describe.each(commands)('$command --help', ({ command, args }) => {
  it('says how to call it, in at most 80 columns', async () => {
    const lines = (await helpOf(...args)).split('\n')
    expect(lines.filter((line) => line.length > 80)).toEqual([])
    expect(lines.filter((line) => line.startsWith(`Usage: ${command} `))).toHaveLength(1)
    expect(lines.filter((line) => line.endsWith(' ') || line.includes('undefined'))).toEqual([])
  })

  it('has its flags in one form, the one for help after its own', async () => {
    const text = await helpOf(...args)
    const rows = text.split('\n').filter((line) => begun.test(line))
    expect(rows.filter((line) => !flagLine.test(line))).toEqual([])
    expect(rows).toContainEqual(expect.stringMatching(/^ {2}-h, --help +Print this help\.$/))
    expect(text).toMatch(/\[flags\]/)
    expect(text).not.toMatch(/\[options\]|Repeatable/i)
  })
})

it.each([
  ['allow-host', []],
  ['ignore', ['compare']],
  ['keep', ['record']],
  ['keep', ['pull']],
  ['env', ['run']],
])('the help of --%s says that it may be repeated: latchkey-mock %j', async (flag, command) => {
  const [, ...after] = (await helpOf(...command)).split(`--${flag} `)
  expect(
    after
      .join()
      .split(/\n +(?:-\w, )?--/)[0]
      ?.replaceAll(/\s+/g, ' '),
  ).toMatch(/ May be repeated\.$/)
})
