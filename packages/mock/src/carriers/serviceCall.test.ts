import { describe, expect, it } from 'vitest'
import { calledService } from './serviceCall.ts'

const environmentId = '00000000-0000-7000-8000-000000000004'

describe('calledService', () => {
  it.each([
    [`https://api.example.com/api/v0/sdk/${environmentId}/settings`, 'https://api.example.com'],
    [`http://127.0.0.1:4010/w/ada/api/v0/environments/${environmentId}/users?limit=1`, 'http://127.0.0.1:4010/w/ada'],
  ])('says where %s calls the service', (url, service) => {
    expect(calledService(new URL(url))).toBe(service)
  })

  it.each([
    'https://api.example.com/',
    'https://api.example.com/api/v0/',
    `https://api.example.com/api/v1/sdk/${environmentId}/settings`,
    `https://api.example.com/api/v0/sdk/${environmentId}/no/such/path`,
    'https://api.example.com/api/v0/sdk/mine/settings',
    'https://api.example.com/api/v0/users/42',
  ])('takes %s for a request of another API', (url) => {
    expect(calledService(new URL(url))).toBeUndefined()
  })
})
