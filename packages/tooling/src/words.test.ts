import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/**
 * "Alone" at the end of a clause mostly means *only*. It means *by itself* in front of a verb ("the id alone says"), and
 * where something is left, runs, passes or is relied on alone, or is named by its id alone.
 */
const aloneForOnly =
  /^(?!.*\b(?:leave|leaves|leaving|left|let|run|runs|passes|rely|id)\b.*\balone\b).*[\w`"')>] alone(?=[`"'*]*(?:[.,;:)!?…](?!\w)|$)| +(?:and\b|or\b|but\b|\||\*\/))/i

/** Words at which readers stop, and the usual ones. */
const words: readonly (readonly [word: RegExp, usual: string])[] = [
  [/\bpretended\b/i, 'simulated'],
  [/\bor alike\b/i, 'or similar'],
  [/\bclients of the field\b/i, 'common libraries'],
  [/\bforeign tokens\b/i, 'external tokens'],
  [aloneForOnly, 'only, before the word that it limits'],
]

const files = execFileSync('git', ['ls-files', '--', '*.ts', '*.tsx', '*.mjs', '*.md', '*.yaml', '*.vue'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => existsSync(`${root}/${path}`) && !/CHANGELOG\.md$|\/words\.test\.ts$|^$/.test(path))

/** The lines of a text that have such a word, with the usual one. */
const unusualLines = (text: string) =>
  text.split('\n').flatMap((line) => {
    const found = words.find(([word]) => word.test(line))
    return found ? [`${line.trim()} (${found[1]})`] : []
  })

it('has the usual words in sources and pages', () => {
  const unusual = files.flatMap((path) =>
    unusualLines(readFileSync(`${root}/${path}`, 'utf8')).map((line) => `${path}: ${line}`),
  )
  expect(files.length).toBeGreaterThan(2_000)
  expect(unusual).toEqual([])
})

it('finds such a word, and what is usual for it', () => {
  expect(unusualLines('/** The pretended chains. */\nconst a = 1')).toEqual([
    '/** The pretended chains. */ (simulated)',
  ])
})

it.each([
  ['// It is for tests alone.', true],
  ['| `sms` | in the outbox alone |', true],
  ["it('takes the header alone, and no cookie', () => {", true],
  ['with the token alone and', true],
  ['// A digest alone says nothing.', false],
  ['It leaves the cookies of others alone.', false],
  ['summary: Get a user by id alone', false],
  ['const alone = run({ timed, alone })', false],
])('tells alone in place of only from alone for by itself: %s', (line, isFor) => {
  expect(unusualLines(line)).toHaveLength(isFor ? 1 : 0)
})
