import { describe, expect, test } from 'vitest'
import { programSources, readTrees } from '../../../tools/said-texts.ts'
import { unsaidTexts } from '../../support/texts/unsaid-texts.ts'

/**
 * What members hear comes from here, and from nowhere else: of the rooms of the core that touch the outside, and of
 * the roots of the program, no more than these.
 */
const heard =
  /^src\/(?:(?:audio-api|bots|commands|core|jobs)\/|app\/clip|redis\/(?:budget-change|connection))/

/** Sources whose texts no member reads, and why not. */
const unheard: Readonly<Record<string, string>> = {
  'src/core/job/job-transitions.ts': 'a table for the docs',
  'src/core/doctor-check.ts': 'what the doctor looks at, for the operator',
  'src/bots/discord/setup/doctor.ts': 'what the doctor found, for the operator',
  'src/bots/discord/setup/doctor-servers.ts': 'what the doctor found, for the operator',
  'src/bots/slack/setup/doctor.ts': 'what the doctor found, for the operator',
  'src/bots/discord/setup/look.ts': 'what setup found, for the operator',
  'src/bots/slack/setup/look.ts': 'what setup found, for the operator',
  'src/bots/discord/setup/command-drift.ts': 'how published commands differ, for the log and the doctor',
  'src/core/network-faults.ts': 'why a host is not reached, for the log and the doctor',
  'src/audio-api/look.ts': 'what answers at the address of the service, for the log and the doctor',
  'src/bots/slack/setup/scopes.ts': 'reasons for rights, for the docs',
  'src/redis/address.ts': 'what is wrong with an address of Redis, for the operator',
  'src/core/command/languages.ts': 'codes of languages',
  'src/commands/budget/dashboard/svg.ts': 'shapes of a drawing, whose texts have been said',
  'src/core/command/styles.ts': 'styles, which are sent to the service as they are',
  'src/commands/features/fields/song-presets.ts': 'prompts, which are sent to the service as they are',
  'src/core/command/voice-samples.ts': 'what a sample says, the same for everybody who hears it',
  'src/core/job/audit.ts': 'what the audit of the books found, for the operator',
  'src/core/ledger/difference.ts': 'where two books differ, for the operator',
  'src/core/ledger/journal-entries.ts': 'why a line of the journal cannot be read, for the operator',
  'src/core/ledger/prices.ts': 'what is wrong with a file of prices, for its author',
  'src/core/endpoints/audio-endpoints.ts': 'the interface of the service, in its own words',
  'src/core/endpoints/clip-endpoints.ts': 'the interface of the service, in its own words',
  'src/core/endpoints/song-endpoints.ts': 'the interface of the service, in its own words',
  'src/core/endpoints/field-kinds.ts': 'the interface of the service, in its own words',
  'src/core/endpoints/api-request.ts':
    'what a request breaks, by the names of the service: for the log alone, see test/jobs/worker/whole-job.test.ts',
}

