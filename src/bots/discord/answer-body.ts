import { type APIEmbed, ButtonStyle, ComponentType } from 'discord.js'
import { type Answer, formButtonOf } from '../../core/command.ts'
import type { ButtonRow } from './buttons.ts'
import { writeFormId } from './form-id.ts'
import { limits } from './limits.ts'
import { render } from './render.ts'

/** An answer as a message of Discord's. */
interface AnswerBody {
  content: string
  embeds: APIEmbed[]
  components: ButtonRow[]
}

const formButton = (answer: Answer): ButtonRow[] => {
  const button = formButtonOf(answer)
  if (button === undefined) return []
  const { form, label } = button
  return [
    {
      type: ComponentType.ActionRow,
      components: [
        { type: ComponentType.Button, style: ButtonStyle.Primary, custom_id: writeFormId(form), label },
      ],
    },
  ]
}

/** The message of an answer with its buttons, the last of them the one that opens its form. */
export const answerBody = (answer: Answer): AnswerBody => {
  const { content, embeds, components } = render(answer.message)
  const form = formButton(answer)
  return { content, embeds, components: [...components.slice(0, limits.rows - form.length), ...form] }
}

/** Whether only the member who asked should see an answer. */
export const isPrivate = (answer: Answer): boolean => {
  switch (answer.kind) {
    case 'message':
      return answer.seenBy === 'member'
    case 'accepted':
      return false
    case 'form':
    case 'problems':
      return true
  }
}
