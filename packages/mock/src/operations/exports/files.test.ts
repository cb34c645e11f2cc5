import { describe, expect, it } from 'vitest'
import { createHost } from '#host'

const host = createHost()
const address = '0x52908400098527886E0F7030069857D2E4169EE7'

/**
 * The signed link of a finished export. A redirect cannot be read in every host, so that it is asked of the mock
 * itself.
 */
async function linkOf(model: string): Promise<string> {
  const { defaults, baseUrl } = host.mock
  const { id: environmentId, token } = defaults.environments.sandbox
  const { id } = (await host.call('exports.create', { body: { format: 'csv', model } })).body
  await host.mock.clock.advance({ seconds: 2 })
  const response = await host.mock.fetch(`${baseUrl}/api/v0/environments/${environmentId}/exports/${id}/download`, {
    headers: { authorization: `Bearer ${token}` },
    redirect: 'manual',
  })
  return response.headers.get('location') as string
}

/** The finished file, as it comes in through the host. */
async function download(model: string): Promise<string> {
  const response = await host.fetch(await linkOf(model))
  expect(response.status).toBe(200)
  return response.text()
}

/** The rows of a file as records; enough of RFC 4180 for what is written here. */
function recordsOf(text: string): Record<string, string>[] {
  const [header = [], ...rows] = text
    .split('\r\n')
    .slice(0, -1)
    .map((line) => {
      const cells = line.match(/(?:"(?:[^"]|"")*"|[^,]*)(?:,|$)/g) ?? []
      return cells
        .map((cell) =>
          cell
            .replace(/,$/, '')
            .replace(/^"([^]*)"$/, '$1')
            .replaceAll('""', '"'),
        )
        .slice(0, line.endsWith(',') ? undefined : -1)
    })
  for (const row of rows) expect(row).toHaveLength(header.length)
  return rows.map((row) => Object.fromEntries(header.map((name, i) => [name, row[i] ?? ''])))
}

const fill = (userId: string, body: Record<string, unknown>) => host.call('users.update', { params: { userId }, body })

describe('the file of an export', () => {
  it('has a column for each custom field, enabled or not, in their order, and one for all metadata', async () => {
    const size = await host.mock.create.customField({ name: 'Shoe size', fieldType: 'text', position: 2 })
    const member = await host.mock.create.customField({ name: 'Member', fieldType: 'checkbox', position: 1 })
    const gone = await host.mock.create.customField({ name: 'Motto', fieldType: 'text', position: 3, enabled: false })
    const ada = await host.mock.create.user({
      metadata: { [String(size.key)]: '=38', [String(member.key)]: true, other: -1 },
    })
    await host.mock.create.user({ metadata: { [String(gone.key)]: 'Onwards' } })
    await host.mock.create.user()
    const text = await download('users')
    expect(text.split('\r\n')[0]).toContain(',metadata.member,metadata.shoeSize,metadata.motto,wallets,')
    const records = recordsOf(text)
    expect(
      records.map((record) => [record['metadata.member'], record['metadata.shoeSize'], record['metadata.motto']]),
    ).toEqual([
      ['true', "'=38", ''],
      ['', '', 'Onwards'],
      ['', '', ''],
    ])
    expect(JSON.parse(records[0]?.metadata ?? '')).toEqual({ shoeSize: '=38', member: true, other: -1 })
    expect(records[0]?.id).toBe(ada.id)
  })

  it('distinguishes a custom field from a column of the same name, and from built-in properties', async () => {
    await host.mock.create.customField({ name: 'email', fieldType: 'text' })
    const { key } = await host.mock.create.customField({ name: 'to string', fieldType: 'text' })
    await host.mock.create.user({ email: 'ada@example.com', metadata: { email: 'grace@example.com' } })
    const [record] = recordsOf(await download('users'))
    expect([record?.email, record?.['metadata.email'], record?.[`metadata.${key}`]]).toEqual([
      'ada@example.com',
      'grace@example.com',
      '',
    ])
  })

  it('writes a phone number as a text, which spreadsheets do not treat as a number', async () => {
    const { id } = await host.mock.create.user()
    await fill(id, { phoneNumber: '+12025550123' })
    expect(recordsOf(await download('users'))[0]?.phoneNumber).toBe("'+12025550123")
  })

  it('disarms formulas in every text that people choose', async () => {
    await host.mock.create.user({
      alias: '@SUM',
      firstName: '-1',
      lastName: '+1',
      jobTitle: '@a',
      team: '-2+3',
      username: '-ada',
      tShirtSize: '+XL',
    })
    const [record] = recordsOf(await download('users'))
    expect(record).toMatchObject({
      alias: "'@SUM",
      firstName: "'-1",
      lastName: "'+1",
      jobTitle: "'@a",
      team: "'-2+3",
      username: "'-ada",
      tShirtSize: "'+XL",
    })
    await host.call('visits.create', {
      body: { address, chain: 'EVM', provider: 'browserExtension', walletName: "=cmd|' /C calc'!A0" },
    })
    expect(recordsOf(await download('visits'))[0]).toMatchObject({ address, walletName: "'=cmd|' /C calc'!A0" })
  })

  it('names the wallets and the social accounts of a user', async () => {
    const { id } = await host.mock.create.user({ oauthAccounts: [{ provider: 'google', accountId: 'g-1' }] })
    const wallet = await host.mock.create.wallet(id)
    expect(recordsOf(await download('users'))[0]).toMatchObject({
      wallets: `EVM:${wallet.publicKey}`,
      socialAccounts: 'google:g-1',
    })
  })

  it('is stored and sent in chunks of whole lines, never as one text', async () => {
    for (let i = 0; i < 2_100; i++) await host.mock.create.user({ alias: `user ${i} ä` })
    const link = await linkOf('users')
    const [record] = host.mock.export().tables.exports as { chunks: string[] }[]
    const chunks = record?.chunks ?? []
    expect(chunks.map((chunk) => chunk.split('\r\n').length - 1)).toEqual([1_000, 1_000, 101])
    const reader = (await host.mock.fetch(link)).body?.getReader()
    const pieces: string[] = []
    for (let next = await reader?.read(); next?.done === false; next = await reader?.read())
      pieces.push(new TextDecoder().decode(next.value))
    expect(pieces).toEqual(chunks)
    const text = await (await host.fetch(link)).text()
    expect(text).toBe(chunks.join(''))
    expect(recordsOf(text).map(({ alias }) => alias)).toEqual(Array.from({ length: 2_100 }, (_, i) => `user ${i} ä`))
  })

  it('survives an export and import of the state', async () => {
    await host.mock.create.user({ email: 'ada@example.com' })
    const link = await linkOf('users')
    const before = await (await host.mock.fetch(link)).text()
    host.mock.import(JSON.parse(JSON.stringify(host.mock.export())))
    expect(await (await host.mock.fetch(link)).text()).toBe(before)
  })
})