/** What ends up in the log, in the doctor's report or on the operator's screen. */
const operatorTexts: Readonly<Record<string, readonly string[]>> = {
  'src/core/text/text.ts': ['… min'],
  'src/bots/discord/setup/access.ts': [
    'HTTP … (code …)',
    'HTTP …',
    'answered … at DISCORD_API_URL.',
    'Look its code up at https://docs.discord.com/developers/topics/opcodes-and-status-codes#json.',
  ],
  'src/bots/discord/discord.ts': ['Discord now offers … commands.', 'is not connected'],
  'src/bots/discord/outgoing/content.ts': ['a file is gone', 'a file is linked instead of attached'],
  'src/bots/discord/outgoing/errors.ts': ['Discord: …', '429, asks us to wait', 'no answer'],
  'src/bots/discord/incoming/gateway.ts': [
    'Discord refuses the message content intent: replies to messages of others cannot be used as clips. Switch on "Message Content Intent" in the Developer Portal under Bot, or set DISCORD_MESSAGE_CONTENT=off.',
    'Discord closed the connection for good, with code …',
    'Discord closed the connection for good (…): …',
  ],
  'src/bots/discord/outgoing/calls.ts': [
    'Discord no longer accepts the token: set DISCORD_TOKEN to the new one and restart',
    'Discord keeps this address away for too many refused requests',
    'Discord refused too many requests lately, so none is made for a while',
  ],
  'src/bots/slack/outgoing/web.ts': [
    'install the app again, set SLACK_BOT_TOKEN to its token and restart',
    'Slack no longer accepts the bot token (…): …',
  ],
  'src/bots/slack/outgoing/installed-token.ts': ['the installation could not be read'],
  'src/bots/slack/outgoing/token-refresh.ts': [
    'ENCRYPTION_KEY lacks the key that the installation was encrypted with',
    'Slack no longer refreshes the bot token (…): …',
    'a refresh without a token',
    'the token has expired and could not be refreshed',
    'the token has expired and is not refreshed yet',
    'the token could not be refreshed',
  ],
  'src/bots/slack/installed.ts': [
    'Some workspaces have not granted …. Their admins can install the app again at ….',
    'an admin of … can install the app again at …',
    'is not connected',
    'app …',
  ],
  'src/bots/slack/removed.ts': ['the token has expired, and nothing is bought that could not be shown'],
  'src/bots/slack/workspaces.ts': ["the installation in … can't be decrypted"],
  'src/bots/discord/outgoing/open.ts': [
    'HTTP …',
    'its host is not among DISCORD_FILE_HOSTS',
    'no answer',
    'its message is gone',
    'its message could not be fetched',
    'its link has expired, and it has no message',
    'its message no longer has it',
    'it broke off',
  ],
  'src/core/ledger/credits-text.ts': ['npm run servers -- allow …'],
  'src/bots/slack/setup/access.ts': [
    'HTTP … at SLACK_API_URL',
    'answered ….',
    'takes no requests at SLACK_API_URL for … (HTTP 429).',
  ],
  'src/bots/slack/outgoing/deliver.ts': ['there is no response URL', 'files cannot go by a response URL'],
  'src/bots/slack/outgoing/errors.ts': [
    'an earlier call may still be pending',
    'HTTP …',
    'asks us to wait',
    'no answer',
  ],
  'src/bots/slack/outgoing/files.ts': [
    'a file is gone',
    'a file is linked instead of uploaded',
    'uploads have lapsed',
    'files were not shared',
    'shared files are not seen yet',
  ],
  'src/bots/slack/outgoing/job-message.ts': [
    'not connected yet, so our messages are not known',
    'a message without a time stamp',
    'there are too many messages to look through',
  ],
  'src/bots/slack/outgoing/open.ts': [
    'HTTP … to a file',
    'the token may not read the file',
    'a file could not be read',
    'the file is on a host that SLACK_FILE_HOSTS does not list',
    'a file without contents',
    'the app is not installed there',
  ],
  'src/bots/slack/outgoing/post-once.ts': ['the message is gone again'],
  'src/bots/slack/answers/respond.ts': ['HTTP … at a response URL'],
  'src/bots/slack/slack.ts': [
    '… in …',
    'is not connected',
    'Slack takes commands only from the app\'s manifest: print it with "npm run --silent publish-commands -- --slack-manifest" and paste it at https://api.slack.com/apps under App Manifest.',
    'Slack did not grant …. Install the app again with the current manifest.',
  ],
  'src/bots/slack/outgoing/notify.ts': ['a conversation without an id'],
  'src/bots/slack/outgoing/uploads.ts': [
    'the bytes of a file did not arrive',
    'HTTP … to the bytes of a file',
    'an upload without an address',
  ],
  'src/bots/discord/answers/other-copy.ts': [
    'another copy of Tunesmith answers with this DISCORD_TOKEN and has a Redis of its own: stop one of them, or set the same REDIS_URL for both',
  ],
  'src/bots/slack/incoming/signature-doubt.ts': [
    'requests that look like Slack\'s fail the signature check, and none has passed since the start; if the bot does not answer on Slack, copy "Signing Secret" from the app\'s Basic Information page at https://api.slack.com/apps to SLACK_SIGNING_SECRET, and restart',
  ],
  'src/bots/slack/incoming/user-groups.ts': [
    'Slack does not tell who is in which user group, because the right usergroups:read is missing: where a user group has a budget, requests are refused. Install the app again with the current manifest.',
  ],
  'src/app/clip-probe.ts': [
    'Raise the memory limit.',
    'Raise the limit of open files.',
    'Restart Tunesmith: its Node.js was moved or replaced.',
    "Let this process's user run it, and restart Tunesmith if Node.js was replaced.",
    'Raise the limit of processes, such as pids_limit of a container or TasksMax of systemd.',
    'Restart Tunesmith. If that does not help, raise its limits of processes and memory.',
  ],
  'src/jobs/request/admit.ts': ['could not check whether a member is blocked or too quick'],
  'src/jobs/request/dispatch.ts': ['no suggestions'],
  'src/jobs/request/settings-here.ts': ['the settings could not be read'],
  // What is wrong with our own request, and why nobody knows what became of one.
  'src/audio-api/client.ts': [
    '… is of the type …, which is not a media type.',
    'There is no … that takes a request as ….',
    '…: the file has no address yet.',
    '…: the file was not handed over.',
    'There is no … that is paid and answers at once.',
    'the answer is the record of another task',
  ],
  'src/audio-api/submission.ts': ['HTTP ……', ' without …', '… without JSON', 'a task id'],
  'src/audio-api/answer.ts': ['HTTP …', 'HTTP … (content-encoding: …)'],
  'src/jobs/worker/take-slot.ts': [
    'the account at the audio service needs a top-up, so nothing is sent for a while',
    'the audio service does not accept its key, so nothing is sent for a while',
    'three or more paid requests in a row got no clear answer from the audio service, so sending is paused',
    'AUDIO_API_URL does not lead to the audio service, so nothing is sent for a while',
  ],
  'src/jobs/worker/sending.ts': [
    'no replica of Redis confirmed it',
    'Redis is away',
    'its time is over',
    'this process is ending',
  ],
}

