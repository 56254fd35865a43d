import { slackManifest } from '../bots/slack/setup/manifest.ts'
import { commands } from '../commands/index.ts'
import { slackPath } from './chats.ts'

/** Slack's manifest as a file, for signed requests below `address`, or for Socket Mode without one. */
export const slackManifestText = (address: string | undefined): string => {
  const requestUrl = address === undefined ? undefined : `${address}${slackPath}/events`
  return `${JSON.stringify(slackManifest(commands, { requestUrl }), null, 2)}\n`
}
