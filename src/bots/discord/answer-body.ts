import {
  type APIActionRowComponent,
  type APIButtonComponent,
  type APIEmbed,
  ButtonStyle,
  ComponentType,
} from 'discord.js'
import type { Answer, Form } from '../../core/command.ts'
import { writeFormId } from './form-id.ts'
import { render } from './render.ts'

/** An answer as a message of Discord's. */
interface AnswerBody {
  content: string
  embeds: APIEmbed[]
  components: APIActionRowComponent<APIButtonComponent>[]
}

const buttonThatOpens = (form: Form, label: string): APIActionRowComponent<APIButtonComponent> => ({
  type: ComponentType.ActionRow,
  components: [
    { type: ComponentType.Button, style: ButtonStyle.Primary, custom_id: writeFormId(form), label },
  ],
})

const buttonsOf = (answer: Answer): AnswerBody['components'] => {
  switch (answer.kind) {
    case 'message':
    case 'accepted':
      return []
    case 'form':
      return [buttonThatOpens(answer.form, 'Fill in')]
    case 'problems':
      return answer.retry === undefined ? [] : [buttonThatOpens(answer.retry, 'Try again')]
  }
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
