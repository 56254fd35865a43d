import { filePath } from '../../core/clip/clip-reading.ts'
import { type Check, check, type Finding, ok } from '../../core/doctor-check.ts'
import type { Effect } from '../../core/effect.ts'
import { callbackPath } from '../../core/job/callbacks.ts'
import { networkFault } from '../../core/network-faults.ts'
import { ageText } from '../../redis/doctor/findings.ts'
import { slackPath } from '../chats.ts'
import type { Config } from '../config.ts'
import { createEcho, echoHeader } from '../http/echo.ts'
import { isLocal } from '../local-host.ts'
import { lookAt, type Reply } from '../reach.ts'
import { dial } from './dial.ts'

type Outside = NonNullable<Config['outside']>

const dayMs = 24 * 60 * 60_000
const warningMs = 14 * dayMs
const failedMs = 3 * dayMs

const seenFrom = 'as seen from this machine'

/** A proxy's own page for a program that does not run. */
const isProxyAlone = (status: number): boolean => [502, 503, 504].includes(status)

const unreached = (code: string, passes: string): Finding => {
  const fault = networkFault(code, 'PUBLIC_URL')
  return {
    verdict: 'warning',
    what: 'PUBLIC_URL',
    why: `It does not answer (${code}${fault === undefined ? '' : `: ${fault.why}`}), ${seenFrom}.`,
    mend: `Start the bot, and let ${passes} through to its HTTP_PORT. Ignore this if only your router can't reach its own public address.`,
  }
}

const notOurs = ({ status }: Reply, passes: string): Finding => {
  if (isProxyAlone(status))
    return {
      verdict: 'warning',
      what: 'PUBLIC_URL',
      why: `The proxy in front answers HTTP ${status}, so no Tunesmith runs behind it, or it is starting.`,
      mend: `Start the bot, and let ${passes} through to its HTTP_PORT.`,
    }
  return {
    verdict: 'failed',
    what: 'PUBLIC_URL',
    why: `Something answers (HTTP ${status}) that is not this installation: it could not sign with its ENCRYPTION_KEY.`,
    mend: `Let ${passes} through to the HTTP_PORT of this installation, all of whose processes need this version and the same ENCRYPTION_KEY.`,
  }
}

/** Asks for an echo below a path, as the audio service would call there. */
const echoFinding = async (
  effect: Effect,
  { publicUrl, keys }: Outside,
  { method, path, says }: { method: 'GET' | 'POST'; path: string; says: string },
): Promise<Finding> => {
  const { part, isEcho } = createEcho(keys).ask()
  const reply = await lookAt(effect, `${publicUrl}${path}/${part}`, method)
  const passes = `${method} ${path}/`
  if (typeof reply === 'string') return unreached(reply, passes)
  const echo = reply.headers[echoHeader]
  return typeof echo === 'string' && isEcho(echo) ? ok(says) : notOurs(reply, passes)
}

const certificateFinding = async (publicUrl: string, nowMs: number): Promise<Finding | undefined> => {
  if (!publicUrl.startsWith('https:'))
    return isLocal(new URL(publicUrl).hostname)
      ? undefined
      : {
          verdict: 'warning',
          what: 'PUBLIC_URL',
          why: 'It is plain http, so callbacks and clips can be read and changed on the way.',
          mend: 'Put a proxy with TLS in front, and use https.',
        }
  const dialled = await dial(publicUrl)
  if (dialled.status === 'away') {
    const { code } = dialled
    if (!/CERT|ALTNAME/.test(code)) return undefined // outside.callbacks reports it
    const fault = networkFault(code, 'PUBLIC_URL')
    const why = `Its certificate is refused (${code})${fault === undefined ? '' : `: ${fault.why}`}.`
    return { verdict: 'failed', what: 'PUBLIC_URL', why, mend: fault?.mend ?? 'Renew the certificate.' }
  }
  const { endsAtMs = 0 } = dialled
  const leftMs = endsAtMs - nowMs
  if (leftMs > warningMs) return ok(`the certificate of PUBLIC_URL is valid for another ${ageText(leftMs)}`)
  return {
    verdict: leftMs > failedMs ? 'warning' : 'failed',
    what: 'the certificate of PUBLIC_URL',
    why: `It expires in ${ageText(leftMs)}.`,
    mend: 'Renew it. Its automatic renewal seems to have stopped.',
  }
}

/** Slack's requests are signed, so ours without a signature has to be refused by Tunesmith itself. */
const slackRequests = (effect: Effect, publicUrl: string): Check =>
  check('slack.requests', async () => {
    const path = `${slackPath}/events`
    const reply = await lookAt(effect, `${publicUrl}${path}`, 'POST')
    if (typeof reply === 'string') return unreached(reply, `POST ${path}`)
    if (reply.status === 401) return ok("Slack's requests reach a program that checks their signature")
    return {
      verdict: 'warning',
      what: 'the address for Slack',
      why: `PUBLIC_URL${path} answers HTTP ${reply.status} to a request without a signature; a process with the bots answers 401.`,
      mend: `Start a process with the bots, and let POST ${path} through to its HTTP_PORT.`,
    }
  })

/** Whether the outside world reaches this very installation. */
export const publicAddressChecks = (
  { outside, slack }: Pick<Config, 'outside' | 'slack'>,
  effect: Effect,
  now: () => number,
): readonly Check[] => {
  if (outside === undefined) return []
  const { publicUrl } = outside
  const ofSlack = slack?.transport.kind === 'http' ? [slackRequests(effect, publicUrl)] : []
  return [
    ...ofSlack,
    check('outside.callbacks', () =>
      echoFinding(effect, outside, {
        method: 'POST',
        path: callbackPath,
        says: 'callbacks reach this installation',
      }),
    ),
    check('outside.files', () =>
      echoFinding(effect, outside, {
        method: 'GET',
        path: filePath,
        says: 'the audio service can fetch clips from this installation',
      }),
    ),
    check('outside.certificate', () => certificateFinding(publicUrl, now())),
  ]
}