/** Codes that are written as words. */
const codes: readonly string[] = ['not sent', 'not bought', 'final cost']

/** Names of files, marks and commands, the same in every language. */
const data: Readonly<Record<string, readonly string[]>> = {
  'src/bots/discord/outgoing/content.ts': ['text/plain; charset=utf-8'],
  'src/bots/discord/outgoing/notify.ts': ['direct messages'],
  'src/bots/discord/outgoing/post-once.ts': [
    '-# Request ……',
    'earlier messages may not be read',
    'there are too many newer messages to look through',
  ],
  'src/bots/discord/outgoing/rates.ts': ['news …', 'edit …'],
  'src/bots/slack/outgoing/open.ts': ['Bearer …'],
  'src/app/clip-reader.ts': ['… MB'],
  'src/jobs/request/press.ts': ['form …', 'press … …'],
  'src/bots/slack/incoming/press.ts': ['send …'],
  'src/bots/slack/setup/install.ts': ['text/html; charset=utf-8'],
  'src/jobs/request/resolve-takes.ts': ['… take …'],
  'src/audio-api/transport.ts': ['GET …'],
  'src/audio-api/form.ts': [
    'Content-Disposition: form-data; name="…"…………',
    'form-data; name="…"; filename="…"',
    'Content-Disposition: ……Content-Type: ………',
    'multipart/form-data; boundary=…',
  ],
  'src/commands/features/voice.ts': ['in another voice', 'half step', 'half steps'],
  'src/bots/discord/incoming/invocation.ts': ['send …'],
  'src/commands/features/views/audio-view.ts': ['… take …', 'lyrics take ….lrc'],
  'src/commands/jobs/lyrics.ts': ['… take ….txt'],
}

const program = programSources()
const sources = Object.fromEntries(
  Object.entries(program).filter(([path]) => heard.test(path) && !Object.hasOwn(unheard, path)),
)

const unsaid = readTrees(sources, (path, tree) =>
  unsaidTexts(tree).map(({ line, text }) => ({ path, line, text })),
)

const isExcused = (path: string, text: string): boolean =>
  codes.includes(text) || [operatorTexts, data].some((list) => list[path]?.includes(text))

test('every text that a member may hear is said, and so comes from the catalogue', () => {
  const found = unsaid.filter(({ path, text }) => !isExcused(path, text))
  expect(found, 'say it (docs/adding-a-feature.md), or name it above with the reason').toEqual([])
})

test('nothing is excused that is not there', () => {
  const excused = [operatorTexts, data].flatMap((list) =>
    Object.entries(list).flatMap(([path, texts]) => texts.map((text) => ({ path, text }))),
  )
  const there = new Set(unsaid.map(({ path, text }) => `${path}: ${text}`))
  expect(excused.filter(({ path, text }) => !there.has(`${path}: ${text}`))).toEqual([])
  expect(Object.keys(unheard).filter((path) => program[path] === undefined)).toEqual([])
})

describe('a text in a source', () => {
  /** `#` stands for the sign before a value in a template. */
  const read = (code: string) =>
    readTrees({ 'src/a.ts': code.replaceAll('#', '$') }, (_, tree) =>
      unsaidTexts(tree).map(({ text }) => text),
    )

  test.each([
    ["plainMessage('It is done.')", ['It is done.']],
    ['const a = `Queued #{product}.`', ['Queued ….']],
    ['const a = `#{product} is done, and #{left} left`', ['… is done, and … left']],
    ["const texts = { busy: 'the service is busy' }", ['the service is busy']],
    ["refusal(isLate ? 'too late for that' : say('A.'))", ['too late for that']],
    ["say('A {{b}}.', { b: isLate ? 'so late' : 'soon' })", ['so late']],
    ["new AppError('cannot_post', 'for the log', { memberText: 'for the member' })", ['for the member']],
    ["const facts = [{ label: 'Held for jobs', value: amount }]", ['Held for jobs']],
  ])('such as %s is found', (code, texts) => {
    expect(read(code)).toEqual(texts)
  })

  test.each([
    ["import { a } from './a b.ts'"],
    ["type A = 'two words'"],
    ["say('It is done.')"],
    ["const texts = { busy: declared('the service is busy') }"],
    ["sayCount('{{count}} day ago', '{{count}} days ago', { count })"],
    ["sayOrdinal({ one: '{{count}}st in the queue', other: '{{count}}th in the queue' }, { count })"],
    ["text({ label: 'Week start', help: 'On which day a week begins', lengthMax: 5 })"],
    ["const days = [{ value: 'day', label: 'Every day' }]"],
    ["log.warn('a clip could not be read', { error })"],
    ["throw new Error('that is no job')"],
    ["assert(isWhole, 'not a whole number')"],
    ["const a = 'word'"],
    ["const a = '/budget limit'"],
  ])('such as %s is not', (code) => {
    expect(read(code)).toEqual([])
  })
})
