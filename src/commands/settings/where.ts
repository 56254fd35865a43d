import { type Answer, formOffer, keptRefusal, privately, problemsAnswer } from '../../core/command/answer.ts'
import { defineAction } from '../../core/command/command.ts'
import {
  type ChannelKind,
  channelRulesMax,
  hasChannelKinds,
  hasChannelRules,
  type RuledChannels,
  type SettingsHere,
  type SettingsStore,
} from '../../core/command/settings.ts'
import { channelKindTexts, whereFacts } from '../../core/command/settings-text.ts'
import { channel, choice, optional } from '../../core/fields/field-builders.ts'
import { type Block, plainMessage, type ResultMessage } from '../../core/message/message.ts'
import { accountOf, budgetChannelOf, type Target } from '../../core/target.ts'
import { declared, say, sayDeclared } from '../../core/text/say.ts'
import { mineInstead } from './fields.ts'

const rules = [
  { value: 'allow', label: 'Allow: limit Tunesmith to allowed channels' },
  { value: 'refuse', label: 'Refuse: turn Tunesmith off there' },
  { value: 'forget', label: 'Forget: remove the rule' },
  { value: 'everywhere', label: 'Everywhere: remove all rules' },
] as const

type Rule = (typeof rules)[number]['value']

const kinds = [
  { value: 'age_restricted', label: 'Age-restricted channels' },
  { value: 'announcement', label: 'Announcement channels' },
] as const satisfies readonly { value: ChannelKind; label: string }[]

const changed = {
  allow: declared('Members can now use Tunesmith in that channel, and only in allowed channels.'),
  refuse: declared('Members can no longer use Tunesmith in that channel.'),
  forget: declared('That channel has no rule anymore.'),
  everywhere: declared('Members can now use Tunesmith in every channel.'),
} as const satisfies Record<Rule, string>

const changedKind = {
  allow: declared('Members can now use Tunesmith in {{kind}}, and only in allowed channels.'),
  refuse: declared(
    'Members can no longer use Tunesmith in {{kind}}, except in those that are allowed by name.',
  ),
  forget: declared('There is no rule for {{kind}} anymore.'),
} as const satisfies Record<Exclude<Rule, 'everywhere'>, string>

const changedText = (rule: Rule, kind: ChannelKind | undefined): string =>
  kind === undefined || rule === 'everywhere'
    ? sayDeclared(changed[rule])
    : sayDeclared(changedKind[rule], { kind: sayDeclared(channelKindTexts[kind]) })

const binding = declared('This applies to everyone, admins included, but not to direct messages.')

const wayOut = (): string =>
  say(
    'To take a channel off the list, even a deleted one, use rule:forget and its name or ID. To clear the list, use rule:everywhere.',
  )

const unchanged = (): string => say('Nothing was changed.')

const tooMany = (): Answer =>
  keptRefusal(
    plainMessage(
      say('You can set at most {{most}} rules. Forget one first. Nothing was changed.', {
        most: channelRulesMax,
      }),
      'failed',
    ),
  )

/** Why no rule for a kind can be set; undefined if one can. */
const kindProblem = (
  { platform }: Target,
  kind: ChannelKind | undefined,
  chosen: string | undefined,
): Answer | undefined => {
  if (kind === undefined) return undefined
  const problem = (text: string) => problemsAnswer([{ field: 'kind', text }], unchanged())
  if (!hasChannelKinds[platform])
    return problem(say('Slack has no age-restricted or announcement channels. Leave Kind out.'))
  return chosen === undefined ? undefined : problem(say('Choose a channel or a kind, not both.'))
}

const apply = async (
  settings: SettingsStore,
  target: Target,
  channels: RuledChannels,
  rule: Rule,
): Promise<'changed' | 'full'> => {
  const account = accountOf(target)
  if (rule !== 'everywhere') return settings.rule(account, channels, rule === 'forget' ? undefined : rule)
  await settings.liftRules(account)
  return 'changed'
}

const readWhere = (settings: SettingsStore, target: Target): Promise<SettingsHere> =>
  settings.read(accountOf(target), { member: target.member, channel: budgetChannelOf(target) })

const messageFor = async (
  settings: SettingsStore,
  target: Target,
  sentence: string,
): Promise<ResultMessage> => {
  const { where } = await readWhere(settings, target)
  const facts: Block = { kind: 'facts', facts: whereFacts(where) }
  return {
    text: sentence,
    tone: 'info',
    blocks: hasChannelRules(where) ? [facts, { kind: 'note', text: wayOut() }] : [facts],
  }
}

/** Sets in which channels members can make requests, for admins. */
export const whereAction = defineAction({
  name: 'where',
  isForAdmins: true,
  forOthers: mineInstead,
  summary: 'Choose where members can use Tunesmith (admins only)',
  changesNothing: ({ rule }) => rule === undefined,
  fields: {
    rule: optional(
      choice({
        label: 'Rule',
        help: 'Rule for the channel or kind (default: just show the rules)',
        choices: rules,
      }),
    ),
    channel: optional(channel({ label: 'Channel', help: 'Channel (default: this one)' })),
    kind: optional(
      choice({
        label: 'Kind',
        help: 'All channels of this kind instead of one (Discord only)',
        choices: kinds,
      }),
    ),
  },
  clearsChannel: async ({ rule, channel: chosen }, { target }, { settings }) => {
    if (rule === 'everywhere') return true
    if (rule !== 'forget' || chosen === undefined) return false
    const { where } = await readWhere(settings, target)
    return [...where.allowed, ...where.refused].includes(chosen)
  },
  run: async ({ rule, channel: chosen, kind }, invocation, { settings }: { settings: SettingsStore }) => {
    const { target } = invocation
    const refused = kindProblem(target, kind, chosen)
    if (refused !== undefined) return refused
    if (rule === undefined && invocation.form === undefined) {
      const how = say('You can set a rule for each channel.')
      return formOffer(await messageFor(settings, target, `${sayDeclared(binding)} ${how}`))
    }
    if (rule === undefined) return privately(await messageFor(settings, target, sayDeclared(binding)))
    const channels = kind === undefined ? { channel: chosen ?? budgetChannelOf(target) } : { kind }
    const status = await apply(settings, target, channels, rule)
    return status === 'full'
      ? tooMany()
      : privately(await messageFor(settings, target, `${changedText(rule, kind)} ${sayDeclared(binding)}`))
  },
})
