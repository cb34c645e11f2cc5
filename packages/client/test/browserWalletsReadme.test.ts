import { readFileSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import * as browserWallets from '../src/browserWallets.ts'
import { makeFolder, typeErrors } from './typeCheck.ts'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const [, section = ''] = /^## Browser wallets\n(.*?)^## /ms.exec(readme) ?? []

it('the README has each function that takes the object of a wallet', () => {
  const names = Object.keys(browserWallets).filter((name) => name.startsWith('from'))
  const shown = Array.from(section.matchAll(/\| `(from\w+)\(/g), ([, name]) => name)
  expect(shown.sort()).toEqual(names.sort())
})

it('the code about wallets in the README is correct', async () => {
  const [first = '', second = ''] = Array.from(section.matchAll(/^```tsx\n(.*?)^```/gms), ([, code]) => code)
  const assumed = `import type { Session } from '@latchkey/client/session'
    import type { Eip1193Provider } from '@latchkey/client/browser-wallets'
    declare const session: Session
    declare const show: (text: string) => void
    declare const showBanner: (text: string) => void
    declare global { interface Window { ethereum: Eip1193Provider } }\n`
  const folder = makeFolder({ 'wallets.ts': `${assumed}${first}\n${second}` }, onTestFinished)
  expect(await typeErrors(folder, ['wallets.ts'])).toEqual([])
})
