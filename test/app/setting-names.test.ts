import { describe, expect, test } from 'vitest'
import { readConfig } from '../../src/app/config.ts'
import { ignoredSettings, settingNames } from '../../src/app/setting-names.ts'

const needed = {
  DISCORD_TOKEN: 'discord-secret',
  AUDIO_API_URL: 'https://api.example/public/',
  AUDIO_API_KEY: 'audio-secret',
  AUDIO_FILE_HOSTS: 'cdn.example',
  REDIS_URL: 'redis://:redis-secret@redis:6379',
}

const problemsOf = (changes: Readonly<Record<string, string>>) => {
  const result = readConfig({ ...needed, ...changes })
  return result.ok ? [] : result.problems.map(({ name, text }) => `${name} ${text}`)
}

describe('a name that is no setting', () => {
  test.each([
    ['DISCORD_TOKN', 'DISCORD_TOKEN'],
    ['AUDIO_APY_KEY', 'AUDIO_API_KEY'],
    ['AUDIO_FILE_HOST', 'AUDIO_FILE_HOSTS'],
    ['REDIS_URI', 'REDIS_URL'],
    ['LOG_LEVLE', 'LOG_LEVEL'],
    ['TEXTS_LANGAUGE', 'TEXTS_LANGUAGE'],
    ['TZ_DEFAULTS', 'TZ_DEFAULT'],
    ['AUDIO_APY_KEY_FILE', 'AUDIO_API_KEY'],
    ['ENCRYPTION_KEYS', 'ENCRYPTION_KEY'],
    ['PUBLIC_URI', 'PUBLIC_URL'],
    ['JOBS_WAITING_PER_SERVERS', 'JOBS_WAITING_PER_SERVER'],
    ['REQUESTS_PER_MINUTE_PER_MEMBERS', 'REQUESTS_PER_MINUTE_PER_MEMBER'],
    ['REQUEST_PER_MINUTE_PER_MEMBER', 'REQUESTS_PER_MINUTE_PER_MEMBER'],
    ['OPERATORS_BLOCKED', 'OPERATOR_BLOCKED'],
    ['SLACKBOT_TOKEN', 'SLACK_BOT_TOKEN'],
    ['operator_blocked', 'OPERATOR_BLOCKED'],
  ])('such as %s is taken for a slip for %s', (name, meant) => {
    const slip = name.replace(/_FILE$/, '')
    expect(problemsOf({ [name]: 'x' })).toEqual([`${slip} is not a setting; did you mean ${meant}?`])
  })

  // Container platforms set such names for a service called "redis" or
  // "discord"; the rest is other programs'.
  test.each([
    'REDIS_PORT',
    'REDIS_SERVICE_HOST',
    'REDIS_SERVICE_PORT',
    'REDIS_PORT_6379_TCP',
    'REDIS_PORT_6379_TCP_ADDR',
    'HTTP_PROXY',
    'HOME',
    'PATH',
    'TZ',
    'NODE_ENV',
    'LOG_SOMETHING_ELSE',
    '__proto__',
  ])('such as %s is left alone', (name) => {
    expect(problemsOf({ [name]: 'tcp://10.0.0.1:6379' })).toEqual([])
  })

  test.each([
    ['AUDIO_PARALLEL_MAX', 'is not a Tunesmith setting and is ignored; did you mean AUDIO_API_PARALLEL?'],
    [
      'OPERATOR_CREDITS_NEW_SERVER',
      'is not a Tunesmith setting and is ignored; did you mean OPERATOR_NEW_SERVER_CREDITS?',
    ],
    ['LOG_SOMETHING_ELSE', 'is not a Tunesmith setting and is ignored'],
    [
      'COMMANDS_PER_MINUTE_PER_USER',
      'is not a Tunesmith setting and is ignored; did you mean COMMANDS_PER_MINUTE_PER_SERVER or COMMANDS_PER_MINUTE_PER_MEMBER?',
    ],
    [
      'OPERATORS_NEW_CREDITS',
      'is not a Tunesmith setting and is ignored; did you mean OPERATOR_NEW_SERVER_CREDITS?',
    ],
    ['DICORD_TOKEN', 'is not a Tunesmith setting and is ignored; did you mean DISCORD_TOKEN?'],
    ['log_level', 'is not a Tunesmith setting and is ignored; did you mean LOG_LEVEL?'],
    ['REDIS_PASSWORD', 'is not a Tunesmith setting and is ignored; it is a part of REDIS_URL'],
  ])('such as %s is reported without its value', (name, text) => {
    expect(ignoredSettings({ ...needed, [name]: 'hunter two' })).toEqual([{ name, text }])
  })

  test.each(['HTTP_PROXY', 'https_proxy', 'ALL_PROXY'])('such as %s is said not to be used', (name) => {
    const text = 'is not used: Tunesmith connects to everything directly'
    expect(ignoredSettings({ ...needed, [name]: 'http://user:hunter2@proxy:3128' })).toEqual([{ name, text }])
  })

  test('that has some connections use a proxy is refused', () => {
    expect(problemsOf({ NODE_USE_ENV_PROXY: '1' })).toEqual([
      'NODE_USE_ENV_PROXY is not supported: not every connection can use a proxy, so none does; remove it',
    ])
    expect(problemsOf({ NODE_USE_ENV_PROXY: '0' })).toEqual([])
  })

  test('that switches off the check of certificates is refused', () => {
    expect(problemsOf({ NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toEqual([
      'NODE_TLS_REJECT_UNAUTHORIZED lets anyone on the way read every key; remove it, and name your own authority in NODE_EXTRA_CA_CERTS',
    ])
    for (const harmless of ['', '1', 'false'])
      expect(problemsOf({ NODE_TLS_REJECT_UNAUTHORIZED: harmless })).toEqual([])
  })

  test('under which a setting is misspelt is found for every setting, whatever word the slip is in', () => {
    const slips = settingNames.flatMap((name) => [
      `${name}X`,
      `X${name}`,
      name.replace('_', 'X_'),
      name.replace('_', ''),
    ])
    const isTold = (name: string): boolean =>
      problemsOf({ [name]: 'x' }).length + ignoredSettings({ ...needed, [name]: 'x' }).length > 0
    // Other programs have names that end so; see above.
    expect(slips.filter((name) => !isTold(name))).toEqual(['XHTTP_PORT', 'HTTPX_PORT'])
  })

  test('that systems and other programs set is not reported', () => {
    const others =
      'CI DEBUG DISPLAY EDITOR HOME HOSTNAME HOST HTTPS_HOST HTTPS_PORT INVOCATION_ID JOURNAL_STREAM LANG LC_ALL LOGNAME MAIL NODE_ENV NODE_EXTRA_CA_CERTS NODE_OPTIONS NODE_VERSION npm_config_loglevel npm_lifecycle_event NOTIFY_SOCKET OLDPWD OPENAI_API_KEY PATH PORT PUBLIC PWD REQUEST_TIMEOUT COMMAND_MODE REQUESTS_CA_BUNDLE SHELL SHLVL SMTP_HOST SMTP_PORT SSL_CERT_FILE TERM TMPDIR TZ USER XDG_RUNTIME_DIR DB_URL API_KEY API_URL'
    const environment = Object.fromEntries(others.split(' ').map((name) => [name, 'x']))
    expect(problemsOf(environment)).toEqual([])
    expect(ignoredSettings({ ...needed, ...environment })).toEqual([])
  })

  test('that belongs to others is not reported', () => {
    expect(
      ignoredSettings({
        ...needed,
        NO_PROXY: 'x',
        HTTP_PROXY: '',
        REDIS_PORT: 'x',
        REDIS_MASTER_SERVICE_PORT_TCP_REDIS: 'x',
        HOME: 'x',
        AUDIO_APY_KEY: 'x',
      }),
    ).toEqual([])
  })

  test('that only other Slack programs have is refused, not ignored', () => {
    expect(problemsOf({ SLACK_STATE_SECRET: 'x' })).toEqual([
      'SLACK_STATE_SECRET is not supported by this version; remove it',
    ])
  })
})
