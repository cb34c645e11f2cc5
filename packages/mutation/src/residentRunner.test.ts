import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { type Report, resultOf } from './report.ts'

const folder = join(import.meta.dirname, '../test')

/** A copy below this package, so that its libraries are found. */
function createCopy(): string {
  const copy = mkdtempSync(join(import.meta.dirname, '../node_modules/remembering-'))
  onTestFinished(() => rmSync(copy, { recursive: true }))
  cpSync(join(folder, 'remembering'), copy, { recursive: true })
  return copy
}

it('the runner judges each change by itself, though sources that stay loaded remember results of others', () => {
  const cwd = createCopy()
  const env = { ...process.env, LATCHKEY_MUTATION_SETUP: join(import.meta.dirname, 'loadAnew.ts') }
  execFileSync(process.execPath, [join(folder, 'changeRemembering.ts')], { cwd, env, stdio: 'ignore' })
  const { survivors, killed } = resultOf(JSON.parse(readFileSync(join(cwd, 'report.json'), 'utf8')) as Report)
  expect(survivors.map(({ code, replacement }) => `${code} => ${replacement}`).toSorted()).toEqual([
    `'' => "Stryker was here!"`,
    `', large' => ""`,
    'area > 100 => area <= 100',
    'area > 100 => area >= 100',
    'area > 100 => false',
    'area > 100 => true',
    'results.set(side, result) => ;',
  ])
  expect(killed).toBe(7)
}, 300_000)
