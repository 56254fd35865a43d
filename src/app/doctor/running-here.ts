import { type Check, check, type Finding, ok } from '../../core/doctor-check.ts'
import type { Effect } from '../../core/effect.ts'
import type { Config } from '../config.ts'
import { lookAt } from '../reach.ts'

const clockWarningMs = 30_000
/** Slack refuses requests that are signed further away, and so do we. */
const clockFailedMs = 5 * 60_000

/** How far our clock is ahead of a server's; undefined if its answer has no time. */
const aheadOf = async (effect: Effect, address: string, now: () => number): Promise<number | undefined> => {
  const sentMs = now()
  const reply = await lookAt(effect, address)
  if (typeof reply === 'string') return undefined
  const told = Date.parse(String(reply.headers.date))
  // The header has whole seconds.
  return Number.isNaN(told) ? undefined : (sentMs + now()) / 2 - (told + 500)
}

/** Each chat's method that needs no token: https://docs.slack.dev/reference/methods/api.test */
const timeAddresses = ({ discord, slack }: Config): readonly string[] => [
  ...(discord === undefined ? [] : [`${discord.apiUrl}/v10/gateway`]),
  ...(slack === undefined ? [] : [`${slack.apiUrl.replace(/\/$/, '')}/api.test`]),
]

const clockFindings = async (
  config: Config,
  effect: Effect,
  now: () => number,
): Promise<readonly Finding[]> => {
  const addresses = timeAddresses(config)
  const ahead = await Promise.all(addresses.map((address) => aheadOf(effect, address, now)))
  const known = ahead.filter((ms) => ms !== undefined)
  if (known.length === 0) return []
  // One that agrees is enough: the other may be wrong itself.
  const nearest = Math.min(...known.map(Math.abs))
  if (nearest <= clockWarningMs) return [ok('the clock of this machine agrees with that of a chat')]
  return [
    {
      verdict: nearest > clockFailedMs ? 'failed' : 'warning',
      what: 'the clock of this machine',
      why: `It is ${Math.round(nearest / 1000)} s away from the clocks of the chats. Beyond ${clockFailedMs / 1000} s Slack's requests are refused.`,
      mend: 'Set it by NTP.',
    },
  ]
}

/** An address of this machine at which a server that listens on such a host answers. */
const localHost = (host: string): string => {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}

interface Health {
  status?: unknown
  problems?: unknown
}

const parsed = (body: string): Health => {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

const problemTexts = ({ problems }: Health): readonly string[] =>
  (Array.isArray(problems) ? problems : []).flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null) return []
    const { name, problem } = entry as Readonly<Record<string, unknown>>
    return [`${String(name)} ${String(problem)}`]
  })

const healthFinding = async ({ http: { host, port } }: Config, effect: Effect): Promise<Finding> => {
  const reply = await lookAt(effect, `http://${localHost(host)}:${port}/health/ready`)
  const where = `HTTP_PORT ${port}`
  if (reply === 'ECONNREFUSED') return ok(`Tunesmith is not running here: nothing answers on ${where}`)
  if (typeof reply === 'string')
    return {
      verdict: 'failed',
      what: 'HTTP_PORT',
      why: `Port ${port} of ${host} gives no answer in HTTP (${reply}): a Tunesmith hangs there, another program has it, or it is not of this machine.`,
      mend: 'Restart Tunesmith, stop the other program, or set another HTTP_PORT or HTTP_HOST.',
    }
  const health = parsed(reply.body)
  const problems = problemTexts(health).join('; ')
  if (health.status === 'ready')
    return problems === ''
      ? ok(`Tunesmith runs here and is ready (${where})`)
      : {
          verdict: 'warning',
          what: 'the Tunesmith that runs here',
          why: `It is ready, but: ${problems}.`,
          mend: 'Look for this in its log; docs/operating/troubleshooting.md explains the messages.',
        }
  if (health.status === 'not ready')
    return {
      verdict: 'failed',
      what: 'the Tunesmith that runs here',
      why: `It is not ready: ${problems}.`,
      mend: 'Look for this in its log; docs/operating/troubleshooting.md explains the messages.',
    }
  return {
    verdict: 'failed',
    what: 'HTTP_PORT',
    why: `Another program answers on port ${port} (HTTP ${reply.status}), so Tunesmith cannot start here.`,
    mend: 'Stop it, or set another HTTP_PORT.',
  }
}

/** Whether this machine's clock agrees with the chats', and whether the Tunesmith that runs here is ready. */
export const runningHereChecks = (config: Config, effect: Effect, now: () => number): readonly Check[] => [
  { id: 'machine.clock', run: () => clockFindings(config, effect, now) },
  check('machine.health', () => healthFinding(config, effect)),
]
