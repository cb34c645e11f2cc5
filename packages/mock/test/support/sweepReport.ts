import type { SweepReport } from '../../src/sweep/sweepReport.ts'

const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const path = '/api/v0/sdk/2f1c9d3e-0000-4000-8000-000000000001/users'

/** A report of a sweep of two calls, with a case of each kind of end that tests look at. */
export const exampleReport: SweepReport = {
  version: 1,
  name: 'renames a person',
  calls: [
    { name: 'profile.get', method: 'GET', path, status: 200 },
    { name: 'profile.update', method: 'PUT', path, status: 200 },
    { name: 'profile.get (2)', method: 'GET', path, status: 200 },
  ],
  results: [
    {
      name: 'profile.get: the token has expired',
      call: 'profile.get',
      failure: 'the token has expired',
      kind: 'state',
      outcome: 'fails',
      message: 'Unable to find an element with the text: Ada',
      line: 'src/App.test.tsx:12:3',
      calls: [{ name: 'profile.get', method: 'GET', path, status: 401, code: 'token_expired' }],
    },
    {
      name: 'profile.get: there is no connection',
      call: 'profile.get',
      failure: 'there is no connection',
      kind: 'network',
      outcome: 'unhandled',
      fault: 'The app leaves an error unhandled.',
      message: 'Failed to fetch',
      line: 'src/App.tsx:7:18',
      replay: "npx vitest run -t 'profile.get: there is no connection'",
      calls: [{ name: 'profile.get', method: 'GET', path, status: 0 }],
      picture: 0,
    },
    {
      name: 'profile.update: the session has ended',
      call: 'profile.update',
      failure: 'the session has ended',
      kind: 'state',
      outcome: 'silent',
      fault: 'The page shows nothing of the failure.',
      knownFault: 'The next version shows it.',
      calls: [
        { name: 'profile.get', method: 'GET', path, status: 200 },
        { name: 'profile.update', method: 'PUT', path, status: 401, code: 'session_ended' },
        { name: 'profile.get (2)', method: 'GET', path },
        { name: 'users.list', method: 'GET', path: '/api/v0/users?limit=1', status: 200 },
      ],
    },
    {
      name: 'profile.update: the reply is lost',
      call: 'profile.update',
      failure: 'the reply is lost',
      kind: 'network',
      outcome: 'passes',
      calls: [
        { name: 'profile.get', method: 'GET', path, status: 200 },
        { name: 'profile.update', method: 'PUT', path, status: 0 },
        { name: 'profile.get (2)', method: 'GET', path, status: 200 },
      ],
    },
  ],
  pictures: [pixel],
}
