import { chmod } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../../studio/kit/free-port.ts'
import { type Installation, startInstallation } from '../../support/doctor/installation.ts'
import { problemsIn } from '../../support/doctor/problems.ts'
import { excuseRefusals } from '../../support/sandbox/strict.ts'
import { createAuthority } from '../../support/service/authority.ts'
import { answers, breaks, startScriptedServer } from '../../support/service/scripted-server.ts'
import { selfSigned } from '../../support/service/self-signed.ts'
import { startTlsProxy } from '../../support/service/tls-proxy.ts'
import { oneOfEachKind } from '../../support/suite/runs.ts'

let installation: Installation
const closing: (() => unknown)[] = []

beforeAll(async () => {
  installation = await startInstallation()
})
afterAll(() => installation.stop())
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  await installation.mend()
})

type Look = NonNullable<Parameters<Installation['look']>[0]>
type Expected = readonly [id: string, verdict: 'warning' | 'failed', text: RegExp]
type Row = readonly [state: string, arrange: () => Promise<Look>, ...expected: readonly Expected[]]

const set = (settings: NonNullable<Look['settings']>) => async (): Promise<Look> => ({ settings })
const on = (machine: NonNullable<Look['machine']>) => async (): Promise<Look> => ({ machine })
const mebibyte = 1024 * 1024

/** A certificate to sign results with. */
const certifiedFor = (wanted: Parameters<ReturnType<typeof createAuthority>['issue']>[0]) => {
  const { cert, key } = createAuthority().issue(wanted)
  return set({ C2PA_CERTIFICATE: cert, C2PA_KEY: key })
}
const inDays = (days: number): number => Date.now() + days * 24 * 60 * 60_000

const here: readonly Row[] = [
  [
    'a setting that is no number',
    set({ REQUESTS_PER_MINUTE_PER_MEMBER: 'many' }),
    ['settings.valid', 'failed', /REQUESTS_PER_MINUTE_PER_MEMBER.*see \.env\.example/],
  ],
  [
    'the name of another program’s setting',
    set({ HTTPS_PROXY: 'http://proxy.example:3128' }),
    ['settings.ignored', 'warning', /HTTPS_PROXY: It is not used: Tunesmith connects to everything directly/],
  ],
  [
    'a key that crosses the network in plain text',
    set({ AUDIO_API_URL: 'http://audio.invalid' }),
    ['settings.exposed', 'warning', /AUDIO_API_URL: It is plain http to another machine/],
    ['audio.api', 'failed', /\((?:ENOTFOUND|EAI_AGAIN)\): DNS does/],
  ],
  [
    'a setting for Sentinels that are not there',
    set({ REDIS_SENTINEL_USER: 'eye' }),
    ['settings.unused', 'warning', /REDIS_SENTINEL_USER: It is not used/],
  ],
  [
    'an .env that all can read',
    async () => {
      await chmod(installation.environmentFile, 0o644)
      return {}
    },
    ['settings.file', 'warning', /mode 644.*chmod 600 \.env/],
  ],
  ['a certificate that signs for another month', certifiedFor({ endsAtMs: inDays(31) })],
  [
    'a certificate that soon expires',
    certifiedFor({ endsAtMs: inDays(29) }),
    ['settings.signing', 'warning', /C2PA_CERTIFICATE: It expires on 20\d\d-\d\d-\d\d\..*Have it renewed/],
  ],
  [
    'a certificate that has expired',
    certifiedFor({ endsAtMs: inDays(-1) }),
    ['settings.valid', 'failed', /C2PA_CERTIFICATE: It expired on 20\d\d-\d\d-\d\d\./],
  ],
  [
    'a certificate whose signatures readers refuse',
    certifiedFor({ maySign: false }),
    ['settings.signing', 'failed', /Readers of C2PA refuse what it signs \(signingCredential\.invalid\)/],
  ],
  [
    'an old Node',
    on({ nodeVersion: '20.20.2' }),
    ['machine.node', 'failed', /not tested with this version.*npm ci brings/],
  ],
  ['root', on({ userId: 0 }), ['machine.user', 'warning', /runs as root/]],
  [
    'no folder for clips',
    on({ folder: '/proc/nowhere' }),
    ['machine.folder', 'failed', /Clips cannot be stored in \/proc\/nowhere \(ENOENT\)/],
  ],
  [
    'a disk that fills up',
    on({ freeBytes: async () => 500 * mebibyte }),
    ['machine.disk', 'warning', /Only 500 MiB are free/],
  ],
  ['a full disk', on({ freeBytes: async () => 5 * mebibyte }), ['machine.disk', 'failed', /Only 5 MiB/]],
  [
    'little memory',
    on({ freeMemoryBytes: () => 100 * mebibyte }),
    ['machine.memory', 'warning', /Only 100 MiB are free/],
  ],
  [
    'a clock that is a minute ahead',
    async () => ({ now: () => Date.now() + 60_000 }),
    ['machine.clock', 'warning', /It is (59|60|61) s away.*Set it by NTP/],
    ['redis.clock', 'warning', /stops booking.*NTP/],
  ],
  [
    'a process that is not ready',
    async () => {
      installation.own.problems.push('is starting; it waits for Redis')
      return {}
    },
    ['machine.health', 'failed', /not ready: process is starting; it waits for Redis/],
  ],
  [
    'another program on our port',
    async () => ({ settings: { HTTP_PORT: new URL(installation.audio.url).port } }),
    ['machine.health', 'failed', /Another program answers on port \d+.*another HTTP_PORT/],
  ],
  [
    'a program on our port that speaks no HTTP',
    async () => {
      const server = await startScriptedServer({ reply: breaks })
      closing.push(server.close)
      return { settings: { HTTP_PORT: new URL(server.url).port } }
    },
    ['machine.health', 'failed', /gives no answer in HTTP \(UND_ERR_SOCKET\).*another program has it/],
  ],
]

