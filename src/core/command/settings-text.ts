import { parseCredits } from '../credits.ts'
import type { Field } from '../fields/field.ts'
import { exactCreditsText } from '../ledger/credits-text.ts'
import type { Fact, FactPiece } from '../message/message.ts'
import { slot, withPieces } from '../message/pieces.ts'
import type { Asker } from '../target.ts'
import { declared, say, sayDeclared, sayList } from '../text/say.ts'
import { type ChannelKind, channelKinds, type DefaultHere, type Whereabouts } from './settings.ts'
import type { Lists } from './suggest.ts'

const nameOf = async ({ control }: Field, value: unknown, lists: Lists, asker: Asker) => {
  switch (control.kind) {
    case 'choice': {
      const label = control.choices.find((choice) => choice.value === value)?.label
      return label === undefined ? undefined : sayDeclared(label)
    }
    case 'credits': {
      const amount = parseCredits(String(value))
      return amount === undefined ? undefined : exactCreditsText(amount)
    }
    case 'listed':
      return (await lists[control.list](asker)).choices.find((choice) => choice.value === value)?.label
    default:
      return undefined
  }
}

/** A default by its name, if it has one. */
export const valueText = async (
  field: Field,
  value: unknown,
  lists: Lists,
  asker: Asker,
): Promise<string> => {
  if (typeof value === 'boolean') return value ? say('yes') : say('no')
  return (await nameOf(field, value, lists, asker)) ?? String(value)
}

/** A default by its name, and whose it is, such as "Ada (your default)". */
export const defaultText = async (
  field: Field,
  { value: given, owner }: DefaultHere,
  lists: Lists,
  asker: Asker,
): Promise<string> => {
  const value = await valueText(field, given, lists, asker)
  switch (owner) {
    case 'member':
      return say('{{value}} (your default)', { value })
    case 'channel':
      return say("{{value}} (this channel's default)", { value })
    case 'server':
      return say("{{value}} (everyone's default)", { value })
  }
}

/** Kinds of channels within a sentence. */
export const channelKindTexts = {
  age_restricted: declared('age-restricted channels'),
  announcement: declared('announcement channels'),
} as const satisfies Record<ChannelKind, string>

const channelsShownMax = 20

const channelList = (channels: readonly string[], kinds: readonly ChannelKind[]): readonly FactPiece[] => {
  const all: readonly FactPiece[] = [
    ...kinds.map((kind) => sayDeclared(channelKindTexts[kind])),
    ...channels.map((id) => ({ kind: 'channel', id }) as const),
  ]
  const shown = all.slice(0, channelsShownMax)
  const more = all.length - shown.length
  const names = sayList(
    shown.map((_, position) => slot(position)),
    'unit',
  )
  return withPieces(more > 0 ? say('{{names}} and {{count}} more', { names, count: more }) : names, shown)
}

/**
 * In which channels members can make requests, for private messages. Where only some are allowed by name, those that
 * are refused need no mention.
 */
export const whereFacts = ({ allowed, refused, kinds }: Whereabouts): readonly Fact[] => {
  const allowedKinds = channelKinds.filter((kind) => kinds[kind] === 'allow')
  const refusedKinds = channelKinds.filter((kind) => kinds[kind] === 'refuse')
  const isLimited = allowed.length + allowedKinds.length > 0
  const isRefused = refused.length + refusedKinds.length > 0
  const isByName = Object.keys(kinds).length === 0
  const facts: Fact[] = []
  if (isLimited) facts.push({ label: say('Allowed only in'), value: channelList(allowed, allowedKinds) })
  if (isRefused && !(isLimited && isByName))
    facts.push({ label: say('Not allowed in'), value: channelList(refused, refusedKinds) })
  return facts.length > 0 ? facts : [{ label: say('Allowed'), value: say('everywhere') }]
}
