import { createAppLink } from '../bots/slack/setup/create-link.ts'
import { slackManifest } from '../bots/slack/setup/manifest.ts'
import { commands } from '../commands/index.ts'
import { slackPath } from './chats.ts'

type Installs = Parameters<typeof slackManifest>[1]['installs']

const manifestFor = (address: string | undefined, installs?: Installs) =>
  slackManifest(commands, {
    requestUrl: address === undefined ? undefined : `${address}${slackPath}/events`,
    ...(installs !== undefined && { installs }),
  })

/** Slack's manifest as a file, for signed requests below `address`, or for Socket Mode without one. */
export const slackManifestText = (address: string | undefined, installs?: Installs): string =>
  `${JSON.stringify(manifestFor(address, installs), null, 2)}\n`

/** The link that creates the Slack app from it. */
export const slackAppLink = (address: string | undefined): string => createAppLink(manifestFor(address))
