import type { limits } from '../../../../sandbox/slack/limits.ts'
import { asForm, manifest, modal, type RawApp } from '../support.ts'
import { commanded } from './starts.ts'

export type Limit = keyof typeof limits

/** One side of a limit: whether the stand-in takes so much, so many or so long. */
type Trial = (app: RawApp, amount: number) => Promise<boolean>

/** A limit, the last amount that is taken and the first that is not. */
export type Border = {
  readonly limit: Limit
  readonly taken: (limit: number) => number
  readonly refused: (limit: number) => number
  /** Whether the wire has nothing of it, since what is refused is no request. */
  readonly isSilent: boolean
  readonly trial: Trial
}

type Args = Readonly<Record<string, unknown>>

/** As much as this is taken, and no more. */
export const upTo = (limit: Limit, trial: Trial, isSilent = false): Border => ({
  limit,
  taken: (amount) => amount,
  refused: (amount) => amount + 1,
  isSilent,
  trial,
})

/** As much as this is taken by a method, and no more. */
export const inCall = (limit: Limit, method: string, args: (amount: number, app: RawApp) => Args): Border =>
  upTo(limit, async (app, amount) => (await app.call(method, args(amount, app))).ok)

/** As much as this is taken in a new message. */
export const inPost = (limit: Limit, args: (amount: number) => Args): Border =>
  inCall(limit, 'chat.postMessage', (amount, { slack }) => ({
    channel: slack.addresses.channelId,
    ...args(amount),
  }))

/** As much as this is taken in a block of a message. */
export const inBlock = (limit: Limit, block: (amount: number) => object): Border =>
  inPost(limit, (amount) => ({ blocks: [block(amount)] }))

/** As much as this is needed. */
export const atLeast = ({ ...border }: Border): Border => ({ ...border, refused: (amount) => amount - 1 })

/** As much as this is taken in a form. */
export const inForm = (limit: Limit, more: (amount: number) => object): Border =>
  upTo(limit, async (app, amount) => {
    const { socket, envelope } = await commanded(app)
    socket.ack(envelope)
    const { trigger_id } = envelope.payload
    return (await app.call('views.open', { trigger_id, view: modal(more(amount)) })).ok
  })

/** Real time goes on while a test runs, so the end of a span is looked at from a little before it. */
const before = (spanMs: number): number => spanMs - Math.min(spanMs / 3, 10_000)

/** Lasts so long. */
export const lasting = (limit: Limit, trial: Trial): Border => ({ ...upTo(limit, trial), taken: before })

type Manifest = ReturnType<typeof manifest>

/** As much as this is taken in a manifest. */
export const inManifest = (limit: Limit, change: (plain: Manifest, amount: number) => object): Border =>
  upTo(
    limit,
    async (app, amount) => {
      try {
        app.slack.installManifest(change(manifest(), amount))
        return true
      } catch {
        return false
      }
    },
    true,
  )

/** Whether an exchange of a code works that was given so long ago. */
export const exchanged = async (app: RawApp, agedMs: number): Promise<boolean> => {
  const { api, clientId: client_id, clientSecret: client_secret } = app.slack.addresses
  const redirectUri = 'https://bot.example/'
  const plain = manifest({ events: [] })
  app.slack.installManifest({
    ...plain,
    oauth_config: { ...plain.oauth_config, redirect_urls: [redirectUri] },
  })
  const page = `${new URL(api).origin}/oauth/v2/authorize?${asForm({ client_id, scope: 'commands' })}`
  const body = new URLSearchParams({ answer: 'allow' })
  const { headers } = await fetch(page, { method: 'POST', body, redirect: 'manual' })
  const code = new URL(headers.get('location') ?? '').searchParams.get('code')
  app.clock.advance(agedMs)
  return (await app.request('oauth.v2.access', { body: asForm({ client_id, client_secret, code }) })).ok
}
