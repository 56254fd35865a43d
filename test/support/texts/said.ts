import { addLanguage } from '../../../src/app/speech.ts'
import { answerBody } from '../../../src/bots/discord/answers/answer-body.ts'
import { modalOf } from '../../../src/bots/discord/forms/form.ts'
import { render as renderForDiscord } from '../../../src/bots/discord/render/render.ts'
import { formView } from '../../../src/bots/slack/forms/form.ts'
import { render as renderForSlack } from '../../../src/bots/slack/render/render.ts'
import { type Answer, type Form, formButtonOf } from '../../../src/core/command/answer.ts'
import type { ResultMessage } from '../../../src/core/message/message.ts'
import { speak } from '../../../src/core/text/say.ts'
import { englishCatalogue } from '../../../tools/catalogue.ts'
import { programSources, saidTexts } from '../../../tools/said-texts.ts'
import { allCommands } from '../commands/commands.ts'
import { pseudoCatalogue, typedWords, unsaidWords } from './pseudo-language.ts'

/** It counts as English does, so that it has all forms that English has. */
export const speakPseudo = (): void => {
  const { entries } = saidTexts(programSources())
  addLanguage('en-GB', pseudoCatalogue(englishCatalogue(entries, allCommands)))
  speak('en-GB')
}

const data: ReadonlySet<string> = new Set([
  ...typedWords(allCommands),
  // How members, channels and groups are typed, yes and no, and what a switch in a form is worth.
  ...['name', 'channel', 'group', 'yes', 'no', 'true', 'false', 'clip'],
  // What the tests give: a member's and the service's own words, ids, and a name of a job.
  ...['data', 'Data', 'Title', 'member', 'server', 'aaaaaaaa'],
  ...['Tunesmith', 'tunesmith', 'UTC'],
  // Between the last two of a list, by Intl.ListFormat.
  'and',
])

/** What is data in one test alone, such as the short names of its jobs. */
const named = new Set<string>()

/** Has a word count as data from now on. */
export const takeAsData = (word: string): void => void named.add(word)

/** Words of a platform's payload that people read and nobody said. */
export const inWords = (payload: unknown): string[] => {
  const text = [...named].reduce((left, word) => left.replaceAll(word, ''), JSON.stringify(payload))
  return unsaidWords(JSON.parse(text), data)
}

/** Those of our own message, as it is and as both platforms show it. */
export const inMessage = (message: ResultMessage): string[] => [
  ...inWords(message),
  ...inWords(renderForDiscord(message)),
  ...inWords(renderForSlack(message)),
]

const place = { channel: 'C1', thread: undefined, replyUrl: '' }
/** Discord shows five parts at a time, and no command has half as many pages. */
const pagesMost = 9

/** Those of a form, on each of its pages. */
export const inForm = (form: Form): string[] => [
  ...inWords(formView(form, place)),
  ...Array.from({ length: pagesMost }, (_, page) => inWords(modalOf(form, page))).flat(),
]

/** A file of JSON is read by programs: the names in it are the same in every language. */
const withoutJson = (answer: Answer): Answer => {
  const blocks = answer.message.blocks.filter(
    (block) => block.kind !== 'document' || !block.name.endsWith('.json'),
  )
  return { ...answer, message: { ...answer.message, blocks } }
}

/** Those of an answer, with the button to its form, and the form behind it. */
export const inAnswer = (whole: Answer): string[] => {
  const answer = withoutJson(whole)
  const button = formButtonOf(answer)
  return [
    ...inMessage(answer.message),
    ...(button === undefined ? [] : [...inWords({ label: button.label }), ...inForm(button.form)]),
    ...[undefined, 1].flatMap((nextPage) => {
      const { files: _files, ...body } = answerBody(answer, true, nextPage)
      return inWords(body)
    }),
  ]
}
