import type { Call } from '../call.ts'
import { andThen, asks, both, type Change, times } from '../changes.ts'
import type { Row } from '../row.ts'

const on = 'POST /channels/:id/messages'

/** What is done besides with the message that was just posted, by its path. */
export const toPosted =
  (change: (path: string) => Change): Change =>
  async (call, send, ground) => {
    const answer = await send(call)
    const { id } = JSON.parse(answer.body.toString()) as { id: string }
    await change(`${call.path}/${id}`)(call, send, ground)
    return answer
  }

/** The member's message that this one answers. */
const answered = ({ path, body }: Call): string => {
  const { message_reference: of } = JSON.parse(body.toString()) as {
    message_reference: { message_id: string }
  }
  return `${path}/${of.message_id}`
}

const row = (name: string, does: Change, refusal: RegExp): Row => ({
  name,
  scenario: 'mention',
  does: { on, does },
  refusals: [refusal],
})

const word = { content: 'x' }

/** What belongs to others, or is gone. https://docs.discord.com/developers/resources/message */
export const others: readonly Row[] = [
  row('an edit of a member’s message', andThen(asks('PATCH', answered, word)), /^PATCH .*: 403 50005 /),
  row('a member’s message that is deleted', andThen(asks('DELETE', answered)), /^DELETE .*: 403 50013 /),
  row(
    'a message that is deleted twice',
    toPosted((path) =>
      both(
        asks('DELETE', () => path),
        times(2),
      ),
    ),
    /^DELETE .*: 404 10008 /,
  ),
]
