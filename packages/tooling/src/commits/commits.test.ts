import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsOf } from './faultsOf.ts'
import { readCommits } from './readCommits.ts'

const hash = '0123456789abcdef'

describe('the message of a commit', () => {
  it.each([
    ['a fix that says why', 'fix(mock): end a session once', 'Two replies ended it twice.'],
    ['a feature without a body', 'feat(mock): serve gates', ''],
    ['a subject of 72 characters', `docs: ${'x'.repeat(66)}`, ''],
    ['a subject that only begins like a fix', 'fixtures: add a user', ''],
  ])('is accepted: %s', (_, subject, body) => {
    expect(faultsOf({ hash, subject, body })).toEqual([])
  })

  it.each([
    ['a fix without a reason', 'fix(mock): end a session once', '\n', 'a fix has a body that says why'],
    ['a breaking refactor without a reason', 'refactor(client)!: rename', '', 'a refactor has a body that says why'],
    ['a subject of 73 characters', `docs: ${'x'.repeat(67)}`, '', 'its subject has 73 characters'],
  ])('is refused: %s', (...[, subject, body, fault]) => {
    expect(faultsOf({ hash, subject, body })).toEqual([expect.stringContaining(fault)])
  })
})

describe('the commits of a checkout', () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-commits-'))
  const git = (...parameters: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...parameters], {
      cwd: folder,
      encoding: 'utf8',
    }).trim()
  const commit = (...message: string[]) =>
    git('commit', '-q', '--allow-empty', ...message.flatMap((text) => ['-m', text]))
  let first = ''

  beforeAll(() => {
    git('init', '-q')
    commit('old: without rules')
    first = git('rev-parse', 'HEAD')
    commit('fix: mend it', 'It was broken.')
    commit('docs: tell it')
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('are those after the given one, with their bodies', () => {
    expect(readCommits(folder, first).map(({ subject, body }) => [subject, body.trim()])).toEqual([
      ['docs: tell it', ''],
      ['fix: mend it', 'It was broken.'],
    ])
  })

  it('are only the newest one in a shallow clone that does not reach back', () => {
    const shallow = join(folder, 'shallow')
    git('clone', '-q', '--depth', '1', `file://${folder}`, shallow)
    expect(readCommits(shallow, first).map(({ subject }) => subject)).toEqual(['docs: tell it'])
  })
})
