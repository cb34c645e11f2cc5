import { spawn } from 'node:child_process'

/** The program that opens a URL, by platform. None of them is a shell. */
const openers: Readonly<Record<string, readonly [command: string, ...args: string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/**
 * Opens a URL in the browser.
 *
 * @returns Whether a program took it.
 */
export function openBrowser(url: string, platform: string = process.platform): Promise<boolean> {
  const [command, ...args] = openers[platform] ?? ['xdg-open']
  return new Promise((resolve) => {
    const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true })
    child.once('error', () => resolve(false))
    child.once('exit', (code) => resolve(code === 0))
    child.unref()
  })
}
