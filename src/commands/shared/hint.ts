import type { Invocation } from '../../core/command/invocation.ts'
import { type Block, plainMessage, type ResultMessage } from '../../core/message/message.ts'
import { accountOf, isPersonal } from '../../core/target.ts'
import { say } from '../../core/text/say.ts'
import { shortened } from '../../core/text/text.ts'
import { music } from '../features/music.ts'

/** A longer word would drown out the message. */
const wordLengthMax = 40

/** Whether a member wrote to the bot in words, without picking a command. */
export const isInWords = ({ replyToken, unread }: Pick<Invocation, 'replyToken' | 'unread'>): boolean =>
  replyToken === '' || unread !== undefined

const beginning = (unread: string | undefined, isByMention: boolean): string => {
  const word = unread?.split(/\s/, 1)[0]
  if (word === undefined)
    return isByMention
      ? say('Mention me and say what you want, for example: music a sea shanty about compilers.')
      : say('Say what you want, for example: music a sea shanty about compilers.')
  const values = { word: shortened(word, wordLengthMax) }
  return isByMention
    ? say(
        '"{{word}}" isn\'t a command. Mention me and start with a command, for example: music a sea shanty about compilers.',
        values,
      )
    : say(
        '"{{word}}" isn\'t a command. Start with a command, for example: music a sea shanty about compilers.',
        values,
      )
}

/** A click opens a song's form, which shows the price; words too long for a button get no button. */
const songButton = (unread: string | undefined): Block[] => {
  if (unread === undefined || !music.fields.prompt?.schema.safeParse(unread).success) return []
  const commandLink = { command: music.name, action: undefined, values: { prompt: unread } }
  return [{ kind: 'buttons', buttons: [{ label: say('Make it a song'), style: 'plain', commandLink }] }]
}

/**
 * For a member who wrote words that name no command, or nothing. Others may see the answer, so it is short. In a
 * direct message no mention is needed.
 */
export const hint = ({
  unread,
  replyToken,
  target,
}: Pick<Invocation, 'unread' | 'replyToken' | 'target'>): ResultMessage => {
  const isAlone = isPersonal(accountOf(target))
  const text = [
    beginning(unread, replyToken === '' && !isAlone),
    isAlone
      ? say('To change a clip, reply to it and write: remix as slow jazz.')
      : say('To change a clip, reply to it, mention me and write: remix as slow jazz.'),
    say('For everything I can do, see /help.'),
  ].join(' ')
  return { ...plainMessage(text), blocks: songButton(unread) }
}
