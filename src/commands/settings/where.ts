import { type Answer, formOffer, keptRefusal, privately } from '../../core/command/answer.ts'
import { defineAction } from '../../core/command/command.ts'
import { ruledChannelsMax, type SettingsHere, type SettingsStore } from '../../core/command/settings.ts'
import { whereFact } from '../../core/command/settings-text.ts'
import { channel, choice, optional } from '../../core/fields/field-builders.ts'
import { type Block, plainMessage, type ResultMessage } from '../../core/message/message.ts'
import { accountOf, budgetChannelOf, type Target } from '../../core/target.ts'
import { declared, say, sayDeclared } from '../../core/text/say.ts'
import { mineInstead } from './fields.ts'

const rules = [
  { value: 'allow', label: 'Allow: limit Tunesmith to allowed channels' },
  { value: 'refuse', label: 'Refuse: turn Tunesmith off in this channel' },
  { value: 'forget', label: "Forget: remove this channel's rule" },
  { value: 'everywhere', label: 'Everywhere: remove all rules' },
] as const

type Rule = (typeof rules)[number]['value']

const changed = {
  allow: declared('Members can now use Tunesmith in that channel, and only in allowed channels.'),
  refuse: declared('Members can no longer use Tunesmith in that channel.'),
  forget: declared('That channel has no rule anymore.'),
  everywhere: declared('Members can now use Tunesmith in every channel.'),
} as const satisfies Record<Rule, string>

const binding = declared('This applies to everyone, admins included, but not to direct messages.')

const wayOut = (): string =>
  say(
    'To take a channel off the list, even a deleted one, use rule:forget and its name or ID. To clear the list, use rule:everywhere.',
  )

const tooMany = (): Answer =>
  keptRefusal(
    plainMessage(
      say('You can list at most {{most}} channels. Forget one first. Nothing was changed.', {
        most: ruledChannelsMax,
      }),
      'failed',
    ),
  )

const apply = async (
  settings: SettingsStore,
  target: Target,
  id: string,
  rule: Rule,
): Promise<'changed' | 'full'> => {
  const account = accountOf(target)
  if (rule !== 'everywhere') return settings.rule(account, id, rule === 'forget' ? undefined : rule)
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
  const facts: Block = { kind: 'facts', facts: [whereFact(where)] }
  const isRuled = where.allowed.length + where.refused.length > 0
  return {
    text: sentence,
    tone: 'info',
    blocks: isRuled ? [facts, { kind: 'note', text: wayOut() }] : [facts],
  }
}

/** Sets in which channels members can make requests, for admins. */
export const whereAction = defineAction({
  name: 'where',
  isForAdmins: true,
  forOthers: mineInstead,
  summary: 'Choose where members can use Tunesmith (admins only)',
  fields: {
    rule: optional(
      choice({
        label: 'Rule',
        help: 'Rule for the channel (default: just show the rules)',
        choices: rules,
      }),
    ),
    channel: optional(channel({ label: 'Channel', help: 'Channel (default: this one)' })),
  },
  clearsChannel: async ({ rule, channel: chosen }, { target }, { settings }) => {
    if (rule === 'everywhere') return true
    if (rule !== 'forget' || chosen === undefined) return false
    const { where } = await readWhere(settings, target)
    return [...where.allowed, ...where.refused].includes(chosen)
  },
  run: async ({ rule, channel: chosen }, invocation, { settings }: { settings: SettingsStore }) => {
    const { target } = invocation
    if (rule === undefined && invocation.form === undefined) {
      const how = say('You can set a rule for each channel.')
      return formOffer(await messageFor(settings, target, `${sayDeclared(binding)} ${how}`))
    }
    if (rule === undefined) return privately(await messageFor(settings, target, sayDeclared(binding)))
    const status = await apply(settings, target, chosen ?? budgetChannelOf(target), rule)
    return status === 'full'
      ? tooMany()
      : privately(await messageFor(settings, target, `${sayDeclared(changed[rule])} ${sayDeclared(binding)}`))
  },
})
