import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { folder, readPages } from './site.ts'

const read = (name: string) => readFileSync(`${folder}${name}`, 'utf8')
const index = read('llms.txt')
const full = read('llms-full.txt')
const entries = Array.from(index.matchAll(/^- \[(.+)\]\(\/(\S+)\): (.*)$/gm), ([, title, path, description]) => ({
  title,
  path: path ?? '',
  description: description ?? '',
}))

it('llms.txt lists every page of the site, each with a sentence', () => {
  expect(entries.map(({ path }) => path).sort()).toEqual(readPages.filter((path) => path !== 'index.html'))
  expect(entries.filter(({ description }) => !/^\S.{10,}\.$/.test(description))).toEqual([])
})

it('llms-full.txt has every page of the site, with the code that it shows and without parts of a page', () => {
  expect(readPages.filter((path) => path !== 'index.html' && !full.includes(`<!-- /${path} -->`))).toEqual([])
  expect(full).toContain("it('signs a person in with the code from the e-mail'")
  expect(full).not.toMatch(/^(<<<|<\/?Try>|<Call|<Drawing)/m)
})
