import { http, HttpResponse, ws } from 'msw'
import { expect, it, onTestFinished } from 'vitest'
import { createMock } from '../mock/createMock.ts'

it('does not listen anew for each mock, of which Node would warn in a file with many tests', async () => {
  const warnings: Error[] = []
  const note = (warning: Error) => void warnings.push(warning)
  process.on('warning', note)
  onTestFinished(() => void process.off('warning', note))
  const mocks = Array.from({ length: 12 }, () => createMock({ baseUrl: 'https://many.example.com' }))
  const handlers = mocks.map((mock) => mock.handlers({ http, HttpResponse, ws }))
  // Node emits a warning in the next turn.
  await new Promise((resolve) => setTimeout(resolve))
  expect(warnings).toEqual([])
  expect(new Set(handlers.flat()).size).toBe(24)
})
