import {
  emojiWord,
  requestInWords,
  spokenName,
  type TypedWords,
  withWords,
} from '../../../core/command/in-words.ts'
import type { ReferenceKind } from '../../../core/fields/field.ts'
import type { Dispatch } from '../../../core/job/platform.ts'
import type { Members } from './members.ts'
import type { UserGroups } from './user-groups.ts'

/**
 * Members, channels and user groups, with their names if Slack gives them, and emoji. Slack writes every emoji
 * as a name between colons, followed by the skin tone; times such as 10:30:45 have no letter between them.
 * https://docs.slack.dev/messaging/formatting-message-text#retrieving-messages
 */
const marks =
  /<(@|#|!subteam\^)(\w+)(?:\|([^<>]*))?>|(?<![\p{L}\p{N}/_]):(?=[+-]1:|[^:\s]*[\p{Ll}\p{Lo}])([\p{Ll}\p{Lo}\p{N}_'+-]+):(?::skin-tone-\d:)?(?![\p{L}\p{N}_])/gu

const kinds: Readonly<Record<string, ReferenceKind>> = {
  '@': 'member',
  '#': 'channel',
  '!subteam^': 'group',
}

/** Finds a name, given the one that Slack wrote, if any. */
type Named = (kind: ReferenceKind, id: string, written: string | undefined) => string | undefined

/** A text in the words that Slack readers see, names without their sign. */
export const inWords = (text: string, nameOf: Named): string =>
  withWords(text, marks, ([written, sign = '', id = '', label, emoji]) => {
    const kind = kinds[sign]
    if (kind !== undefined) return { word: spokenName(kind, nameOf(kind, id, label)) }
    return { word: emoji === undefined ? written : emojiWord(emoji), isEmoji: true }
  })

/** Maximum number of members and groups looked up for one request: each may cost a call. */
const namesMax = 10

const textsOf = ({ values, unread = '' }: TypedWords): readonly string[] => [
  ...Object.values(values).filter((value) => typeof value === 'string'),
  unread,
]

interface WordsOptions {
  dispatch: Pick<Dispatch, 'commands'>
  members: Pick<Members, 'nameOf'>
  userGroups: Pick<UserGroups, 'nameOf'>
}

/** A request with the names of the members and groups in its texts, as far as Slack gives them in time. */
export const typedInWords = async (
  { dispatch, members, userGroups }: WordsOptions,
  request: TypedWords,
): Promise<TypedWords> => {
  const wanted = new Map<string, Promise<string | undefined>>()
  for (const text of textsOf(request))
    inWords(text, (kind, id) => {
      if (wanted.size >= namesMax || wanted.has(id) || kind === 'channel') return undefined
      wanted.set(id, kind === 'member' ? members.nameOf(id) : userGroups.nameOf(id))
      return undefined
    })
  const found = new Map(await Promise.all([...wanted].map(async ([id, name]) => [id, await name] as const)))
  return requestInWords(dispatch.commands, request, (text) =>
    inWords(text, (_, id, written) => found.get(id) ?? written),
  )
}
