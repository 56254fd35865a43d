import { z } from 'zod'
import { BadRequest, read } from '../../studio/kit/bad-request.ts'
import type { DiscordStandIn } from '../discord/stand-in.ts'
import type { ManifestRefused } from '../slack/manifest.ts'
import type { SlackStandIn } from '../slack/stand-in.ts'
import { text } from './deed-schema.ts'

/** The pages on which an app is set up, as far as a platform runs. */
export type AppPages = {
  readonly discord: Pick<
    DiscordStandIn,
    'setPrivilegedIntents' | 'setInstallationContexts' | 'setGatewayRules'
  >
  readonly slack?: Pick<SlackStandIn, 'installManifest' | 'installIn' | 'uninstallFrom'>
}

const installBody = z.discriminatedUnion('platform', [
  z.strictObject({
    platform: z.literal('slack'),
    manifest: z.unknown().optional(),
    workspace: text.optional(),
  }),
  z.strictObject({
    platform: z.literal('discord'),
    privilegedIntents: z.array(z.enum(['messageContent', 'guildMembers', 'presences'])).optional(),
    installationContexts: z
      .array(z.enum(['guild', 'user']))
      .min(1)
      .optional(),
    /** What Discord demands of who starts sessions; what is left out stays as it is. */
    gatewayRules: z
      .strictObject({
        shards: z.int().min(1),
        shardsMultipleOf: z.int().min(1),
        guildsPerShard: z.int().min(1),
        maxConcurrency: z.int().min(1),
        sessionsPerDay: z.int().min(0),
      })
      .partial()
      .optional(),
  }),
])
const uninstallBody = z.strictObject({ platform: z.literal('slack'), workspace: text })

/**
 * Slack's words, each at its place in the body.
 * https://docs.slack.dev/reference/methods/apps.manifest.validate
 */
export const tellManifest = ({ problems }: ManifestRefused) => {
  const errors = problems.map(({ path, message }) => ({
    message,
    pointer: `/${path.map(String).join('/')}`,
  }))
  const field = ['manifest', ...(problems[0]?.path ?? [])].map(String).join('.')
  return { error: problems[0]?.message, field, errors }
}

const slackOf = ({ slack }: AppPages) => {
  if (!slack) throw new BadRequest('platform', 'slack does not run here')
  return slack
}

const setApplication = (
  { discord }: AppPages,
  asked: Extract<z.output<typeof installBody>, { platform: 'discord' }>,
): { ok: true } => {
  const { privilegedIntents, installationContexts, gatewayRules } = asked
  if (privilegedIntents) discord.setPrivilegedIntents(privilegedIntents)
  if (installationContexts) discord.setInstallationContexts(installationContexts)
  if (gatewayRules) discord.setGatewayRules(gatewayRules)
  return { ok: true }
}

/**
 * What an app's page on the platform is for: its manifest in Slack, and the workspaces that it is in; its
 * privileged intents in Discord, and where it may be installed.
 */
export const install = (options: AppPages, body: unknown): object => {
  const asked = read(installBody, body)
  if (asked.platform === 'discord') return setApplication(options, asked)
  const { manifest, workspace } = asked
  const slack = slackOf(options)
  if (manifest !== undefined || workspace === undefined) slack.installManifest(manifest)
  return { ok: true, ...(workspace !== undefined && { installation: slack.installIn(workspace) }) }
}

/** Takes the app out of a workspace. */
export const uninstall = (options: AppPages, body: unknown): { ok: true } => {
  slackOf(options).uninstallFrom(read(uninstallBody, body).workspace)
  return { ok: true }
}
