import { expect, test } from 'vitest'
import { readTask } from '../../../src/app/command-line/read-task.ts'

const nothing = {
  chats: undefined,
  secretFiles: {},
  values: {},
  usesComposeRedis: false,
  mayChangeRedis: false,
  takesProposals: false,
}

test.each<[string, object]>([
  ['', {}],
  ['--chats slack,discord --yes', { chats: ['discord', 'slack'], takesProposals: true }],
  [
    '--discord-token-file a --slack-bot-token-file b --slack-app-token-file c --audio-key-file -',
    { secretFiles: { DISCORD_TOKEN: 'a', SLACK_BOT_TOKEN: 'b', SLACK_APP_TOKEN: 'c', AUDIO_API_KEY: '-' } },
  ],
  [
    '--audio-url https://audio.example --audio-file-hosts files.example',
    { values: { AUDIO_API_URL: 'https://audio.example', AUDIO_FILE_HOSTS: 'files.example' } },
  ],
  ['--redis redis://127.0.0.1:6379', { values: { REDIS_URL: 'redis://127.0.0.1:6379' } }],
  ['--redis compose', { usesComposeRedis: true }],
  ['--redis-file r --set-redis', { secretFiles: { REDIS_URL: 'r' }, mayChangeRedis: true }],
])('setup %s', (line, wish) => {
  const args = line.split(' ').filter((arg) => arg !== '')
  expect(readTask(['setup', ...args])).toEqual({ kind: 'setup', wish: { ...nothing, ...wish } })
})

test.each([
  ['--chats irc', '--chats must be discord, slack or discord,slack.'],
  ['--redis redis://:secret@host', '--redis has a password, which others on the machine could see.'],
  ['--redis redis://host?password=secret', '--redis has a password'],
  ['--redis compose --redis-file r', '--redis and --redis-file exclude each other.'],
  ['--audio-key-file - --redis-file -', 'Only one secret can come from standard input (-).'],
  ['token', 'Secrets are read from files; see --help.'],
])('setup %s is refused', (line, text) => {
  const read = () => readTask(['setup', ...line.split(' ')])
  expect(read).toThrow(text)
  expect(read).not.toThrow('secret@')
})

test('setup --help explains itself', () => {
  expect(readTask(['setup', '--help'])).toMatchObject({
    kind: 'help',
    text: expect.stringContaining('--set-redis'),
  })
})
