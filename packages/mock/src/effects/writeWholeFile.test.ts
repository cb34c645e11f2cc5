import fs from 'node:fs'
import { chmod, lstat, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { writeWholeFile } from './writeWholeFile.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-whole-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Writes these texts, and then fails if it is told to. */
const streamOf = (texts: readonly string[], failure?: Error) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const text of texts) controller.enqueue(new TextEncoder().encode(text))
      if (failure) controller.error(failure)
      else controller.close()
    },
  })

describe('writeWholeFile', () => {
  it('creates a file, and replaces one with its mode', async () => {
    const file = join(folder, 'state.json')
    await writeWholeFile(file, streamOf(['one ', 'text']))
    expect(await readFile(file, 'utf8')).toBe('one text')
    await writeFile(join(folder, 'secret.json'), 'old', { mode: 0o600 })
    await writeWholeFile(join(folder, 'secret.json'), streamOf(['new']))
    expect(await readFile(join(folder, 'secret.json'), 'utf8')).toBe('new')
    expect((await stat(join(folder, 'secret.json'))).mode & 0o777).toBe(0o600)
    expect((await readdir(folder)).sort()).toEqual(['secret.json', 'state.json'])
  })

  it('has all of the new file on the disk before it takes the name of the old one', async () => {
    const file = join(folder, 'state.json')
    await writeFile(file, 'old')
    const flushed: string[] = []
    const { fsync } = fs
    const spy = vi.spyOn(fs, 'fsync').mockImplementation((descriptor, then) => {
      flushed.push(fs.readFileSync(file, 'utf8'))
      fsync(descriptor, then)
    })
    onTestFinished(() => spy.mockRestore())
    await writeWholeFile(file, streamOf(['new']))
    expect([flushed, await readFile(file, 'utf8')]).toEqual([['old'], 'new'])
  })

  it('creates a file only for its owner, its draft too, whatever the mask', async () => {
    const file = join(folder, 'state.json')
    const mask = process.umask(0)
    try {
      const modes: number[] = []
      const stream = new ReadableStream<Uint8Array>({
        async pull(controller) {
          for (const name of await readdir(folder)) modes.push((await stat(join(folder, name))).mode & 0o777)
          controller.enqueue(new TextEncoder().encode('x'))
          if (modes.length > 1) controller.close()
        },
      })
      await writeWholeFile(file, stream)
      expect(new Set([...modes, (await stat(file)).mode & 0o777])).toEqual(new Set([0o600]))
    } finally {
      process.umask(mask)
    }
    await chmod(file, 0o640)
    await writeWholeFile(file, streamOf(['new']))
    expect((await stat(file)).mode & 0o777).toBe(0o640)
  })

  it('creates a file for others, too, if it is told to', async () => {
    const file = join(folder, 'report.html')
    const mask = process.umask(0o022)
    onTestFinished(() => void process.umask(mask))
    await writeWholeFile(file, streamOf(['report']), 0o666)
    expect((await stat(file)).mode & 0o777).toBe(0o644)
  })

  it('writes through no link that waits by the name of a draft', async () => {
    const [file, other] = [join(folder, 'state.json'), join(folder, 'other')]
    await writeFile(other, 'precious')
    await symlink(other, `${file}.${process.pid}.part`)
    await writeWholeFile(file, streamOf(['new']))
    expect([await readFile(file, 'utf8'), await readFile(other, 'utf8')]).toEqual(['new', 'precious'])
  })

  it('leaves the old file, and no part of the new one, when the writing fails', async () => {
    const file = join(folder, 'state.json')
    const broken = () => writeWholeFile(file, streamOf(['half of it'], new Error('no space left on device')))
    await expect(broken()).rejects.toThrow('no space left on device')
    expect(await readdir(folder)).toEqual([])
    await writeFile(file, 'old')
    await expect(broken()).rejects.toThrow('no space left on device')
    expect([await readdir(folder), await readFile(file, 'utf8')]).toEqual([['state.json'], 'old'])
  })

  it('writes what a link leads to, and what is not a file as it comes', async () => {
    const [file, link] = [join(folder, 'state.json'), join(folder, 'link.json')]
    await writeFile(file, 'old')
    await symlink(file, link)
    await writeWholeFile(link, streamOf(['new']))
    expect([(await lstat(link)).isSymbolicLink(), await readFile(file, 'utf8')]).toEqual([true, 'new'])
    await writeWholeFile('/dev/null', streamOf(['gone']))
    expect((await stat('/dev/null')).isCharacterDevice()).toBe(true)
  })
})
