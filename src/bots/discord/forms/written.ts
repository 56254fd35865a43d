import type { Answer } from '../../../core/command/answer.ts'
import type { Invocation } from '../../../core/command/invocation.ts'
import type { Fields } from '../../../core/fields/field.ts'
import type { Block } from '../../../core/message/message.ts'
import { say, sayDeclared } from '../../../core/text/say.ts'

const writtenTexts = (fields: Fields, values: Invocation['values']): Block[] =>
  Object.entries(fields).flatMap(([name, { control, label }]): Block[] => {
    const text = values[name]
    if (control.kind !== 'text' || typeof text !== 'string' || text === '') return []
    const title = say('{{field}}, as you wrote it', { field: sayDeclared(label) })
    return [{ kind: 'document', name: `${name}.txt`, title, text }]
  })

/**
 * Discord closes a form as it is sent, and what was written is gone with it. Where nobody could answer now,
 * it comes back with the answer, to be copied into the next.
 */
export const withWritten = (answer: Answer, fields: Fields, { form, values }: Invocation): Answer => {
  if (answer.kind !== 'message' || answer.isPassing !== true || form === undefined) return answer
  const texts = writtenTexts(fields, values)
  if (texts.length === 0) return answer
  const { message } = answer
  return { ...answer, message: { ...message, blocks: [...message.blocks, ...texts] } }
}
