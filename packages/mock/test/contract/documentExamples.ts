import type { OperationId, OperationRow } from '@latchkey/types'
import document from '@latchkey/types/openapi.json' with { type: 'json' }

/** Queries that an operation needs to be read at all. */
export const queryExamples: Partial<Record<OperationId, string>> = {
  'balances.getByAccount': '?accountAddress=0x52908400098527886E0F7030069857D2E4169EE7',
  'emailSignIn.getProvider': '?email=ada@example.com',
  'invites.list': '?status=pending',
  'messenger.getPage': '?state=state-of-a-sign-in',
  'offramps.list': '?walletAddress=0x52908400098527886E0F7030069857D2E4169EE7&chain=EVM',
  'onramps.list': '?walletAddress=0x52908400098527886E0F7030069857D2E4169EE7&chain=EVM',
  'walletTransactions.list': '?networkId=1',
  'profile.checkField': '?filter[field]=username&filter[value]=ada',
}

/** The body that the document gives as an example, as it is sent. */
export function bodyExample({ path, method, body: type }: OperationRow): {
  readonly body?: string
  readonly type?: string
} {
  const example = [
    'paths',
    path,
    method.toLowerCase(),
    'requestBody',
    'content',
    type ?? '',
    'example',
  ].reduce<unknown>(memberOf, document)
  if (type === undefined || typeof example !== 'object' || example === null) return {}
  return {
    type,
    body:
      type === 'application/json'
        ? JSON.stringify(example)
        : new URLSearchParams(Object.entries(example).map(([name, value]) => [name, String(value)])).toString(),
  }
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined
}
