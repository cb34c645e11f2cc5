import * as mock from '@latchkey/mock'
import { mswStory } from '../story/mswStory.cjs'

test.each(process.env.MSW_PACKAGES.split(','))('answers what %s catches', async (name) => {
  const { http, HttpResponse } = await import(name)
  const { setupServer } = await import(`${name}/node`)
  expect(await mswStory(mock, { http, HttpResponse, setupServer })).toEqual([200, ['ada@example.com'], 401])
})
