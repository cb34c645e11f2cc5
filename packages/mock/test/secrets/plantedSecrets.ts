import { Buffer } from 'node:buffer'

/** A text that nobody but its owner may see, and the sort of text that it is. */
export type PlantedSecret = readonly [sort: string, text: string]

/** Texts of every sort that people have called a leak. None of them is a word of the document. */
export const plantedSecrets: readonly PlantedSecret[] = [
  ...ofSort('name of a person', ['Hopperson', 'lovelacia', 'GraceBrewster', 'Zoë Łukasz', "o'Sullivan-Byrne", '王小明先生']),
  ...ofSort('name of a company', ['Quillfeather', 'NorthwindGmbH', 'project-bluebird', 'unannounced_merger']),
  ...ofSort('password', ['hunter2hunter', 'Tr0ub4dor&3', 'correcthorse', 'correct horse battery staple', 'P@ssw0rd!', 'qwertzuiop', 'swordfishy', 'OPENSESAME', 'letmeinplease', 'iloveyou-99']),
  ...ofSort('key of letters', ['sKqWmZxRtYbNvCdLpHgJfTkQ', 'bqzkvjxwmtrpfhgdslcnyaeo', 'QWJKXZVBNMLPOIUY', 'AbCdEfGhIjKlMnOp', 'zyxwvutsrq', 'kjhgfdsa']),
  ...ofSort('key with digits', ['lk_live_9f8e7d6c5b4a39281706f5e4d3c2b1a0', 'sk_test_4eC39HqLyjWDarjtT1zdp7dc', 'AKIAIOSFODNN7EXAMPLE', 'AIzaSyD-9tSrke72PouQMnMX-a7eZSW0jkFMBWY', 'ghp_16C7e42F292c6912E7710c838347Ae178B4a', 'xoxb-2444333222-abcdef', 'glpat-ab1cd2', 'r8_a1b2c3', 'npm_0a1b2c', 'dop_v1_7a']),
  ...ofSort('hexadecimal', ['9aa3d95b3bc440fa88ea12eaa4456161', 'deadbeefcafe', 'badca7', 'FACEB00C', '0x4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318']),
  ...ofSort('id', ['01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e99', 'b3f0c7f6-bb76-4f2e-9d3a-5b7f2f6f0a11', 'cus_NffrFeUfNV2Hib', 'T0123ABCD', '507f1f77bcf86cd799439011', '1Z999AA10123456784']),
  ...ofSort('address of a wallet', ['0x7cB57B5A97eAbe94205C07890BE4c1aD31E486A8', '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'vitalik-cold-storage.eth', 'DQfRCvWAzTrnPjPWPWk5GgC7mJHqQV8vh2']),
  ...ofSort('e-mail address', ['grace.hopper@navy.example', 'alan+bombe@bletchley.example', 'Büro@firma.example', 'root@localhost']),
  ...ofSort('phone number', ['+41791234567', '0791234567', '(555) 010-9988', '+1-555-0100']),
  ...ofSort('number of a person', ['078-05-1120', '4242424242424242', 'CH9300762011623852957', '756.9217.0769.85', '19701224', '86753090']),
  ...ofSort('one-time code', ['493817', '7731-9920', 'KRSXG5CTMVRXEZLU']),
  ...ofSort('host name', ['vault.navy.example', 'a9aa3d95b3bc4.rpc.example', 'sKqWmZxRtYbN.quiknode.example', 'staging-internal', 'db01.corp.internal', '10.23.45.67', '[fd12:3456:789a::1]']),
  ...ofSort('URL', ['https://ada:hunter22@vault.example/private?apikey=zxcvbn#frag', 'https://rpc.example/v2/sKqWmZxRtY', 'wss://node.example/?key=lettersonly', 'postgres://root:toor@db.example/prod', 'https://hooks.example/services/T0/B0/XX', 'https://files.example/a?X-Sig=abc']),
  ...ofSort('deep link', ['harbourapp://callback?token=swordfish', 'com.acme.bank://open/zxcvbnm', 'exp+secretapp://auth#id=77', 'tg://resolve?domain=hidden']),
  ...ofSort('token', ['eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJl', 'eyJhbGciOiJub25lIn0.e30.', 'Bearer abcdefghijk', 'v4.public.eyJkYXRhIjoi', 'session=s%3Aabcdef', 'sid=plainletters']),
  ...ofSort('base64', ['aHVudGVyMjI=', 'c2VjcmV0LXZhbHVl', 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC', '_-8fHx8fHx8', 'dGhpcyBpcyBzZWNyZXQ']),
  ...ofSort('nested JSON', ['{"password":"swordfish"}', '[["hidden",1]]', '"quoted words"']),
  ...ofSort('text', ['meet me at the pier', 'DROP TABLE users;--', '<b>bold</b>', '../../etc/passwd', 'name (spelled hushhush)', 'x-request-id-spelled-hushhush', '__proto__hidden', 'constructor.hidden']),
  ...ofSort('name of a field', ['isAcquiredByNorthwind', 'salary_of_ada', 'x-internal-tenant', 'cancerDiagnosis']),
] // prettier-ignore

function ofSort(sort: string, texts: readonly string[]): PlantedSecret[] {
  return texts.map((text) => [sort, text])
}

/** The ways in which a text can be written in an output, in lower case: host names are, and so can be the others. */
function formsOf(text: string): string[] {
  const bytes = Buffer.from(text)
  const inUrl = encodeURIComponent(text)
  const forms = [
    text,
    escaped(text),
    escaped(escaped(text)),
    inUrl,
    inUrl.replaceAll('%20', '+'),
    encodeURI(text),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    bytes.toString('hex'),
    decoded(text),
  ]
  return [...new Set(forms.map((form) => form.toLowerCase()))]
}

const escaped = (text: string): string => JSON.stringify(text).slice(1, -1)

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The secrets that an output has in any form, each with what stands around it. */
export function leaksIn(output: string): string[] {
  const text = output.toLowerCase()
  return plantedSecrets.flatMap(([sort, secret]) => {
    const form = formsOf(secret).find((each) => text.includes(each))
    if (form === undefined) return []
    const at = text.indexOf(form)
    return [`${sort} ${secret}: …${text.slice(Math.max(0, at - 60), at + form.length + 20)}…`]
  })
}
