import type { MessageAnswer } from '../../../src/core/command/answer.ts'
import { plainMessage } from '../../../src/core/message/message.ts'

/** A page of a list with a button that asks for the next one; with `turnsPage`, as such a button is answered. */
export const listPage = (page: number, turnsPage?: true): MessageAnswer => ({
  kind: 'message',
  seenBy: 'member',
  ...(turnsPage && { turnsPage }),
  message: {
    ...plainMessage(`Page ${page}.`),
    blocks: [
      {
        kind: 'buttons',
        buttons: [
          {
            label: 'Next',
            style: 'plain',
            commandLink: { command: 'voices', action: undefined, values: { page: String(page + 1) } },
          },
        ],
      },
    ],
  },
})

/** The same with a picture that is drawn once the click has been acknowledged. */
export const drawnPage = (page: number, drawn: Promise<void>): MessageAnswer => {
  const { message, ...answer } = listPage(page, true)
  const picture = {
    kind: 'picture',
    name: `page-${page}.png`,
    description: `Picture of page ${page}`,
    data: Uint8Array.from([page]),
  } as const
  return {
    ...answer,
    message,
    async whole() {
      await drawn
      return { ...message, blocks: [picture, ...message.blocks] }
    },
  }
}
