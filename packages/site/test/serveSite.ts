import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { folder } from './site.ts'

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
}

/** Serves the built site on loopback, as a static host does. */
export async function serveSite(): Promise<{ url: string; close(): Promise<unknown> }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const path = join(folder, pathname.endsWith('/') ? `${pathname}index.html` : pathname)
    readFile(path).then(
      (bytes) =>
        response
          .writeHead(200, {
            'content-type': types[extname(path)] ?? 'application/octet-stream',
            'cache-control': 'max-age=600',
          })
          .end(bytes),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
