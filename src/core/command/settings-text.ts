import { parseCredits } from '../credits.ts'
import type { Field } from '../fields/field.ts'
import { exactCreditsText } from '../ledger/credits-text.ts'
import type { Fact, FactPiece } from '../message/message.ts'
import { slot, withPieces } from '../message/pieces.ts'
import type { Asker } from '../target.ts'
import { say, sayDeclared, sayList } from '../text/say.ts'
import type { DefaultHere, Whereabouts } from './settings.ts'
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

const channelsShownMax = 20

const channelList = (channels: readonly string[]): readonly FactPiece[] => {
  const shown = channels.slice(0, channelsShownMax).map((id) => ({ kind: 'channel', id }) as const)
  const more = channels.length - shown.length
  const names = sayList(
    shown.map((_, position) => slot(position)),
    'unit',
  )
  return withPieces(more > 0 ? say('{{names}} and {{count}} more', { names, count: more }) : names, shown)
}

/** In which channels members can make requests, for private messages. */
export const whereFact = ({ allowed, refused }: Whereabouts): Fact => {
  if (allowed.length > 0) return { label: say('Allowed only in'), value: channelList(allowed) }
  return refused.length > 0
    ? { label: say('Not allowed in'), value: channelList(refused) }
    : { label: say('Allowed'), value: say('everywhere') }
}
