import { type Answer, formOffer, privately, problemsAnswer } from '../../core/command/answer.ts'
import { defineAction } from '../../core/command/command.ts'
import type { Refusals } from '../../core/command/refusals.ts'
import type { SettingsStore } from '../../core/command/settings.ts'
import { optional, text } from '../../core/fields/field-builders.ts'
import { faults } from '../../core/fields/field-faults.ts'
import type { Fact, ResultMessage } from '../../core/message/message.ts'
import { accountOf, budgetChannelOf, type Target } from '../../core/target.ts'
import {
  isRefusable,
  longWordIn,
  normalizedLength,
  refusedWordLengthMax,
  refusedWordsIn,
  refusedWordsMax,
} from '../../core/text/refused-words.ts'
import { say, sayCount, sayList } from '../../core/text/say.ts'
import { shortened } from '../../core/text/text.ts'
import { mineInstead } from './fields.ts'

interface WordsPorts {
  settings: Pick<SettingsStore, 'read' | 'refuseWords'>
  refusals: Pick<Refusals, 'thisMonth'>
}

/** As much as one field of a form holds on every platform. A list may not be longer after normalizing, either. */
const listLengthMax = 3_000

/** Typed in place of a list, it removes all words. */
const none = 'none'

const shownLength = 900

const wordsLabel = 'Words'

const readWords = async ({ settings }: WordsPorts, target: Target): Promise<readonly string[]> => {
  const place = { member: target.member, channel: budgetChannelOf(target) }
  return (await settings.read(accountOf(target), place)).words
}

/** What is wrong with a list, in one sentence. */
const problemIn = (words: readonly string[]): string | undefined => {
  if (words.length > refusedWordsMax)
    return say('Words has {{count}} entries (max {{most}}). Remove some.', {
      count: words.length,
      most: refusedWordsMax,
    })
  const long = longWordIn(words)
  if (long !== undefined)
    return say('“{{word}}” is too long (max {{most}} characters).', {
      word: shortened(long, refusedWordLengthMax),
      most: refusedWordLengthMax,
    })
  const length = normalizedLength(words)
  if (length > listLengthMax) return faults.tooLong(wordsLabel, length, listLengthMax)
  const broad = words.find((word) => !isRefusable(word))
  return broad && say('“{{word}}” has no letters or digits. Add some, or remove it.', { word: broad })
}

const countFact = async ({ refusals }: WordsPorts, target: Target): Promise<Fact> => {
  const { words, channel, blocked, too_many: tooMany, consent } = await refusals.thisMonth(accountOf(target))
  const counts = [
    ...(words === 0 ? [] : [say('{{count}} for words', { count: words })]),
    ...(channel === 0 ? [] : [say('{{count}} for the channel', { count: channel })]),
    ...(blocked === 0 ? [] : [say('{{count}} by blocks', { count: blocked })]),
    ...(tooMany === 0 ? [] : [say('{{count}} for speed', { count: tooMany })]),
    ...(consent === 0 ? [] : [say('{{count}} for the rules for clips', { count: consent })]),
  ]
  return {
    label: say('Refused this month'),
    value: counts.length === 0 ? say('nothing') : sayList(counts, 'unit'),
  }
}

const messageOf = async (
  ports: WordsPorts,
  target: Target,
  words: readonly string[],
  sentence: string,
): Promise<ResultMessage> => {
  const list: Fact = {
    label: say('Refused words'),
    value: words.length === 0 ? say('none') : shortened(sayList(words, 'unit'), shownLength),
  }
  return {
    text: sentence,
    tone: 'info',
    blocks: [
      { kind: 'facts', facts: [list, await countFact(ports, target)] },
      {
        kind: 'note',
        text: say(
          '* stands for any letters and ? for one, as in colo?r*. Case and accents make no difference. words:none removes all.',
        ),
      },
    ],
  }
}

const changedText = (words: readonly string[]): string =>
  words.length === 0
    ? say('No words are refused anymore.')
    : sayCount(
        'Requests with this word are now refused.',
        'Requests with any of these {{count}} words are now refused.',
        { count: words.length },
      )

const change = async (ports: WordsPorts, target: Target, typed: string): Promise<Answer> => {
  const words = typed.trim().toLowerCase() === none ? [] : refusedWordsIn(typed)
  const problem = problemIn(words)
  if (problem !== undefined)
    return problemsAnswer([{ field: 'words', text: problem }], say('Nothing was changed.'))
  await ports.settings.refuseWords(accountOf(target), words)
  return privately(await messageOf(ports, target, words, changedText(words)))
}

/** Sets which words and patterns are refused in requests, for admins. */
export const wordsAction = defineAction({
  name: 'words',
  isForAdmins: true,
  forOthers: mineInstead,
  summary: 'Choose words that requests must not contain (admins only)',
  changesNothing: ({ words }) => words === undefined,
  fields: {
    words: optional(
      text({
        label: wordsLabel,
        help: 'One per line, or separated by commas. * for any letters, ? for one, none for no words',
        lengthMax: listLengthMax,
      }),
    ),
  },
  initial: async ({ target }, ports: WordsPorts) => {
    const words = await readWords(ports, target)
    return words.length === 0 ? {} : { words: words.join('\n') }
  },
  run: async ({ words }, invocation, ports: WordsPorts) => {
    const { target } = invocation
    if (words !== undefined) return change(ports, target, words)
    const message = await messageOf(
      ports,
      target,
      await readWords(ports, target),
      say('Requests with these words are refused.'),
    )
    return invocation.form === undefined ? formOffer(message) : privately(message)
  },
})
