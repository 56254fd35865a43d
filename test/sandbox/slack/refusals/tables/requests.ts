import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RawApp } from '../../support.ts'
import type { Refusal } from '../refusal.ts'

/** How an app behind an address answers whatever comes after the challenge. */
type Answer = (response: ServerResponse, body: string) => void

type Listening = { readonly url: string; readonly arrived: Promise<void> }

const listen = async (
  answer: Answer,
  returnsChallenge: boolean,
  use: (listening: Listening) => Promise<unknown>,
): Promise<unknown> => {
  const { promise: arrived, resolve } = Promise.withResolvers<void>()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    const [, challenge] = /"challenge":"([^"]+)"/.exec(body) ?? []
    if (challenge !== undefined) {
      response.end(returnsChallenge ? challenge : 'hello')
      return
    }
    answer(response, body)
    resolve()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  try {
    const { port } = server.address() as AddressInfo
    return await use({ url: `http://127.0.0.1:${port}/slack/events`, arrived })
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

const seen = (app: RawApp) => app.slack.people.messages({}).map(({ text }) => text)

const commanding =
  (answer: Answer, returnsChallenge = true): Refusal['provoke'] =>
  (app) =>
    listen(answer, returnsChallenge, async ({ url }) => {
      app.slack.setRequestUrl(url)
      await app.act({ command: '/music' })
      return seen(app)
    })

const dispatchFailed = ['/music failed with the error "dispatch_failed"']

const answered = (what: string, status: number, headers: Record<string, string> = {}): Refusal => ({
  what: `a request answered with ${what}`,
  no: 'the request URL answered',
  provoke: commanding((response) => response.writeHead(status, headers).end()),
  answer: dispatchFailed,
  wire: [`/music: the request URL answered ${status}`, '/music: could not be handed to the app'],
})

const forged = (signature: string): Refusal => ({
  what: `a request taken though its signature is ${signature}`,
  no: 'taken with a signature that is',
  provoke: (app) =>
    listen(
      (response) => response.end('Coming up'),
      true,
      async ({ url }) => {
        app.slack.setRequestUrl(url)
        app.slack.faults.add({ signature })
        await app.act({ command: '/music' })
        return seen(app)
      },
    ),
  answer: ['Coming up'],
  wire: [`/music: taken with a signature that is ${signature}`],
})

/**
 * https://docs.slack.dev/apis/events-api/using-http-request-urls and
 * https://docs.slack.dev/authentication/verifying-requests-from-slack
 */
export const requests: readonly Refusal[] = [
  answered('a failure', 500),
  answered('a way elsewhere', 302, { location: '/' }),
  answered('a status that is not quite well', 201),
  {
    what: 'a request that is hung up on',
    no: 'the request URL cannot be reached:',
    provoke: commanding((response) => response.destroy()),
    answer: dispatchFailed,
    wire: [
      '/music: the request URL cannot be reached: TypeError: fetch failed',
      '/music: could not be handed to the app',
    ],
  },
  {
    what: 'an address that does not return the challenge',
    no: 'the request URL did not return the challenge',
    provoke: commanding((response) => response.end(), false),
    answer: dispatchFailed,
    wire: ['/music: the request URL did not return the challenge', '/music: could not be handed to the app'],
  },
  {
    what: 'a request that is not answered within three seconds',
    no: 'not acknowledged within',
    provoke: (app) =>
      listen(
        () => {},
        true,
        async ({ url, arrived }) => {
          app.slack.setRequestUrl(url)
          const acting = app.act({ command: '/music' })
          await arrived
          app.clock.advance(3_000)
          await acting
          return seen(app)
        },
      ),
    answer: ['/music failed with the error "operation_timeout"'],
    wire: ['/music: not acknowledged within 3000 ms'],
  },
  {
    what: 'a request answered with a broken block',
    no: 'invalid acknowledgement:',
    provoke: commanding((response) => response.end('{"blocks":[{}]}')),
    answer: ['/music failed with the error "invalid_response"'],
    wire: ['/music: invalid acknowledgement: invalid_blocks'],
  },
  ...['wrong', 'old', 'future', 'missing', 'doubled'].map(forged),
]
