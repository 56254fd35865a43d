import { expect, test } from 'vitest'
import { readConfig } from '../../src/app/config.ts'

const read = (name: string, value: string) =>
  readConfig({
    DISCORD_TOKEN: 'discord-secret',
    AUDIO_API_URL: 'https://api.example/public',
    AUDIO_API_KEY: 'audio-secret',
    AUDIO_FILE_HOSTS: 'cdn.example',
    REDIS_URL: 'redis://redis:6379',
    [name]: value,
  })

test.each([
  [
    'OPERATOR_BLOCKED',
    'discord:12, discord:@34,slack:T1,slack:@T1/U2',
    { operator: { blocked: ['discord:12', 'discord:@34', 'slack:T1', 'slack:@T1/U2'] } },
  ],
  ['OPERATOR_BLOCKED', '', { operator: { blocked: [] } }],
  ['REQUESTS_PER_MINUTE_PER_SERVER', '0', { allowances: { request: { server: 0, member: 5 } } }],
  ['REQUESTS_PER_MINUTE_PER_MEMBER', '7', { allowances: { request: { server: 200, member: 7 } } }],
  ['COMMANDS_PER_MINUTE_PER_SERVER', '8', { allowances: { command: { server: 8, member: 30 } } }],
  ['COMMANDS_PER_MINUTE_PER_MEMBER', '9', { allowances: { command: { server: 1000, member: 9 } } }],
])('%s=%s is taken', (name, value, config) => {
  expect(read(name, value)).toMatchObject({ ok: true, config })
})

test.each([
  ...['discord', 'discord:', 'discord:mia', 'slack:@U2', 'slack:T1/U2', 'T1', ','].map((value) => [
    'OPERATOR_BLOCKED',
    value,
    'must be servers and members separated by commas: discord:SERVER, discord:@MEMBER, slack:TEAM or slack:@TEAM/MEMBER',
  ]),
  ...[
    'a'.repeat(61),
    '\uFDFA'.repeat(4),
    Array.from({ length: 400 }, (_, i) => `${'a'.repeat(50)}${i}`).join(','),
  ].map((value) => ['REFUSED_WORDS', value, 'must be words of at most 60 characters, and 20000 together']),
  ['REQUESTS_PER_MINUTE_PER_MEMBER', '10001', 'must be a whole number from 0 to 10000'],
  ['COMMANDS_PER_MINUTE_PER_SERVER', '-1', 'must be a whole number from 0 to 10000'],
])('%s=%s is refused', (name = '', value = '', text = '') => {
  expect(read(name, value)).toEqual({ ok: false, problems: [{ name, text }] })
})
