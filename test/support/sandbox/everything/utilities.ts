import { expect } from 'vitest'
import type { Field } from '../../../../src/core/fields/field.ts'
import type { SeenMessage } from '../people.ts'
import { excuseRefusals } from '../strict.ts'
import { asksOf } from '../uses/wanted.ts'
import { type Stage, shareOf, typedOn, utilitiesOf } from './stage.ts'

export type Ask = ReturnType<typeof asksOf>[number]
type Values = Readonly<Record<string, string | number | boolean>>

/** One request of a utility, and what its answer says; without that, anything but that nothing was changed. */
interface Row {
  values: Values
  says?: RegExp
  /** What a job that was started posts in the end; waited for, or it would pass for the answer to the next request. */
  ends?: RegExp
}

/** What requests are about. */
export interface Known {
  job: string
  gone: string
  memberId: string
  channelId: string
  group: string
  voice: string
}

/** Who and what is there, as it is typed. */
const references = ({ platform, world }: Stage) => {
  const { memberId, channelIds } = world.addresses[platform]
  const [, elsewhere = ''] = channelIds
  return platform === 'discord'
    ? { memberId, channelId: elsewhere, group: '@Managers' }
    : { memberId: `<@${memberId}>`, channelId: `<#${elsewhere}>`, group: '@musicians' }
}

