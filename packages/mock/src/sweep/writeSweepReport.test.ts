import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { SweepReport } from './sweepReport.ts'
import { writeSweepReport } from './writeSweepReport.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-report-'))
})
afterEach(() => rm(folder, { recursive: true }))

const report: SweepReport = { version: 1, name: 'signs in', calls: [], results: [], pictures: [] }

describe('writeSweepReport', () => {
  it('writes JSON, JUnit XML and a page to a folder that it makes, for all to read', async () => {
    const mask = process.umask(0o022)
    onTestFinished(() => void process.umask(mask))
    const files = await writeSweepReport(join(folder, 'ci', 'sweeps'), report)
    expect(files.map((file) => file.slice(file.lastIndexOf('.')))).toEqual(['.json', '.xml', '.html'])
    const [json = '', xml = '', html = ''] = await Promise.all(files.map((file) => readFile(file, 'utf8')))
    expect(JSON.parse(json)).toEqual(report)
    expect(xml).toContain('<testsuite name="signs in" tests="0"')
    expect(html).toContain('<h1>signs in</h1>')
    expect((await stat(files[0] as string)).mode & 0o777).toBe(0o644)
  })

  it('writes where the page has a Blob of its own without streams, as in jsdom', async () => {
    vi.stubGlobal('Blob', Object)
    onTestFinished(() => void vi.unstubAllGlobals())
    const [json = ''] = await writeSweepReport(folder, report)
    expect(JSON.parse(await readFile(json, 'utf8'))).toEqual(report)
  })

  it('replaces the files of an earlier run, and none of another sweep', async () => {
    await writeSweepReport(folder, report)
    await writeSweepReport(folder, { ...report, name: 'Signs in' })
    const again = await writeSweepReport(folder, { ...report, calls: [{ name: 'a', method: 'GET', path: '/' }] })
    expect(JSON.parse(await readFile(again[0] as string, 'utf8')).calls).toHaveLength(1)
    expect(await readdir(folder)).toHaveLength(6)
  })

  it('names the folder that it cannot write to', async () => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    await expect(writeSweepReport(file, report)).rejects.toThrow(`Failed to write the report of a sweep to "${file}": `)
  })
})
