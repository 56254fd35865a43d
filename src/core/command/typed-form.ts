import type { CommandLink } from '../message/command-link.ts'
import { type Fact, plainMessage, type ResultMessage } from '../message/message.ts'
import { say, sayDeclared, sayList } from '../text/say.ts'
import { type Answer, type Form, type FormAnswer, formButtonOf } from './answer.ts'
import type { Command } from './command.ts'
import { readCommandText, type TypedRequest } from './command-text.ts'
import { fieldsUsage } from './command-usage.ts'
import type { Invocation } from './invocation.ts'

// For a chat without forms: a form is a message that says what is missing and how to type it, and a reply to it
// submits the form.

/** How to type these fields of a form, then the others without a value. */
const usageLines = ({ fields, values }: Form, wanted: readonly string[]): readonly string[] => {
  const others = Object.keys(fields).filter((name) => !wanted.includes(name) && values[name] === undefined)
  const [typed, added] = [fieldsUsage(fields, wanted), fieldsUsage(fields, others)]
  return [
    ...(typed === '' ? [] : [say('Reply with: {{typed}}', { typed })]),
    ...(added === '' ? [] : [say('You can add: {{typed}}', { typed: added })]),
  ]
}

const formLines = ({ form, notice }: FormAnswer): readonly string[] => {
  const { title, fields, missing, price } = form
  const needed = sayList(missing.map((name) => sayDeclared(fields[name]?.label ?? name)))
  return [
    ...(notice === undefined ? [] : [notice]),
    missing.length === 0
      ? say('{{title}} is ready to send. Reply with any changes.', { title })
      : say('{{title}} still needs: {{fields}}.', { title, fields: needed }),
    ...usageLines(form, missing),
    price === undefined
      ? say('Nothing has been changed yet.')
      : say('It costs up to {{price}}. Nothing has been charged yet.', { price: price.whole }),
  ]
}

/** The fields' values that a form shows. A clip is one of those on offer. */
const knownFacts = ({ fields, values, clips }: Form): readonly Fact[] =>
  Object.entries(fields).flatMap(([name, { label }]) => {
    const value = values[name]
    const text = clips.find((clip) => clip.value === value)?.label ?? value
    if (typeof text === 'boolean')
      return [{ label: sayDeclared(label), value: text ? say('Yes') : say('No') }]
    return typeof text === 'string' || typeof text === 'number'
      ? [{ label: sayDeclared(label), value: String(text) }]
      : []
  })

/**
 * The message of an answer with its form in words: what is missing or wrong, and how to type it in a reply. An
 * answer without a form keeps its message.
 * @example typedFormMessage(answer).text // 'Remix still needs: Clip.\nReply with: https://…\nNothing is charged yet.'
 */
export const typedFormMessage = (answer: Answer): ResultMessage => {
  const { message } = answer
  if (answer.kind === 'form') {
    const facts = knownFacts(answer.form)
    const plain = plainMessage(formLines(answer).join('\n'))
    return facts.length === 0 ? plain : { ...plain, blocks: [{ kind: 'facts', facts }] }
  }
  if (answer.kind !== 'problems' || answer.retry === undefined) return message
  const wrong = answer.problems.map(({ field }) => field)
  return { ...message, text: [message.text, ...usageLines(answer.retry, wrong)].join('\n') }
}

/** The form of an answer, for a platform to keep with the message; undefined if there is none. */
export const formLink = (answer: Answer): CommandLink | undefined => {
  const form = formButtonOf(answer)?.form
  return form && { command: form.command, action: form.action, values: { draft: form.draft } }
}

/** A reply to a form's message, as the submitted form: the draft still has what it leaves out. */
export const sentFormText = (
  commands: readonly Command[],
  { command: name, action, values: { draft = '' } }: CommandLink,
  text: string,
): TypedRequest & Pick<Invocation, 'form'> => {
  const command = commands.find((candidate) => candidate.name === name)
  const read = command && readCommandText(command, action === undefined ? text : `${action} ${text}`)
  return { command: name, action, values: read?.values ?? {}, form: { draft, sent: true } }
}
