/** An application's call that msw catches: what the mock answered with and without a credential. */
exports.mswStory = async function mswStory({ createMock }, { http, HttpResponse, setupServer }) {
  const mock = createMock({ baseUrl: 'https://api.example.com' })
  const server = setupServer(...mock.handlers({ http, HttpResponse }))
  server.listen()
  await mock.create.user({ email: 'ada@example.com' })
  const { id, token } = mock.defaults.environments.sandbox
  const url = `https://api.example.com/api/v0/environments/${id}/users`
  const answered = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
  const refused = await fetch(url)
  server.close()
  const { users } = await answered.json()
  return [answered.status, users.map(({ email }) => email), refused.status]
}
