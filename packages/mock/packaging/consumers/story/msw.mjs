import * as mock from '@latchkey/mock'
import { mswStory } from './mswStory.cjs'

const [, , name] = process.argv
const { http, HttpResponse } = await import(name)
const { setupServer } = await import(`${name}/node`)
console.log(JSON.stringify(await mswStory(mock, { http, HttpResponse, setupServer })))
