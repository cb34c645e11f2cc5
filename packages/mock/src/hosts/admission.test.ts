import { describe, expect, it } from 'vitest'
import { createAdmission } from './admission.ts'

describe('createAdmission', () => {
  const admission = createAdmission({
    host: '127.0.0.1',
    allowHosts: ['mock.example.com'],
    ownOrigin: 'https://mock.example.com',
  })
  const refusalFor = (headers: Readonly<Record<string, string>>) =>
    admission({ rawHeaders: [], headers, url: '/' } as never, {
      path: '/__mock/v1/reset',
      isSdkPath: () => false,
      listsOrigin: () => false,
    })

  it.each(['127.0.0.1:4010', 'localhost', 'mock.example.com'])(
    "admits the server's own pages behind a proxy that sends the host %s",
    (host) => {
      expect(refusalFor({ host, origin: 'https://mock.example.com' })).toBeUndefined()
    },
  )

  it.each(['https://mock.example.com:8443', 'https://a.mock.example.com', 'https://mock.example', 'null'])(
    'refuses pages of any other origin there: %s',
    (origin) => {
      expect(refusalFor({ host: '127.0.0.1:4010', origin })).toBe('foreignOrigin')
    },
  )
})
