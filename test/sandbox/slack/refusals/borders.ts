import type { limits } from '../../../../sandbox/slack/limits.ts'
import { type Border as AnyBorder, type Trial as AnyTrial, border, shortOf } from '../../borders.ts'
import { distributed, exchange, newCode } from '../oauth-support.ts'
import { manifest, modal, type RawApp } from '../support.ts'
import { commanded } from './starts.ts'

export type Limit = keyof typeof limits

type Trial = AnyTrial<RawApp>

export type Border = AnyBorder<Limit, RawApp>

type Args = Readonly<Record<string, unknown>>

/** As much as this is taken, and no more. */
export const upTo = (limit: Limit, trial: Trial, isSilent = false): Border =>
  border(limit, trial, { isSilent })

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
export const atLeast = (most: Border): Border => ({ ...most, refused: (amount) => amount - 1 })

/** As much as this is taken in a form. */
export const inForm = (limit: Limit, more: (amount: number) => object): Border =>
  upTo(limit, async (app, amount) => {
    const { socket, envelope } = await commanded(app)
    socket.ack(envelope)
    const { trigger_id } = envelope.payload
    return (await app.call('views.open', { trigger_id, view: modal(more(amount)) })).ok
  })

/** Lasts so long. */
export const lasting = (limit: Limit, trial: Trial): Border => border(limit, trial, { taken: shortOf })

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
  app.slack.installManifest(distributed())
  const code = await newCode(app)
  app.clock.advance(agedMs)
  return (await exchange(app, { code })).ok
}

/** With a stand-in of its own for each side. */
export const alone = (one: Border): Border => ({ ...one, spoils: true })
