import type { BrowserContext } from '@playwright/test'

type Cookie = Parameters<BrowserContext['addCookies']>[0][number]

/** Cookies of the service, as a context takes them. */
export function cookiesOf(setCookies: readonly string[], serviceUrl: string): Cookie[] {
  const { hostname, pathname } = new URL(serviceUrl)
  return setCookies.map((line) => {
    const [pair = '', ...rest] = line.split('; ')
    const attributes = new Map(
      rest.map((part): [string, string] => [part.split('=')[0] ?? '', part.split('=')[1] ?? '']),
    )
    const equals = pair.indexOf('=')
    const domain = attributes.get('Domain')
    return {
      name: pair.slice(0, equals),
      value: pair.slice(equals + 1),
      domain: domain === undefined ? hostname : `.${domain}`,
      path: attributes.get('Path') ?? pathname,
      httpOnly: attributes.has('HttpOnly'),
      secure: attributes.has('Secure'),
      sameSite: (attributes.get('SameSite') ?? 'Lax') as 'Lax' | 'None' | 'Strict',
    }
  })
}

/** Writes to the `localStorage` of an origin, by an empty page of that origin, which asks no server. */
export async function storeInPage(
  context: BrowserContext,
  { origin, key, value }: { readonly origin: string; readonly key: string; readonly value: string },
): Promise<void> {
  const page = await context.newPage()
  try {
    await page.route(
      () => true,
      (route) => route.fulfill({ contentType: 'text/html', body: '' }),
    )
    await page.goto(origin)
    await page.evaluate(([key, value]) => localStorage.setItem(key, value), [key, value] as const)
  } finally {
    await page.close()
  }
}
