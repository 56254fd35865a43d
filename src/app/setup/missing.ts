import type { SetupWish } from '../command-line/setup.ts'
import type { Draft, SettingName } from './draft.ts'
import { isForMany } from './slack-app-step.ts'

const flags = {
  DISCORD_TOKEN: '--discord-token-file',
  SLACK_BOT_TOKEN: '--slack-bot-token-file',
  SLACK_CLIENT_SECRET: 'SLACK_CLIENT_SECRET',
  SLACK_APP_TOKEN: '--slack-app-token-file',
  AUDIO_API_KEY: '--audio-key-file',
  AUDIO_API_URL: '--audio-url',
  AUDIO_FILE_HOSTS: '--audio-file-hosts',
  REDIS_URL: '--redis',
} as const satisfies Partial<Record<SettingName, string>>

type Flagged = keyof typeof flags

const ofChats = (draft: Draft, { chats, takesProposals }: SetupWish): readonly Flagged[] => {
  const has = (name: SettingName) => draft.value(name) !== undefined
  const ofMany = isForMany(draft)
  const wants = (chat: 'discord' | 'slack', isSetUp: boolean): boolean =>
    chats?.includes(chat) ?? (takesProposals && isSetUp)
  const wantsSlack = wants('slack', ofMany || has('SLACK_BOT_TOKEN'))
  const slackToken = ofMany ? 'SLACK_CLIENT_SECRET' : 'SLACK_BOT_TOKEN'
  return [
    ...(wants('discord', has('DISCORD_TOKEN')) ? (['DISCORD_TOKEN'] as const) : []),
    ...(wantsSlack ? ([slackToken] as const) : []),
    ...(wantsSlack && !has('SLACK_SIGNING_SECRET') ? (['SLACK_APP_TOKEN'] as const) : []),
  ]
}

/** The flags for all that would be asked, when nobody can be asked. */
export const missingAnswers = (draft: Draft, wish: SetupWish): readonly string[] => {
  const { chats, takesProposals, usesComposeRedis } = wish
  const has = (name: SettingName) => draft.value(name) !== undefined
  const knowsChats =
    chats !== undefined ||
    (takesProposals && (has('DISCORD_TOKEN') || has('SLACK_BOT_TOKEN') || isForMany(draft)))
  const proposed: readonly Flagged[] = takesProposals ? [] : ['AUDIO_API_URL', 'AUDIO_FILE_HOSTS']
  const redis: readonly Flagged[] = usesComposeRedis || takesProposals ? [] : ['REDIS_URL']
  const needed: readonly Flagged[] = [...ofChats(draft, wish), 'AUDIO_API_KEY', ...proposed, ...redis]
  return [
    ...(knowsChats ? [] : ['--chats']),
    ...needed.filter((name) => !has(name)).map((name) => flags[name]),
  ]
}
