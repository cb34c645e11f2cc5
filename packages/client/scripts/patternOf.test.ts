import { describe, expect, it } from 'vitest'
import { patternOf } from './patternOf.ts'

const all = [
  'get /a/{id}',
  'put /a/{id}',
  'get /a',
  'get /b/a',
  'post /b/{id}/a',
  'get /login',
  'get /sso/{id}/login',
].map((line) => {
  const [method = '', path = ''] = line.split(' ')
  return { method, path }
})
const compiled = (...args: Parameters<typeof patternOf>) => new RegExp(patternOf(...args).slice(1, -1))

describe('patternOf', () => {
  it('returns a pattern that matches only the given paths', () => {
    const pattern = compiled(all, ({ path }) => path.endsWith('login'))
    expect(all.filter(({ path }) => pattern.test(path)).map(({ path }) => path)).toEqual(['/login', '/sso/{id}/login'])
    expect(pattern.source).toBe('(?:\\/login)$')
  })

  it('uses as many segments as it needs', () => {
    expect(compiled(all, ({ path }) => path === '/b/a').source).toBe('(?:\\/b\\/a)$')
  })

  it('distinguishes the operations of one path by their method', () => {
    const pattern = compiled(all, ({ method }) => method === 'put', true)
    expect(['PUT /a/{id}', 'GET /a/{id}', 'POST /b/{id}/a'].map((line) => pattern.test(line))).toEqual([
      true,
      false,
      false,
    ])
  })

  it('fails when only the method distinguishes two operations and the pattern has none', () => {
    expect(() => patternOf(all, ({ method }) => method === 'put')).toThrow(
      'put /a/{id} cannot be told from another operation of that path.',
    )
  })
})