const audioAnswers =
  (...reply: Parameters<typeof answers>) =>
  async (): Promise<Look> => {
    installation.audio.answer(answers(...reply))
    return {}
  }

const audio: readonly Row[] = [
  [
    'a key that the audio service refuses',
    audioAnswers(401, { success: false, error: 'Authentication failed' }),
    ['audio.api', 'failed', /AUDIO_API_KEY: The audio service does not accept it \(Authentication failed\)/],
  ],
  [
    'an address that is not the audio service’s',
    audioAnswers(404, 'Not found'),
    ['audio.api', 'failed', /AUDIO_API_URL: The audio service was not found there/],
  ],
  [
    'an outage of the audio service',
    audioAnswers(503, '<html></html>'),
    ['audio.api', 'failed', /It does not answer \(HTTP 503\)\. Wait if it has an outage/],
  ],
  [
    'an audio service that breaks off',
    async () => {
      installation.audio.answer(breaks)
      return {}
    },
    ['audio.api', 'failed', /UND_ERR_SOCKET/],
  ],
  [
    'a file host that DNS does not know',
    set({ AUDIO_FILE_HOSTS: 'files.invalid' }),
    ['audio.files', 'failed', /files\.invalid.*(?:ENOTFOUND|EAI_AGAIN).*could not be delivered/],
  ],
  [
    'a file host with a certificate of its own',
    async () => {
      const proxy = await startTlsProxy(await freePort(), selfSigned())
      closing.push(proxy.close)
      return { settings: { AUDIO_FILE_HOSTS: `localhost:${proxy.port}` } }
    },
    ['audio.files', 'failed', /not signed by a known authority/],
  ],
]

/** The audio service and both chats at one address. */
const everywhere = (url: string): Look => ({
  settings: { AUDIO_API_URL: url, DISCORD_API_URL: url, SLACK_API_URL: url },
})

const toldOfAll = (text: RegExp): readonly Expected[] => [
  ['audio.api', 'failed', text],
  ['discord.token', 'failed', text],
  ['slack.token', 'failed', text],
]

const network: readonly Row[] = [
  [
    'a certificate of an authority that is not known',
    async () => {
      const proxy = await startTlsProxy(await freePort(), selfSigned())
      closing.push(proxy.close)
      return everywhere(`https://localhost:${proxy.port}/api`)
    },
    ...toldOfAll(
      /_SELF_SIGNED_CERT\): its certificate is not signed by a known authority.*\. Set NODE_EXTRA_CA_CERTS /,
    ),
  ],
  [
    'a host that DNS does not know',
    async () => everywhere('https://nowhere.invalid/api'),
    ...toldOfAll(/\((ENOTFOUND|EAI_AGAIN)\): DNS does/),
  ],
  [
    'a port that refuses',
    async () => everywhere(`http://127.0.0.1:${await freePort()}/api`),
    ...toldOfAll(/\(ECONNREFUSED\): the connection was refused\. Check /),
  ],
]