/** What says how it changed is asked for in the order in which it can be; everything else is tried one by one. */
const rowsOf = ({
  memberId: member,
  channelId: channel,
  group,
  job,
  gone,
  voice,
}: Known): Readonly<Record<string, readonly Row[]>> => ({
  '/budget limit': [
    {
      values: { credits: 90, period: 'week', week_start: 'friday', zone: 'Europe/Berlin', reason: 'a row' },
      says: /from 100 credits a month to 90 credits a week/,
    },
  ],
  '/budget member': [
    { values: { member, credits: 40, reason: 'a row' }, says: /\b40 credits/ },
    { values: { credits: 45 }, says: /\b45 credits/ },
  ],
  '/budget channel': [{ values: { channel, credits: 41, reason: 'a row' }, says: /\b41 credits/ }],
  '/budget group': [
    {
      values: { group, credits: 42, share: 'each', reason: 'a row' },
      says: /Each member of this group can now use 42/,
    },
    { values: { group, credits: 43 }, says: /\b43 credits/ },
  ],
  '/budget feature': [{ values: { feature: 'music', credits: 44, reason: 'a row' }, says: /\b44 credits/ }],
  '/budget model': [{ values: { model: 'v7', credits: 46, reason: 'a row' }, says: /\b46 credits/ }],
  '/budget give': [
    { values: { credits: 2.5, reason: 'a row' }, says: /Added 2\.50 credits to the budget/ },
    { values: { credits: 1, member }, says: /Gave this member 1 credit/ },
    { values: { credits: 1, member, expires: '1d' }, says: /Gave this member 1 credit/ },
    { values: { credits: 1, channel }, says: /Gave this channel 1 credit/ },
    { values: { credits: 1, group }, says: /Gave this group 1 credit/ },
    { values: { credits: 1, feature: 'music' }, says: /Gave this feature 1 credit/ },
    { values: { credits: 1, model: 'v7' }, says: /Gave this model 1 credit/ },
  ],
  '/budget take': [
    { values: { credits: 1.25, reason: 'a row' }, says: /Took 1\.25 credits from the budget/ },
    { values: { credits: 1, member }, says: /Took 1 credit from this member/ },
    { values: { credits: 1, channel }, says: /Took 1 credit from this channel/ },
    { values: { credits: 1, group }, says: /Took 1 credit from this group/ },
    { values: { credits: 1, feature: 'music' }, says: /Took 1 credit from this feature/ },
    { values: { credits: 1, model: 'v7' }, says: /Took 1 credit from this model/ },
  ],
  '/budget show': [
    { values: { member }, says: /\b40 credits/ },
    { values: { channel }, says: /\b41 credits/ },
    { values: { group }, says: /\b43 credits/ },
    { values: { feature: 'music' }, says: /\b44 credits/ },
    { values: { model: 'v7' }, says: /\b46 credits/ },
  ],
  '/budget manager': [
    { values: { member, reason: 'a row' }, says: /is now a budget manager/ },
    { values: { member, remove: true }, says: /is no longer a budget manager/ },
  ],
  '/budget block': [
    { values: { member, reason: 'a row' }, says: /Blocked\./ },
    { values: { member, lift: true }, says: /Unblocked\./ },
  ],
  '/budget alerts': [
    { values: { channel, weekly: true, reason: 'a row' }, says: /Budget alerts are on/ },
    { values: { channel, lift: true }, says: /Budget alerts are off/ },
  ],
  '/budget sponsoring': [
    { values: { lift: true, reason: 'a row' }, says: /Sponsoring is off/ },
    { values: {}, says: /Sponsoring is on/ },
  ],
  '/budget key': [
    { values: { action: 'test' }, says: /bot operator's API key pays for requests/ },
    { values: { action: 'remove', reason: 'a row' }, says: /bot operator's API key pays for requests/ },
  ],
  '/sponsor': [
    {
      values: { member, credits: 1 },
      says: /no limit of your own|You can't give|has no limit|You got 1 credit/,
    },
  ],
  '/budget pause': [
    { values: { channel, reason: 'a row' }, says: /Paused\. I'll refuse new paid requests/ },
    { values: { member, reason: 'a row' }, says: /Paused\. I'll refuse new paid requests/ },
  ],
  '/budget resume': [
    { values: { channel }, says: /Resumed\./ },
    { values: { member, reason: 'a row' }, says: /Resumed\./ },
  ],
  '/budget statement': [{ values: { month: '2020-01' }, says: /Nothing was used from/ }],
  '/budget approve': [{ values: { request: 'anything' }, says: /No request with that name here/ }],
  '/budget decline': [{ values: { request: 'anything' }, says: /No request with that name here/ }],
  '/settings channel': [{ values: { channel, voice }, says: /That channel's defaults changed/ }],
  '/settings where': [
    { values: { rule: 'refuse', channel }, says: /can no longer use Tunesmith in that channel/ },
    {
      values: { rule: 'refuse', kind: 'age_restricted' },
      says: /can no longer use Tunesmith in age-restricted channels|Slack has no age-restricted/,
    },
    { values: { rule: 'everywhere' }, says: /can now use Tunesmith in every channel/ },
  ],
  '/settings words': [
    { values: { words: 'a row, r?w*' }, says: /any of these 2 words are now refused/ },
    { values: { words: 'none' }, says: /No words are refused anymore/ },
  ],
  '/settings consent': [
    { values: { voices: 'tell', clips: 'ask' }, says: /These rules for clips now apply/ },
    { values: { voices: 'attest', clips: 'off' }, says: /These rules for clips now apply/ },
  ],
  '/privacy consent': [
    { values: { answer: 'decline' }, says: /Others can't use your clips/ },
    { values: { answer: 'forget' }, says: /haven't said whether others can use your clips/ },
  ],
  '/jobs lineage': [{ values: { job }, says: /made without a clip from here/ }],
  '/jobs show': [{ values: { job }, says: new RegExp(`Job ${job}, /`) }],
  '/jobs cancel': [{ values: { job }, says: /The job is over/ }],
  '/jobs recover': [{ values: { job }, says: /was already shown/ }],
  '/jobs again': [{ values: { job: gone }, says: /your speech/i, ends: /Made with AI/ }],
  '/jobs rate': [{ values: { job, rating: 'good', take: 1 }, says: /You liked take 1/ }],
  '/jobs delete': [{ values: { job: gone }, says: /already gone|I'm deleting the message/ }],
  '/history': [
    { values: { member }, says: /Results here/ },
    { values: { feature: 'music' }, says: /\/music/ },
    { values: { page: 2 }, says: /results here/i },
  ],
  '/voices': [{ values: { page: 2 }, says: /page 2 of/ }],
  '/help': [{ values: { command: 'cut' }, says: /\/cut: Trim a clip/ }],
})

/** Limits and defaults go again after each way to set them, so that nothing stands in the way of what follows. */
const lifted = ({
  memberId: member,
  channelId: channel,
  group,
}: Known): readonly (readonly [string, Values])[] => [
  ['/budget member', { lift: true }],
  ['/budget member', { member, lift: true }],
  ['/budget channel', { channel, lift: true }],
  ['/budget group', { group, lift: true }],
  ['/budget group', { group, lift: true, share: 'each' }],
  ['/budget feature', { feature: 'music', lift: true }],
  ['/budget model', { model: 'v7', lift: true }],
  ['/budget manager', { member, remove: true }],
  ['/budget resume', { channel }],
  ['/budget resume', { member }],
  ['/settings mine', { clear: 'everything' }],
  ['/settings channel', { clear: 'everything' }],
  ['/settings channel', { channel, clear: 'everything' }],
  ['/settings server', { clear: 'everything' }],
]

/** A value for an option that nothing is said of. */
export const anyValue = (
  { voice }: Stage,
  known: Known,
  name: string,
  { control }: Field,
): Values[string] => {
  switch (control.kind) {
    case 'text':
      return name === 'name' ? voice.label : 'anything'
    case 'choice':
      return control.choices[0]?.value ?? ''
    case 'toggle':
      return true
    case 'credits':
    case 'integer':
      return 1
    case 'time':
      return '1s'
    case 'member':
      return known.memberId
    case 'channel':
      return known.channelId
    case 'group':
      return known.group
    case 'listed':
      if (control.list === 'voices') return voice.label
      return control.list === 'languages' ? 'English' : known.job
    default:
      throw new Error(`${name}: no utility has a ${control.kind} yet`)
  }
}

/** What follows by itself for options without a row: each alone, with what is needed besides. */
const otherRows = (stage: Stage, known: Known, { fields }: Ask, rows: readonly Row[]): readonly Row[] => {
  const isGiven = (name: string): boolean => rows.some(({ values }) => name in values)
  const entryFor = (name: string, field: Field) => [name, anyValue(stage, known, name, field)] as const
  const needed = Object.entries(fields).filter(([, { required }]) => required)
  const left = Object.entries(fields).filter(([name, { required }]) => !required && !isGiven(name))
  const base = needed.map(([name, field]) => entryFor(name, field))
  const alone =
    rows.length === 0 && (left.length === 0 || needed.length > 0)
      ? [{ values: Object.fromEntries(base) }]
      : []
  return [
    ...alone,
    ...left.map(([name, field]) => ({ values: Object.fromEntries([...base, entryFor(name, field)]) })),
  ]
}

const ask = async (stage: Stage, path: string, { values, says, ends }: Row): Promise<void> => {
  const { people, admin, bot, platform } = stage
  const since = await people.latest(admin)
  const typed = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typedOn(platform, value)]),
  )
  const what = `${path} ${JSON.stringify(typed)}`
  // The answer mentions the member, as did the request that was typed on Slack.
  if (path === '/sponsor') excuseRefusals(/^would ping <@\w+>$/)
  const done = await people.asks(admin, path, typed)
  expect(done, what).not.toHaveProperty('refused')
  if (done.form !== undefined) return
  const isAnswer = ({ authorId, seenBy, text }: SeenMessage): boolean =>
    authorId === bot && text !== '' && (seenBy !== 'all' || ['/jobs again', '/sponsor'].includes(path))
  const { text } = await people.sees(admin, isAnswer, since)
  if (says === undefined)
    expect(text, what).not.toMatch(/Nothing was changed|no longer exists|don't (?:know|have)/)
  else expect(text, what).toMatch(says)
  if (ends !== undefined) await people.sees(admin, ends, since)
}

/**
 * Asks for every option of this platform's share of the utilities. `job` is the name of a result with words
 * that is shown, `gone` of one whose message may be deleted.
 */
export const askUtilities = async (stage: Stage, job: string, gone: string): Promise<void> => {
  const known = { ...references(stage), job, gone, voice: stage.voice.label }
  const rows = rowsOf(known)
  const asks = asksOf(shareOf(stage, utilitiesOf(stage)))
  const rank = ({ path }: Ask): number => Object.keys({ ...rows, [path]: [] }).indexOf(path)
  const ranked = asks.toSorted((one, two) => rank(one) - rank(two))
  const last = lifted(known).filter(([path]) => asks.some((one) => one.path === path))
  for (const one of ranked) {
    const own = rows[one.path] ?? []
    const later = last.flatMap(([path, values]) => (path === one.path ? [{ values }] : []))
    const others = otherRows(stage, known, one, [...own, ...later])
    for (const row of [...own, ...others]) await ask(stage, one.path, row)
  }
  for (const [path, values] of last) await ask(stage, path, { values })
  await stage.people.allows(stage.admin, 100)
}
