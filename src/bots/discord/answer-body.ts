import {
  type APIActionRowComponent,
  type APIButtonComponent,
  type APIEmbed,
  ButtonStyle,
  ComponentType,
} from 'discord.js'
import { type Answer, formButtonOf } from '../../core/command.ts'
import { writeFormId } from './form-id.ts'
import { render } from './render.ts'

/** An answer as a message of Discord's. */
interface AnswerBody {
  content: string
  embeds: APIEmbed[]
  components: APIActionRowComponent<APIButtonComponent>[]
}

const buttonsOf = (answer: Answer): AnswerBody['components'] => {
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

/** The message of an answer, with the button that opens its form. */
export const answerBody = (answer: Answer): AnswerBody => {
  const { content, embeds } = render(answer.message)
  return { content, embeds, components: buttonsOf(answer) }
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
