import type { ChatConfig } from './chat-settings.ts'
import type { Config } from './config.ts'
import { isLocal } from './local-host.ts'
import { redisSecrets } from './redis-settings.ts'
import type { ConfigProblem } from './setting-names.ts'

const slackSecrets = ({ transport, ...access }: NonNullable<ChatConfig['slack']>): string[] => [
  ...('app' in access ? [access.app.clientSecret, access.app.stateSecret] : [access.botToken]),
  transport.kind === 'socket' ? transport.appToken : transport.signingSecret,
]

const present = (secrets: readonly string[]): string[] => secrets.filter((secret) => secret !== '')

/** The secrets of the chats. */
export const chatSecrets = ({ discord, slack }: ChatConfig): string[] => {
  // Typed by platform, so that the secrets of a new one can't be forgotten.
  const secrets: Readonly<Record<keyof ChatConfig, readonly string[]>> = {
    discord: discord === undefined ? [] : [discord.token],
    slack: slack === undefined ? [] : slackSecrets(slack),
  }
  return present(Object.values(secrets).flat())
}

/** Shorter ones are no secrets, such as the number of a tenant, which may be in every line of the log. */
const headerSecretCharsMin = 8

/** The secrets in headers, which may follow a word such as Bearer. */
const headerSecrets = (headers: Readonly<Record<string, string>> = {}): readonly string[] =>
  Object.values(headers)
    .flatMap((value) => value.split(/\s+/))
    .filter((part) => part.length >= headerSecretCharsMin)

/** All secrets in the settings, which are never logged. */
export const secretsOf = ({
  audio,
  redis,
  c2pa,
  encryptionKeys,
  metricsToken = '',
  adminToken = '',
  traces,
  ...chats
}: Config): string[] => [
  ...chatSecrets(chats),
  ...present([
    audio.apiKey,
    ...audio.olderKeys,
    ...redisSecrets(redis),
    ...encryptionKeys,
    metricsToken,
    adminToken,
    c2pa?.key ?? '',
  ]),
  ...headerSecrets(traces?.headers),
]

/** Settings whose addresses would send a secret unencrypted over a network. */
export const exposedSettings = ({ discord, slack, audio, traces }: Config): readonly ConfigProblem[] =>
  Object.entries({
    DISCORD_API_URL: discord?.apiUrl,
    SLACK_API_URL: slack?.apiUrl,
    AUDIO_API_URL: audio.apiUrl,
    OTEL_EXPORTER_OTLP_ENDPOINT: Object.keys(traces?.headers ?? {}).length > 0 ? traces?.endpoint : undefined,
  }).flatMap(([name, address]) => {
    if (address === undefined) return []
    const { protocol, hostname } = new URL(address)
    return protocol === 'http:' && !isLocal(hostname)
      ? [{ name, text: 'is plain http to another machine, so the key can be read on the way; use https' }]
      : []
  })
