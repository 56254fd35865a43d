import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { Answer } from '../call.ts'
import { andThen, type Change, type Ground, many } from '../changes.ts'
import type { Row } from '../row.ts'
import { tooLate } from './acknowledgements.ts'
import { calling } from './calls.ts'

const asksForSocket = calling(
  'apps.connections.open',
  () => ({}),
  ({ addresses }) => addresses.slack.appToken,
)

type Address = { readonly url: string }

/** Straight to Slack, so that what was closed is closed there too. */
const urlIn = ({ body }: Answer, { addresses }: Ground): string => {
  const url = new URL((JSON.parse(body.toString()) as Address).url)
  url.host = new URL(addresses.slack.api).host
  return url.href
}

/** Connects, and is greeted or turned away. */
const connect = async (url: string): Promise<WebSocket> => {
  const socket = new WebSocket(url)
  socket.on('error', () => undefined)
  await new Promise((resolve) => {
    for (const event of ['message', 'close']) socket.once(event, resolve)
  })
  return socket
}

const leave = async (socket: WebSocket): Promise<void> => {
  if (socket.readyState === socket.CLOSED) return
  const isClosed = once(socket, 'close')
  socket.close()
  await isClosed
}

const visit = async (url: string): Promise<void> => leave(await connect(url))

/** Does something with an address of a socket, as more of the bot's processes might. */
const withAddress = (does: (url: string, ground: Ground) => Promise<unknown>): Change =>
  andThen(async (call, send, ground) => {
    const answer = await asksForSocket(call, send, ground)
    await does(urlIn(answer, ground), ground)
    return answer
  })

const minuteMs = 60_000

const row = (name: string, does: Change, refusal: RegExp): Row => ({
  name,
  scenario: 'mention',
  does: { on: 'chat.postEphemeral', does },
  refusals: [refusal],
  besides: tooLate,
  endsWell: true,
})

const ticket = (name: string, does: Change): Row =>
  row(name, does, /^a socket came with a ticket that is unknown, used or too old$/)

/** https://docs.slack.dev/apis/events-api/using-socket-mode */
export const sockets: readonly Row[] = [
  ticket(
    'a ticket that was never given',
    withAddress((url) => visit(url.replace(/ticket=\w+/, 'ticket=forged'))),
  ),
  ticket(
    'a ticket that is used twice',
    withAddress(async (url) => {
      await visit(url)
      await visit(url)
    }),
  ),
  ticket(
    'a ticket of half a minute ago',
    withAddress((url, { clock }) => {
      clock.advance(minuteMs / 2)
      return visit(url)
    }),
  ),
  row(
    'an eleventh socket',
    andThen(async (call, send, ground) => {
      // By then as many may be asked for at once as may be open.
      ground.clock.advance(10 * minuteMs)
      const answers = await Promise.all(many(10, () => asksForSocket(call, send, ground)))
      const opened = await Promise.all(answers.map((answer) => connect(urlIn(answer, ground))))
      await Promise.all(opened.map(leave))
      return send(call)
    }),
    /^more sockets than 10$/,
  ),
]
