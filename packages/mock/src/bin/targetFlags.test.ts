import { expect, it, vi } from 'vitest'
import { runCompare } from './compare.ts'
import { runPull } from './pull.ts'
import { runRecord } from './record.ts'
import { usage } from './usage.ts'

it('has help texts of 80 columns, each of which names all of its flags', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  for (const run of [runCompare, runRecord, (args: readonly string[]) => runPull(args, {})]) await run(['--help'])
  const texts = [usage(), ...log.mock.calls.flat().map(String)]
  log.mockRestore()
  expect(texts).toHaveLength(4)
  expect(texts.flatMap((text) => text.split('\n')).filter((line) => line.length > 80)).toEqual([])
  const [, compare, record, pull] = texts
  for (const flag of ['--target', '--port', '--allow-host', '--timeout', '--names', '--report', '--ignore'])
    expect(compare).toContain(flag)
  for (const flag of ['--target', '--port', '--allow-host', '--timeout', '--names', '--scenario'])
    expect(record).toContain(flag)
  for (const flag of [
    '--target',
    '--token',
    '--environment',
    '--scenario',
    '--people',
    '--allow-writing-token',
    '--timeout',
    '--names',
  ])
    expect(pull).toContain(flag)
})
