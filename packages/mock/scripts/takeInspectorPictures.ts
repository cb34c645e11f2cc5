// Takes the pictures of the inspector that the READMEs show: `node --conditions=@latchkey/source scripts/takeInspectorPictures.ts`
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { launchArguments, launchEnvironment, unpackChromium } from '@latchkey/chromium'
import { type Browser, chromium } from 'playwright'
import { bundleInspector } from '../packaging/bundleInspector.ts'
import { type MockServer, startServer } from '../src/hosts/server.ts'
import { playDemo } from '../test/inspector/demo.ts'
import { serveInspector } from '../test/inspector/serveInspector.ts'

const folder = fileURLToPath(new URL('../docs/inspector/', import.meta.url))
const maximumBytes = 150_000
const sizes = { wide: { width: 1280, height: 800 }, narrow: { width: 375, height: 812 } }
/** The pictures that the READMEs show. With `--all`, there is one of each view, size and scheme, to look at. */
const shown = new Set([
  'overview-wide-light',
  'requests-wide-light',
  'requests-wide-dark',
  'people-wide-light',
  'wallets-wide-light',
  'clock-wide-light',
  'inbox-wide-light',
])

const all = process.argv.includes('--all')
const { code } = await bundleInspector()
const server = await startServer({ seed: 'pictures', now: '2026-03-02T09:12:00.000Z' }, { port: 4010 })
const fonts = await mkdtemp(join(tmpdir(), 'fonts-'))
const browser = await launch()
try {
  await playDemo(server)
  await mkdir(folder, { recursive: true })
  for (const { name, hash } of await listViews()) {
    for (const [size, viewport] of Object.entries(sizes)) {
      for (const colorScheme of ['light', 'dark'] as const) {
        const file = `${hash || 'overview'}-${size}-${colorScheme}`
        if (all || shown.has(file)) await take({ file, name, hash: await linkOf(server, hash), viewport, colorScheme })
      }
    }
  }
} finally {
  await browser.close()
  await server.close()
  await rm(fonts, { recursive: true })
}

/** The views that the navigation leads to. */
async function listViews(): Promise<{ name: string; hash: string }[]> {
  const page = await browser.newPage()
  await serveInspector(page, code)
  await page.goto(`${server.url}/__mock/`)
  await page.getByRole('navigation').waitFor()
  const links = await page.getByRole('navigation').getByRole('link').all()
  const listed = await Promise.all(
    links.map(async (link) => ({
      name: (await link.textContent()) ?? '',
      hash: ((await link.getAttribute('href')) ?? '').replace('#/', ''),
    })),
  )
  await page.close()
  return listed
}

/** With a record opened, in the views that show one. */
async function linkOf({ mock }: MockServer, hash: string): Promise<string> {
  const records: Readonly<Record<string, string | undefined>> = {
    requests: mock.journal.list('users.list').at(-1)?.requestId,
    events: mock.webhooks.messages().at(-1)?.id,
    people: (await mock.people.list({ limit: 1 })).users[0]?.id,
    wallets: (await mock.wallets.list({ kind: 'embedded' })).wallets[0]?.id,
  }
  return records[hash] === undefined ? `#/${hash}` : `#/${hash}/${records[hash]}`
}

/** The fonts of Chromium's package, and those of the machine for code. */
async function launch(): Promise<Browser> {
  const executablePath = await unpackChromium()
  const file = join(fonts, 'fonts.conf')
  const sans = '<alias><family>system-ui</family><prefer><family>Open Sans</family></prefer></alias>'
  const folders = [join(dirname(executablePath), 'fonts'), '/usr/share/fonts'].map((path) => `<dir>${path}</dir>`)
  const cache = `<cachedir>${fonts}</cachedir>`
  await writeFile(file, `<?xml version="1.0"?>\n<fontconfig>${folders.join('')}${sans}${cache}</fontconfig>\n`)
  const env = { ...launchEnvironment(), FONTCONFIG_FILE: file }
  return chromium.launch({ executablePath, args: launchArguments, env })
}

interface Picture {
  readonly file: string
  /** Of the view. */
  readonly name: string
  readonly hash: string
  readonly viewport: { readonly width: number; readonly height: number }
  readonly colorScheme: 'light' | 'dark'
}

async function take({ file, name, hash, viewport, colorScheme }: Picture): Promise<void> {
  const page = await browser.newPage({ viewport, colorScheme, reducedMotion: 'reduce', timezoneId: 'UTC' })
  await serveInspector(page, code)
  await page.goto(`${server.url}/__mock/${hash}`)
  await page.getByRole('heading', { name, level: 1 }).waitFor()
  await page.getByRole('banner').getByText('Live', { exact: true }).waitFor()
  await page.getByText('Reading…').first().waitFor({ state: 'detached' })
  const path = `${folder}${file}.png`
  await page.screenshot({ path })
  await page.close()
  const { size } = await stat(path)
  if (size > maximumBytes) throw new Error(`${path} has ${size} bytes, more than ${maximumBytes}.`)
}
