import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../node_modules/.cache/chromium/', import.meta.url))
const unpacked = join(folder, '153')

/** The path of the browser's program, which {@link unpackChromium} creates. */
export const executablePath = join(unpacked, 'chromium')

/**
 * Arguments for Chromium: no sandbox, since tests may run as root, and no network traffic that Chromium starts itself.
 * Web security stays on, so that CORS is real. Without a zygote the pages' processes are children of the browser, whose
 * processor time counts as that of the tests. Names below `.example` lead to this machine.
 */
export const launchArguments = [
  '--no-sandbox',
  '--no-zygote',
  '--no-first-run',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--disable-sync',
  '--disable-component-update',
  '--disable-background-networking',
  '--host-resolver-rules=MAP *.example 127.0.0.1',
]

/** Environment variables for Chromium: its shared libraries, if the machine lacks them, and a folder for its files. */
export function launchEnvironment(): Record<string, string> {
  const { LD_LIBRARY_PATH, ...environment } = process.env as Record<string, string>
  const libraries = [join(unpacked, 'al2023', 'lib'), LD_LIBRARY_PATH].filter(Boolean).join(':')
  return { ...environment, TMPDIR: folder, LD_LIBRARY_PATH: libraries, FONTCONFIG_FILE: join(unpacked, 'fonts.conf') }
}

/**
 * The font configuration. That of the package names folders of another machine; without a font `innerText` is empty.
 */
const fontConfiguration = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(unpacked, 'fonts')}</dir>
  <cachedir>${join(folder, 'font-cache')}</cachedir>
</fontconfig>
`

/** Unpacks Chromium from its npm package, once per installation. Several processes may do this at the same time. */
export async function unpackChromium(): Promise<string> {
  if (existsSync(executablePath)) return executablePath
  await mkdir(folder, { recursive: true })
  const draft = await mkdtemp(join(folder, 'draft-'))
  const before = { TMPDIR: process.env.TMPDIR, AWS_EXECUTION_ENV: process.env.AWS_EXECUTION_ENV }
  // The package unpacks to the temporary folder, and its shared libraries only if this seems to be AWS Lambda.
  Object.assign(process.env, { TMPDIR: draft, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' })
  try {
    const { default: chromium } = await import('@sparticuz/chromium')
    await chromium.executablePath()
    await writeFile(join(draft, 'fonts.conf'), fontConfiguration)
    await rename(draft, unpacked)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    if (!existsSync(executablePath)) throw error
  } finally {
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  }
  return executablePath
}
