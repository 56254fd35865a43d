import type { Answer } from '../../../core/command/answer.ts'
import { type Command, fieldsOf } from '../../../core/command/command.ts'
import type { Invocation } from '../../../core/command/invocation.ts'
import type { Fields } from '../../../core/fields/field.ts'
import type { Block } from '../../../core/message/message.ts'
import { say, sayDeclared } from '../../../core/text/say.ts'
import { withoutSecrets } from '../../../core/text/text.ts'

const writtenTexts = (fields: Fields, values: Invocation['values']): Block[] =>
  Object.entries(fields).flatMap(([name, { control, label }]): Block[] => {
    const text = values[name]
    if (control.kind !== 'text' || typeof text !== 'string' || text === '') return []
    const title = say('{{field}}, as you wrote it', { field: sayDeclared(label) })
    return [{ kind: 'document', name: `${name}.txt`, title, text: withoutSecrets(text) }]
  })

/**
 * Discord closes a form when it is sent and discards its texts. If the form can't be answered now, they come
 * back with the answer, to be copied into the next, but for secrets.
 */
export const withWritten = (answer: Answer, commands: readonly Command[], invocation: Invocation): Answer => {
  if (answer.kind !== 'message' || answer.isPassing !== true) return answer
  const command = commands.find(({ name }) => name === invocation.command)
  const texts = command ? writtenTexts(fieldsOf(command, invocation.action), invocation.values) : []
  if (texts.length === 0) return answer
  const { message } = answer
  return { ...answer, message: { ...message, blocks: [...message.blocks, ...texts] } }
}
