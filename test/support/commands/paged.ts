import type { Answer } from '../../../src/core/command/answer.ts'
import { plainMessage } from '../../../src/core/message/message.ts'

/** A page of a list with a button that asks for the next one; with `turnsPage`, as such a button is answered. */
export const listPage = (page: number, turnsPage?: true): Answer => ({
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
