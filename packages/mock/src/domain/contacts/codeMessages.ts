import { defined } from '@latchkey/base/defined'
import type { OutgoingMessage } from '../../effects/outside.ts'
import type { Verification } from '../../store/signInRecords.ts'
import { enabledProvider } from '../providers/providers.ts'
import type { Backend } from '../shared/backend.ts'
import type { RequestContext } from '../shared/request.ts'
import { hasOrigins, isAllowedOrigin } from '../sites/origins.ts'
import type { Channel } from './verificationChannels.ts'

interface Letter {
  readonly code: string
  /** Name of the app. */
  readonly app: string
  readonly link: string | undefined
  /** Whether the code confirms a change that somebody signed in has begun. */
  readonly isChange: boolean
}

type Written = Pick<OutgoingMessage, 'subject' | 'text' | 'link'>

const writers: Record<Channel, (letter: Letter) => Written> = {
  email: ({ code, app, link, isChange }) => ({
    subject: isChange ? `Confirm your e-mail address for ${app}` : `Sign in to ${app}`,
    text: [
      `Your code for ${app} is ${code}.`,
      ...(link === undefined ? [] : [`Or open this link: ${link}`]),
      'The code is good for ten minutes. If you did not ask for it, ignore this message and tell nobody the code.',
    ].join('\n\n'),
    link,
  }),
  sms: ({ code, app }) => ({ text: `${code} is your code for ${app}. It is good for ten minutes. Tell it to nobody.` }),
}

/** Sends the code of a verification. The outbox also has the code and the link as fields of their own. */
export function sendCode(
  backend: Backend,
  verification: Verification,
  { code, request }: { code: string; request: Pick<RequestContext, 'origin'> },
): void {
  const { environmentId, channel, key, userId } = verification
  const { displayName = '', emailCompanyName } = backend.store.environments.get(environmentId)?.settings.general ?? {}
  const app = (channel === 'email' && emailCompanyName) || displayName
  const origin = appOrigin(backend, environmentId, request.origin)
  const link = origin === undefined ? undefined : codeLink(origin, verification.id, code)
  const { link: linkInText, ...written } = writers[channel]({ code, app, link, isChange: userId !== undefined })
  backend.outside.messages.send({
    environmentId,
    channel,
    to: key,
    ...written,
    code,
    ...defined({ link: linkInText, from: channel === 'sms' ? numberOf(backend, environmentId) : undefined }),
  })
}

/** The number that the environment's text messages come from. */
const numberOf = (backend: Backend, environmentId: string): string | undefined =>
  enabledProvider(backend, environmentId, 'sms')?.smsNumber

/** The code is in the fragment, so that no server logs it. */
function codeLink(origin: string, verificationUUID: string, verificationToken: string): string {
  return `${origin}/#${new URLSearchParams({ verificationUUID, verificationToken })}`
}

/**
 * The origin of the link: the calling app's if it is listed, otherwise the first listed origin.
 *
 * Without listed origins there is no link: anyone could name their own site and receive the code there.
 */
function appOrigin(backend: Backend, environmentId: string, asking: string | undefined): string | undefined {
  if (!hasOrigins(backend, environmentId)) return undefined
  if (asking !== undefined && isAllowedOrigin(backend, environmentId, asking)) return asking
  for (const { origin } of backend.store.origins.scan('byEnvironment', [environmentId]))
    if (!origin.includes('*')) return origin
  return undefined
}
