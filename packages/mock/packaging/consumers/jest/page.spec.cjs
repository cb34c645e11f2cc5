/** @jest-environment @latchkey/mock/jest-environment */
const { createServer } = require('node:http')

// What pages of jsdom do with forms, blobs and signals, and what they send and receive with fetch.

let server
let url
/** The latest request: its content type and its text. */
let sent

beforeAll(async () => {
  server = createServer(async (request, response) => {
    if (request.url === '/never') return
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    sent = { type: request.headers['content-type'], text: Buffer.concat(chunks).toString('utf8') }
    response.setHeader('content-type', request.headers['content-type'] ?? 'text/plain')
    response.end(sent.text)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${server.address().port}/`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

function createForm() {
  document.body.innerHTML = '<form><input name="email" value="ada@example.com"></form>'
  return new FormData(document.querySelector('form'))
}

function readText(blob) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result))
    reader.addEventListener('error', () => reject(reader.error))
    reader.readAsText(blob)
  })
}

test('reads the fields of a form', () => {
  expect([...createForm()]).toEqual([['email', 'ada@example.com']])
})

test('ends listeners by a signal', () => {
  const controller = new AbortController()
  const listener = jest.fn()
  document.addEventListener('click', listener, { signal: controller.signal })
  document.body.click()
  controller.abort()
  document.body.click()
  expect(listener).toHaveBeenCalledTimes(1)
})

test('reads blobs', async () => {
  const blob = new Blob(['Ada'], { type: 'text/plain' })
  expect([await readText(blob), await blob.text(), (await blob.arrayBuffer()).byteLength]).toEqual(['Ada', 'Ada', 3])
})

test('sends a form with a file, and reads a form', async () => {
  const form = createForm()
  form.append('a "note"', new File(['1\n2'], 'a"b.txt', { type: 'text/plain' }))
  const response = await fetch(url, { method: 'POST', body: form })
  const [, boundary] = sent.type.match(/^multipart\/form-data; boundary=(\S+)$/)
  expect(sent.text.split(`--${boundary}`)).toEqual([
    '',
    '\r\ncontent-disposition: form-data; name="email"\r\n\r\nada@example.com\r\n',
    '\r\ncontent-disposition: form-data; name="a %22note%22"; filename="a%22b.txt"\r\ncontent-type: text/plain\r\n\r\n1\n2\r\n',
    '--\r\n',
  ])
  const received = await response.clone().formData()
  expect(received).toBeInstanceOf(FormData)
  expect(received.get('email')).toBe('ada@example.com')
  expect(await readText(await response.blob())).toBe(sent.text)
})

test('sends a blob and parameters, each with its type', async () => {
  await fetch(url, { method: 'POST', body: new Blob(['{}'], { type: 'application/json' }), keepalive: true })
  expect(sent).toEqual({ type: 'application/json', text: '{}' })
  await fetch(url, { method: 'POST', body: new URLSearchParams({ a: '1 2' }) })
  expect(sent).toEqual({ type: 'application/x-www-form-urlencoded;charset=UTF-8', text: 'a=1+2' })
  await fetch(url, { method: 'POST', body: 'Ada', headers: new Headers({ 'content-type': 'text/x-name' }) })
  expect(sent).toEqual({ type: 'text/x-name', text: 'Ada' })
})

test('breaks off a request by a signal', async () => {
  const controller = new AbortController()
  const request = fetch(`${url}never`, { signal: controller.signal })
  controller.abort()
  await expect(request).rejects.toBe(controller.signal.reason)
  await expect(fetch(url, { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' })
})

test('has requests and responses whose parts are those of the page', async () => {
  const { signal } = new AbortController()
  const request = new Request(url, { method: 'POST', body: createForm(), signal }).clone()
  expect(request.signal).toBeInstanceOf(AbortSignal)
  expect((await request.formData()).get('email')).toBe('ada@example.com')
  const responses = [new Response('Ada'), Response.json({}), Response.redirect(url), Response.error(), await fetch(url)]
  for (const response of responses) expect(response).toBeInstanceOf(Response)
  expect(await new Response(new Blob(['Ada'])).text()).toBe('Ada')
})

test('leaves what jsdom has as it is', () => {
  const names = ['AbortController', 'AbortSignal', 'Blob', 'File', 'FormData', 'Headers', 'URLSearchParams', 'Event']
  // Classes of jsdom belong to the window, and cannot be found outside of it.
  const outside = jest
    .requireActual('node:vm')
    .runInThisContext(`(${JSON.stringify(names)}).map((name) => globalThis[name])`)
  expect(names.filter((name, index) => globalThis[name] === outside[index])).toEqual([])
})
