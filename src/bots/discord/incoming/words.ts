import type { Client } from 'discord.js'
import { emojiWord, type NameOf, spokenName, withWords } from '../../../core/command/in-words.ts'
import type { ReferenceKind } from '../../../core/fields/field.ts'
import type { Asker } from '../../../core/target.ts'
import { momentText } from '../../../core/text/moment.ts'
import { declared, sayDeclared } from '../../../core/text/say.ts'
import { canSeeChannel, placeIn } from './rights.ts'

/**
 * Everything that Discord sends in place of what readers see. A time with more digits is not a valid date.
 * https://docs.discord.com/developers/reference#message-formatting
 */
const marks =
  /<(?:(@!?|@&|#)(\d+)|a?:(\w+):\d+|t:(-?\d{1,11})(?::\w)?|(\/[^<>:]+):\d+|id:(browse|customize|guide|linked-roles)(?::\d+)?)>/g

const kinds: Readonly<Record<string, ReferenceKind>> = {
  '@': 'member',
  '@!': 'member',
  '@&': 'group',
  '#': 'channel',
}

/** Entries above a server's channels, as members see them. */
const navigation: Readonly<Record<string, string>> = {
  browse: declared('Browse Channels'),
  customize: declared('Channels & Roles'),
  guide: declared('Server Guide'),
  'linked-roles': declared('Linked Roles'),
}

/** A text in the words that Discord readers see, names without their sign. */
export const inWords = (text: string, nameOf: NameOf): string =>
  withWords(text, marks, ([written, sign = '', id = '', emoji, seconds, command, entry = '']) => {
    const kind = kinds[sign]
    if (kind !== undefined) return { word: spokenName(kind, nameOf(kind, id)) }
    if (emoji !== undefined) return { word: emojiWord(emoji), isEmoji: true }
    if (seconds !== undefined) return { word: momentText(Number(seconds) * 1_000) }
    const shown = navigation[entry]
    return { word: command ?? (shown === undefined ? written : sayDeclared(shown)) }
  })

/**
 * Names from the gateway's cache: there is no time for look-ups. A message or command brings the members that
 * it mentions. A channel's name is only for members who can see it.
 */
export const namesKnownTo =
  (client: Client, viewer: Asker): NameOf =>
  (kind, id) => {
    const guild = client.guilds.cache.get(viewer.server)
    switch (kind) {
      case 'member':
        return (guild?.members.cache.get(id) ?? client.users.cache.get(id))?.displayName
      case 'group':
        return guild?.roles.cache.get(id)?.name
      case 'channel': {
        const channel = guild?.channels.cache.get(id)
        if (channel === undefined) return undefined
        const place = { ...viewer, channel: id, ...placeIn(channel).thread }
        return canSeeChannel(client, viewer, place) ? channel.name : undefined
      }
    }
  }
