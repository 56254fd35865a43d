import { afterEach, beforeEach, expect, test } from 'vitest'
import { readPublishing } from '../../src/app/config.ts'
import { publishCommands } from '../../src/app/publishing.ts'
import { exitCodeOf, reportOf } from '../../src/app/report.ts'
import { performed } from '../../src/core/effect.ts'
import { createRecordingLog } from '../support/recording-log.ts'
import {
  answers,
  breaks,
  type Reply,
  type ScriptedServer,
  startScriptedServer,
} from '../support/service/scripted-server.ts'

let server: ScriptedServer
beforeEach(async () => {
  server = await startScriptedServer()
})
afterEach(() => server.close())

const discord = () => ({ DISCORD_TOKEN: 'token', DISCORD_API_URL: `${server.url}/api` })
const slack = () => ({
  SLACK_BOT_TOKEN: 'xoxb-1',
  SLACK_APP_TOKEN: 'xapp-1',
  SLACK_API_URL: `${server.url}/api`,
})

/** Publishes; tells what was written, what the operator reads at the end, the exit code and the pauses. */
const publish = async (chat: () => Readonly<Record<string, string>> = discord) => {
  const read = readPublishing(chat())
  if (!read.ok) throw new Error(JSON.stringify(read.problems))
  const written: string[] = []
  const pausesMs: number[] = []
  const means = {
    effect: performed,
    log: createRecordingLog(),
    wait: async (spanMs: number) => void pausesMs.push(spanMs),
  }
  const failure = await publishCommands(read.config, means, (text) => written.push(text)).then(
    () => undefined,
    (error: unknown) => ({ report: reportOf(error), exitCode: exitCodeOf(error) }),
  )
  return { written: written.join(''), pausesMs, failure }
}

const known = answers(200, { id: '17' })
const isPublishing = ({ method }: { method: string }) => method === 'PUT'

/** Discord knows us, and answers what publishes so, one after the other; the last for ever. */
const answerPublishing = (...replies: readonly Reply[]) => {
  const left = [...replies]
  server.answer((response, request) => {
    if (!isPublishing(request)) return known(response, request)
    const reply = left.length > 1 ? left.shift() : left[0]
    return reply?.(response, request)
  })
}

const published = answers(200, [{ id: '1', name: 'music' }])
const refusal = (status: number, code: number, message: string) => answers(status, { code, message })

// https://docs.discord.com/developers/topics/opcodes-and-status-codes#json
test.each([
  [
    'the daily limit',
    refusal(400, 30034, 'Max number of daily application command creates has been reached (200)'),
    'Discord refuses our commands (code 30034): Max number of daily application command creates has been reached (200). Discord accepts 200 new commands a day. Run it again tomorrow.',
  ],
  [
    'no access',
    refusal(403, 50001, 'Missing Access'),
    'Discord refuses our commands (code 50001): Missing Access. Check in the Developer Portal that DISCORD_TOKEN is the token of an application that is not disabled.',
  ],
  [
    'anything else',
    refusal(403, 20012, 'You are not\nauthorized'),
    'Discord refuses our commands (code 20012): You are not authorized. Look its code up at https://docs.discord.com/developers/topics/opcodes-and-status-codes#json.',
  ],
  [
    'the token by now',
    refusal(401, 0, '401: Unauthorized'),
    'Discord does not know this token. Check DISCORD_TOKEN.',
  ],
])('a refusal for %s is said at once in one line, with what mends it', async (_, reply, report) => {
  answerPublishing(reply)
  const { failure, pausesMs, written } = await publish()
  expect(failure).toEqual({ report, exitCode: expect.any(Number) })
  expect(failure?.exitCode).not.toBe(0)
  expect({ pausesMs, written }).toEqual({ pausesMs: [], written: '' })
})

const checkNetwork = 'Wait, or check the network; then run this again.'

test.each<[string, Reply, string, string]>([
  ['HTTP 503', answers(503, ''), 'Discord answered HTTP 503 at DISCORD_API_URL.', checkNetwork],
  ['a page with 502', answers(502, '<html>'), 'Discord answered HTTP 502 at DISCORD_API_URL.', checkNetwork],
  [
    'a connection that breaks',
    breaks,
    'Discord could not be reached at DISCORD_API_URL (UND_ERR_SOCKET): the connection was interrupted. Wait if it has an outage; otherwise check http or https in DISCORD_API_URL, and firewalls on the way.',
    'Then run this again.',
  ],
])('an outage (%s) is tried again with pauses, and then said in one line', async (_, reply, line, mend) => {
  answerPublishing(reply)
  const { failure, pausesMs, written } = await publish()
  expect(failure).toEqual({
    report: `${line} ${mend}`,
    exitCode: 1,
  })
  expect(pausesMs).toEqual([3_000, 3_000, 3_000, 3_000])
  expect(written).toBe(`${line} Trying again in 3 s.\n`.repeat(4))
})

test('an outage that passes is no failure', async () => {
  answerPublishing(answers(503, ''), published)
  const { failure, written } = await publish()
  expect(failure).toBeUndefined()
  expect(written).toBe(
    'Discord answered HTTP 503 at DISCORD_API_URL. Trying again in 3 s.\nDiscord now offers 1 commands.\n',
  )
})

const limited = (seconds: number) =>
  answers(429, { message: 'limited', retry_after: seconds }, { 'retry-after': String(seconds) })

test('a short limit is said and waited for', async () => {
  answerPublishing(limited(20), published)
  const { failure, pausesMs, written } = await publish()
  expect(failure).toBeUndefined()
  expect(pausesMs).toEqual([expect.closeTo(20_000, -3)])
  expect(written).toMatch(
    /^Discord takes no requests at DISCORD_API_URL for 2\d s \(HTTP 429\)\. Trying again/,
  )
})

test.each<[string, () => Readonly<Record<string, string>>, string]>([
  ['Discord', discord, 'Discord takes no requests at DISCORD_API_URL for 10 min (HTTP 429).'],
  ['Slack', slack, 'Slack takes no requests at SLACK_API_URL for 10 min (HTTP 429).'],
])('a long limit of %s is said at once with its span', async (_, chat, line) => {
  server.answer(limited(600))
  expect(await publish(chat)).toEqual({
    written: '',
    pausesMs: [],
    failure: { report: `${line} Wait, or check the network; then run this again.`, exitCode: 1 },
  })
})

test('a bot of one workspace ignores a broken PUBLIC_URL or encryption key', () => {
  const others = { PUBLIC_URL: 'nowhere', ENCRYPTION_KEY_FILE: '/nowhere/key' }
  expect(readPublishing({ ...discord(), ...slack(), ...others }).ok).toBe(true)
})
