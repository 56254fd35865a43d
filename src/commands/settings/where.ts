import { type Answer, formOffer, keptRefusal, privately } from '../../core/command/answer.ts'
import { defineAction } from '../../core/command/command.ts'
import { ruledChannelsMax, type SettingsHere, type SettingsStore } from '../../core/command/settings.ts'
import { whereFact } from '../../core/command/settings-text.ts'
import { channel, choice, optional } from '../../core/fields/field-builders.ts'
import { type Block, plainMessage, type ResultMessage } from '../../core/message/message.ts'
import { accountOf, budgetChannelOf, type Target } from '../../core/target.ts'
import { declared, say, sayDeclared } from '../../core/text/say.ts'
import { notAllowed } from './words.ts'

const rules = [
  { value: 'allow', label: 'Allow: only in channels that are allowed' },
  { value: 'refuse', label: 'Refuse: not in this one' },
  { value: 'forget', label: 'Forget: neither any more' },
  { value: 'everywhere', label: 'Everywhere: forget all channels' },
] as const

type Rule = (typeof rules)[number]['value']

const changed = {
  allow: declared('Members may ask in that channel from now on, and only in channels that are allowed.'),
  refuse: declared('Members may not ask in that channel any more.'),
  forget: declared('That channel is neither allowed nor refused any more.'),
  everywhere: declared('Members may ask everywhere from now on.'),
} as const satisfies Record<Rule, string>

const binding = declared('This holds for everybody, admins too; direct messages are left out.')

const wayOut = (): string =>
  say(
    'Take a channel out with rule:forget and its name or ID, even if it was deleted. Take all of them out with rule:everywhere.',
  )

const tooMany = (): Answer =>
  keptRefusal(
    plainMessage(
      say('At most {{most}} channels can be named. Nothing was changed; forget one of them first.', {
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
  summary: 'Choose the channels in which members may ask, for admins',
  fields: {
    rule: optional(
      choice({
        label: 'Rule',
        help: 'What holds for the channel; only shown, if left out',
        choices: rules,
      }),
    ),
    channel: optional(channel({ label: 'Channel', help: 'Which channel; this one, if left out' })),
  },
  clearsChannel: async ({ rule, channel: chosen }, { target }, { settings }) => {
    if (rule === 'everywhere') return true
    if (rule !== 'forget' || chosen === undefined) return false
    const { where } = await readWhere(settings, target)
    return [...where.allowed, ...where.refused].includes(chosen)
  },
  run: async ({ rule, channel: chosen }, invocation, { settings }: { settings: SettingsStore }) => {
    const { target } = invocation
    const refused = notAllowed('where', invocation)
    if (refused !== undefined) return refused
    if (rule === undefined && invocation.form === undefined) {
      const how = say('Press the button to allow or refuse a channel.')
      return formOffer(await messageFor(settings, target, `${sayDeclared(binding)} ${how}`))
    }
    if (rule === undefined) return privately(await messageFor(settings, target, sayDeclared(binding)))
    const status = await apply(settings, target, chosen ?? budgetChannelOf(target), rule)
    return status === 'full'
      ? tooMany()
      : privately(await messageFor(settings, target, `${sayDeclared(changed[rule])} ${sayDeclared(binding)}`))
  },
})
