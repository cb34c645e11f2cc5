import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { folder, pages } from './site.ts'

const origin = 'https://site.test'

/** Every URL that a page loads or leads to, with the page that has it. */
const references = [...pages].flatMap(([page, $]) =>
  $('[href], [src]')
    .toArray()
    .map((element) => ({ page, tag: element.tagName, url: $(element).attr('href') ?? $(element).attr('src') ?? '' })),
)

const resolved = references.map((reference) => ({
  ...reference,
  target: new URL(reference.url, `${origin}/${reference.page}`),
}))
const internal = resolved.filter(({ target }) => target.origin === origin)
const external = resolved.filter(({ target }) => target.origin !== origin)

/** The file that a static server sends for a path. */
const fileAt = (path: string) => decodeURIComponent(path.endsWith('/') ? `${path}index.html` : path).slice(1)

const describeReference = ({ page, url }: { page: string; url: string }) => `${page}: ${url}`

it('each link of the site leads to a file of the site that exists', () => {
  const dead = internal.filter(({ target }) => !existsSync(join(folder, fileAt(target.pathname))))
  expect(internal.length).toBeGreaterThan(0)
  expect(dead.map(describeReference)).toEqual([])
})

it('each link of the site leads to a heading that exists', () => {
  const anchors = new Map(
    [...pages].map(([page, $]) => [
      page,
      new Set(
        $('[id]')
          .toArray()
          .map((element) => $(element).attr('id')),
      ),
    ]),
  )
  const dead = internal.filter(
    ({ target }) =>
      target.hash !== '' && !anchors.get(fileAt(target.pathname))?.has(decodeURIComponent(target.hash.slice(1))),
  )
  expect(dead.map(describeReference)).toEqual([])
})

it('no page of the site loads anything from another host', () => {
  const loaded = external.filter(({ tag, target }) => tag !== 'a' && target.protocol !== 'data:')
  expect(loaded.map(describeReference)).toEqual([])
})

it('each link from the site to another one uses https', () => {
  const others = external.filter(({ tag, target }) => tag === 'a' && !['https:', 'mailto:'].includes(target.protocol))
  expect(others.map(describeReference)).toEqual([])
})

it('each image and drawing of the site has a description', () => {
  const silent = [...pages].flatMap(([page, $]) => [
    ...$('img:not([alt])')
      .toArray()
      .map((element) => `${page}: ${$(element).attr('src')}`),
    ...$('figure svg')
      .toArray()
      .filter((element) => $(element).find('> title').text() === '' || $(element).find('> desc').text() === '')
      .map(() => `${page}: a drawing`),
  ])
  expect(silent).toEqual([])
})
