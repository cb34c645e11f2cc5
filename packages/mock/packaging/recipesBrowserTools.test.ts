import { spawn, spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { launchArguments, launchEnvironment, unpackChromium } from '@latchkey/chromium'
import { runnerFolder } from '@latchkey/runners'
import type { Page } from 'playwright'
import { build, preview } from 'vite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startServer } from '../src/hosts/server.ts'
import { runNode, runShell } from './consumer.ts'
import { inChromium } from './page.ts'
import { projectOf, readRecipe, writeFiles } from './recipes.ts'

// The lines of the recipe for browser wallets that other tools run beside a server, as they are written there. Puppeteer
// runs always. The others run where they are installed, and all of them in the job of CI that has the languages.

interface Tool {
  readonly command: string
  readonly args: readonly string[]
}

/** A call for each tool that shows whether it is installed, with what its lines need. */
const tools = {
  chromedriver: { command: 'chromedriver', args: ['--version'] },
  selenium: { command: 'python3', args: ['-c', 'import pytest, requests, selenium'] },
  playwright: { command: 'python3', args: ['-c', 'import playwright, pytest, requests'] },
  webdriverio: { command: 'npm', args: ['ls', '--global', 'webdriverio'] },
} as const satisfies Record<string, Tool>

type ToolName = keyof typeof tools

const isInstalled = (name: ToolName) => spawnSync(tools[name].command, tools[name].args).status === 0
const installed = (Object.keys(tools) as ToolName[]).filter(isInstalled)

/** Defines a test where the tools are installed. */
function itWith(names: readonly ToolName[], title: string, test: () => Promise<void>): void {
  if (names.every((name) => installed.includes(name))) it(title, test)
}

const variables = { NO_COLOR: '1' }

/** The variables by which the set-ups below start the Chromium of this repository. */
async function chromiumVariables(): Promise<Record<string, string>> {
  const CHROMIUM = JSON.stringify({ path: await unpackChromium(), args: ['--headless=new', ...launchArguments] })
  return { ...launchEnvironment(), ...variables, CHROMIUM }
}

const head = (script: string) => `<script src="/environment.js"></script>${script}`

/**
 * Starts a mock, and an app that serves the page of the recipe and passes its own paths of the service on to the mock.
 * The files of the recipe get the addresses of both.
 */
async function openTools(variant: string, dependencies: Readonly<Record<string, string>> = {}) {
  const mock = await startServer()
  onTestFinished(() => mock.close())
  const cwd = await projectOf('browser-wallets', dependencies, variant)
  const page = await readFile(join(cwd, 'wallet.html'), 'utf8')
  const [line = ''] = /^<script src=.*wallets\.js.*$/m.exec(await readRecipe('browser-wallets')) ?? []
  const policy = `<meta http-equiv="content-security-policy" content="script-src 'self'; connect-src 'self'">`
  const proxied = `${policy}<script src="/__mock/wallets.js"></script>`
  const ofMock = (text: string) => text.replaceAll('http://127.0.0.1:4010', mock.url)
  await writeFiles(cwd, [
    { path: 'public/environment.js', text: 'globalThis.API_URL = location.origin' },
    { path: 'wallet.html', text: head('') + page },
    { path: 'loading.html', text: head(ofMock(line)) + page },
    { path: 'proxied.html', text: head(proxied) + page },
  ])
  const input = ['wallet', 'loading', 'proxied'].map((name) => join(cwd, `${name}.html`))
  await build({
    root: cwd,
    configFile: false,
    logLevel: 'error',
    build: { target: 'es2022', modulePreload: false, rolldownOptions: { input } },
  })
  const proxy = { '/__mock': mock.url, '/api/': mock.url }
  const app = await preview({ root: cwd, configFile: false, preview: { port: 0, host: '127.0.0.1', proxy } })
  onTestFinished(() => app.close())
  const url = String(app.resolvedUrls?.local[0])
  for (const path of ['test_selenium.py', 'test_playwright.py', 'wallet.wdio.mjs', 'wallet.puppeteer.mjs']) {
    const text = ofMock(await readFile(join(cwd, path), 'utf8'))
    await writeFiles(cwd, [{ path, text: text.replaceAll('http://127.0.0.1:5173/', url) }])
  }
  /** The kinds and the ends of what the wallets were asked, of which each tool refuses the first. */
  const asked = async () => {
    const control = new URL('/__mock/v1/wallets/browser', mock.url)
    const { wallets } = (await (await fetch(control)).json()) as { wallets: { walletId: string }[] }
    const [first] = wallets
    const details = await fetch(`${control}/details?walletId=${first?.walletId}`)
    const { requests } = (await details.json()) as { requests: { kind: string; status: string }[] }
    return requests.map(({ kind, status }) => `${kind} ${status}`)
  }
  return { cwd, mock, url, asked }
}

const refusedThenSignedIn = ['connect refused', 'connect approved', 'message approved']

it('runs the lines of each tool that has to be installed here', () => {
  const required = (process.env.LATCHKEY_BROWSER_TOOLS ?? '').split(',').filter((name) => name !== '')
  expect(installed).toEqual(expect.arrayContaining(required))
})

describe('the lines for other tools', () => {
  it('run in Puppeteer', async () => {
    const { cwd, asked } = await openTools('puppeteer', { 'puppeteer-core': runnerFolder('puppeteer-core') })
    const run = {
      path: 'run.mjs',
      text: `import puppeteer from 'puppeteer-core'
        import { signInWithWallet } from './wallet.puppeteer.mjs'
        const { path: executablePath, args } = JSON.parse(process.env.CHROMIUM)
        const browser = await puppeteer.launch({ executablePath, args, env: process.env })
        try {
          const page = await browser.newPage()
          page.setDefaultTimeout(60_000)
          await signInWithWallet(page)
        } finally {
          await browser.close()
        }`,
    }
    await writeFiles(cwd, [run])
    expect(await runNode([run.path], { cwd, variables: await chromiumVariables() })).toBe('')
    expect(await asked()).toEqual(refusedThenSignedIn)
  })

  itWith(['chromedriver', 'webdriverio'], 'run in WebdriverIO', async () => {
    const root = String(spawnSync('npm', ['root', '--global']).stdout).trim()
    const { cwd, asked } = await openTools('wdio', { webdriverio: join(root, 'webdriverio') })
    const driver = spawn('chromedriver', ['--port=0', '--disable-build-check'], { env: await chromiumVariables() })
    onTestFinished(() => void driver.kill())
    const port = await new Promise<string>((resolve, reject) => {
      let output = ''
      driver.on('exit', () => reject(new Error(`chromedriver has ended: ${output}`)))
      driver.stdout.on('data', (chunk) => {
        output += String(chunk)
        const [, started] = /started successfully on port (\d+)/.exec(output) ?? []
        if (started) resolve(started)
      })
    })
    const run = {
      path: 'run.mjs',
      text: `import { remote } from 'webdriverio'
        import { signInWithWallet } from './wallet.wdio.mjs'
        const { path: binary, args } = JSON.parse(process.env.CHROMIUM)
        const browser = await remote({
          hostname: '127.0.0.1', port: ${port}, logLevel: 'silent', waitforTimeout: 60_000,
          capabilities: { browserName: 'chrome', 'goog:chromeOptions': { binary, args } },
        })
        try {
          await signInWithWallet(browser)
        } finally {
          await browser.deleteSession()
        }`,
    }
    await writeFiles(cwd, [run])
    await runNode([run.path], { cwd, variables: await chromiumVariables() })
    expect(await asked()).toEqual(refusedThenSignedIn)
  })

  itWith(['chromedriver', 'selenium'], 'run in Selenium with Python', async () => {
    const { cwd, asked } = await openTools('selenium')
    const fixture = {
      path: 'conftest.py',
      text: `import json, os, shutil
import pytest
from selenium import webdriver

@pytest.fixture
def driver():
    chromium = json.loads(os.environ["CHROMIUM"])
    options = webdriver.ChromeOptions()
    options.binary_location = chromium["path"]
    for argument in chromium["args"]:
        options.add_argument(argument)
    service = webdriver.ChromeService(shutil.which("chromedriver"), service_args=["--disable-build-check"])
    driver = webdriver.Chrome(options=options, service=service)
    yield driver
    driver.quit()
`,
    }
    await writeFiles(cwd, [fixture])
    const line = 'python3 -m pytest -q -p no:cacheprovider test_selenium.py'
    expect(await runShell(line, { cwd, variables: await chromiumVariables() })).toContain('1 passed')
    expect(await asked()).toEqual(refusedThenSignedIn)
  })

  itWith(['playwright'], 'run in Playwright with Python', async () => {
    const { cwd, asked } = await openTools('playwright')
    const fixture = {
      path: 'conftest.py',
      text: `import json, os
import pytest
from playwright.sync_api import expect, sync_playwright

@pytest.fixture
def page():
    chromium = json.loads(os.environ["CHROMIUM"])
    expect.set_options(timeout=60_000)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium["path"], args=chromium["args"])
        page = browser.new_page()
        page.set_default_timeout(60_000)
        yield page
        browser.close()
`,
    }
    await writeFiles(cwd, [fixture])
    const line = 'python3 -m pytest -q -p no:cacheprovider test_playwright.py'
    expect(await runShell(line, { cwd, variables: await chromiumVariables() })).toContain('1 passed')
    expect(await asked()).toEqual(refusedThenSignedIn)
  })
})

describe('the element of the recipe that loads the script', () => {
  async function signIn(page: Page, refuse: () => void): Promise<void> {
    const button = page.getByRole('button', { name: 'Test wallet (EVM)' })
    const shows = (text: string | RegExp) => page.getByRole('status').filter({ hasText: text }).waitFor()
    refuse()
    await button.click()
    await shows('cancelled')
    await button.click()
    await shows(/^0x/)
    await page.reload()
    await shows(/^0x/)
    await button.waitFor()
  }

  it.each([
    ['of the mock', 'loading.html'],
    ['of a proxy in Vite, under a policy that only allows the page itself', 'proxied.html'],
  ])('puts the wallets into a page by a URL %s', async (_, path) => {
    const { mock, url, asked } = await openTools(path.replace('.', '-'))
    const wallet = await mock.mock.wallets.browser({ name: 'Test wallet (EVM)' })
    await inChromium(url + path, (page) => signIn(page, () => wallet.refuseNext()))
    expect(await asked()).toEqual(refusedThenSignedIn)
    expect(wallet.connections).toEqual([new URL(url).origin])
  })
})