const manage = async (how: 'deny' | 'allow', permission: string, channel = 0) => {
  const { people, addresses } = installation.discord
  await people.act(addresses.adminId, addresses.channelIds[channel] ?? '', {
    manage: { what: how, permission },
  })
}

const discord: readonly Row[] = [
  [
    'a token that Discord does not know',
    async () => {
      excuseRefusals(/401/)
      return { settings: { DISCORD_TOKEN: 'wrong' } }
    },
    ['discord.token', 'failed', /Discord does not know this token\. Check DISCORD_TOKEN/],
  ],
  [
    'an Interactions Endpoint URL',
    async () => {
      installation.discord.setInteractionsUrl('https://old.example/interactions')
      return {}
    },
    ['discord.events', 'failed', /https:\/\/old\.example\/interactions instead of the bot.*Clear it/],
  ],
  [
    'an intent that is switched off',
    async () => {
      installation.discord.setPrivilegedIntents([])
      return {}
    },
    ['discord.intents', 'warning', /Message Content Intent: It is off.*DISCORD_MESSAGE_CONTENT=off/],
  ],
  [
    'few session starts left',
    async () => {
      installation.discord.setGatewayRules({ sessionsPerDay: 20 })
      return {}
    },
    ['discord.gateway', 'warning', /Of 20 a day, 20 are left/],
  ],
  [
    'fewer shards than Discord recommends',
    async () => {
      installation.discord.setGatewayRules({ shards: 4 })
      return { settings: { DISCORD_SHARDS: '0-1/2' } }
    },
    ['discord.gateway', 'warning', /DISCORD_SHARDS: It names 2 shards in all, and Discord recommends 4/],
  ],
  [
    'a channel in which the bot may not attach files',
    async () => {
      await manage('deny', 'AttachFiles')
      closing.push(() => manage('allow', 'AttachFiles'))
      return {}
    },
    ['discord.permissions', 'warning', /lacks Attach Files in #general\./],
  ],
  [
    'a bot that is in no server',
    async () => {
      const { people, addresses } = installation.discord
      const change = (what: 'remove bot' | 'invite bot') =>
        people.act(addresses.adminId, addresses.channelId, { manage: { what } })
      await change('remove bot')
      closing.push(() => change('invite bot'))
      return {}
    },
    ['discord.servers', 'warning', /The bot is in none.*install link/],
  ],
]

const slack: readonly Row[] = [
  [
    'a token that Slack does not know',
    async () => {
      excuseRefusals(/invalid_auth/)
      return { settings: { SLACK_BOT_TOKEN: 'xoxb-1' } }
    },
    ['slack.token', 'failed', /does not accept this token \(invalid_auth\)\. Check SLACK_BOT_TOKEN/],
  ],
  [
    'an app token of another app',
    set({ SLACK_APP_TOKEN: 'xapp-1-A0123456789-1-abc' }),
    ['slack.app_token', 'failed', /belongs to the app A0123456789.*from the same app/],
  ],
  [
    'an app token of a strange form',
    set({ SLACK_APP_TOKEN: 'xapp-none' }),
    ['slack.app_token', 'warning', /does not look like an app-level token/],
  ],
  [
    'a signing secret of a strange form',
    set({ SLACK_APP_TOKEN: undefined, SLACK_SIGNING_SECRET: 'hello' }),
    ['slack.app_token', 'warning', /SLACK_SIGNING_SECRET.*Copy Signing Secret/],
    ['slack.requests', 'warning', /answers HTTP 404 to a request without a signature/],
  ],
  [
    'scopes that Slack did not grant',
    async () => {
      const manifest = installation.manifest()
      manifest.oauth_config.scopes.bot = manifest.oauth_config.scopes.bot.filter(
        (scope: string) => scope !== 'usergroups:read',
      )
      installation.slack.installManifest(manifest)
      return {}
    },
    ['slack.scopes', 'warning', /did not grant usergroups:read\. Install the app again/],
  ],
  [
    'an app that is in no channel',
    async () => {
      const { people, addresses } = installation.slack
      for (const channel of addresses.channelIds.slice(0, 2)) {
        await people.act(addresses.adminId, channel, { manage: { what: 'remove bot' } })
        closing.push(() => people.act(addresses.adminId, channel, { manage: { what: 'invite bot' } }))
      }
      return {}
    },
    ['slack.channels', 'warning', /only answer in direct messages\. Invite it/],
  ],
]

const certified = async (endsAtMs?: number): Promise<Look> => {
  const proxy = await startTlsProxy(Number(new URL(installation.own.url).port), selfSigned(endsAtMs))
  closing.push(proxy.close)
  return { settings: { PUBLIC_URL: `https://localhost:${proxy.port}` } }
}

const outside: readonly Row[] = [
  [
    'a public address where nothing answers',
    async () => ({ settings: { PUBLIC_URL: `http://127.0.0.1:${await freePort()}` } }),
    ['outside.callbacks', 'warning', /ECONNREFUSED.*Start the bot, and let POST \/webhooks\/audio\/ through/],
    ['outside.files', 'warning', /let GET \/files\/ through/],
  ],
  [
    'a proxy before a bot that does not run',
    async () => {
      const proxy = await startScriptedServer({ reply: answers(502, 'Bad Gateway') })
      closing.push(proxy.close)
      return { settings: { PUBLIC_URL: proxy.url } }
    },
    ['outside.callbacks', 'warning', /The proxy in front answers HTTP 502/],
    ['outside.files', 'warning', /HTTP 502/],
  ],
  [
    'a public address of something that answers as kindly as we do',
    async () => {
      const other = await startScriptedServer({ reply: (response) => response.writeHead(204).end() })
      closing.push(other.close)
      return { settings: { PUBLIC_URL: other.url } }
    },
    ['outside.callbacks', 'failed', /Something answers \(HTTP 204\) that is not this installation/],
    ['outside.files', 'failed', /not this installation/],
  ],
  [
    'a public address of an installation with another key',
    set({ ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64') }),
    ['outside.callbacks', 'failed', /could not sign with its ENCRYPTION_KEY/],
    ['outside.files', 'failed', /ENCRYPTION_KEY/],
  ],
  [
    'a public address with a certificate of nobody',
    () => certified(),
    ['outside.callbacks', 'warning', /_SELF_SIGNED_CERT/],
    ['outside.files', 'warning', /_SELF_SIGNED_CERT/],
    ['outside.certificate', 'failed', /not signed by a known authority/],
  ],
]

const rows = [...here, ...audio, ...network, ...discord, ...slack, ...outside].map(
  ([state, arrange, ...expected]) => ({
    state,
    arrange,
    expected,
  }),
)

/** What was found first, which rows of a kind share. */
const firstFinding = ({ state, expected: [finding] }: (typeof rows)[number]): string =>
  finding === undefined ? state : `${finding[0]} ${finding[1]}`

test.each(oneOfEachKind(rows, firstFinding))(
  '$state is told by its own line',
  async ({ arrange, expected }) => {
    expect(problemsIn(await installation.look(await arrange()))).toEqual(
      expected.map(([id, verdict, text]) => ({ id, verdict, text: expect.stringMatching(text) })),
    )
  },
)

test('commands that were never published are told, and published by --fix', async () => {
  const { api, token, applicationId } = installation.discord.addresses
  await fetch(`${api}/v10/applications/${applicationId}/commands`, {
    method: 'PUT',
    headers: { authorization: `Bot ${token}`, 'content-type': 'application/json' },
    body: '[]',
  })
  expect(problemsIn(await installation.look())).toEqual([
    {
      id: 'discord.commands',
      verdict: 'warning',
      text: expect.stringMatching(/it lacks \/music.*Run npm run publish-commands\.$/),
    },
  ])
  const { fixed, findings } = await installation.look({ wish: { isFixing: true } })
  expect(fixed).toEqual([{ id: 'discord.commands', text: expect.stringMatching(/^published \d+ commands/) }])
  expect(findings.find(({ id }) => id === 'discord.commands')).toMatchObject({ verdict: 'ok' })
})
