import { parseJson, problemOfJson } from '@latchkey/base/parseJson'
import type { Reply } from '@latchkey/base/reply'
import { assert, DomainError } from '../domain/shared/errors.ts'
import type { BrowserWallets } from '../world/browserWallets.ts'

interface PageVisit {
  readonly method: string
  /** The segments of the path below that of the wallets. */
  readonly path: readonly string[]
  readonly header: (name: string) => string | null
  text(): Promise<string>
}

/** Answers the script that puts browser wallets into pages. The browser says which origin a page has. */
export async function answerWalletPage(wallets: BrowserWallets, visit: PageVisit): Promise<Reply> {
  const { method, path, header } = visit
  assert(method === 'POST', 'methodNotAllowed', { allow: 'POST' })
  assert(path.join('/') === wallets.pageKey, 'forbidden', {
    message:
      'This page has no key to the wallets of this mock. The script `wallets.js` of the control interface has it.',
  })
  const origin = header('origin')
  assert(origin !== null, 'forbidden', { message: 'Only pages reach wallets, and browsers say their `Origin`.' })
  const pages = await wallets.pages()
  try {
    return { status: 200, body: await pages.answer(origin, readJson(await visit.text())) }
  } catch (error) {
    if (error instanceof TypeError) throw new DomainError('badRequest', { message: error.message })
    throw error
  }
}

/** @throws DomainError `badRequest` */
function readJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    throw new DomainError('badRequest', { message: problemOfJson(error) })
  }
}
