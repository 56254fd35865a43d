import { App, type Receiver, type ReceiverEvent } from '@slack/bolt'
import type { Log } from '../../../core/log.ts'
import { createBoltLog } from './bolt-log.ts'

/** An object of an event's body, whose fields are unchecked. */
export type Fields = Readonly<Record<string, unknown>>

/** The fields of an object; none if the value isn't one. */
export const fieldsIn = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? { ...value } : {}

const idIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/**
 * The workspace whose installation an event is for; undefined if Slack doesn't say. A form from a shared channel names
 * this workspace separately from its member's own.
 * https://docs.slack.dev/apis/events-api/#callback-field,
 * https://docs.slack.dev/reference/interaction-payloads/view-interactions-payload
 */
export const workspaceToldFor = (body: Fields): string | undefined => {
  const [authorization] = Array.isArray(body.authorizations) ? body.authorizations : []
  const named = [
    fieldsIn(authorization).team_id,
    fieldsIn(body.view).app_installed_team_id,
    body.team_id,
    fieldsIn(body.team).id,
    fieldsIn(body.user).team_id,
  ]
  return named.map(idIn).find((id) => id !== undefined)
}

/** The user ids in a message. */
const mentionedIn = (text: unknown): readonly string[] =>
  [...String(text ?? '').matchAll(/<@([A-Z0-9]+)/g)].flatMap(([, id]) => id ?? [])

/** The author's workspace and the mentioned users: in a shared channel, a message may be for that workspace's bot. */
export const authorsWorkspace = (
  body: Fields,
): { workspace: string; mentioned: readonly string[] } | undefined => {
  const event = fieldsIn(body.event)
  const workspace = idIn(event.user_team) ?? idIn(event.team)
  const mentioned = mentionedIn(event.text)
  if (event.type !== 'app_mention' && event.type !== 'message') return undefined
  return workspace === undefined || mentioned.length === 0 ? undefined : { workspace, mentioned }
}

/** Receives every event and routes it to its workspace's app instead of to listeners of its own. */
export class RoutingApp extends App {
  readonly #route: (event: ReceiverEvent) => Promise<void>

  constructor(receiver: Receiver, route: (event: ReceiverEvent) => Promise<void>, log: Log) {
    super({
      receiver,
      authorize: () => Promise.reject(new Error('events are passed on')),
      convoStore: false,
      logger: createBoltLog(log),
    })
    this.#route = route
  }

  override processEvent(event: ReceiverEvent): Promise<void> {
    return this.#route(event)
  }
}

/** For an app that gets its events from a `RoutingApp`: it opens no connection of its own. */
export const createIdleReceiver = (): Receiver => ({
  init: () => undefined,
  start: () => Promise.resolve(),
  stop: () => Promise.resolve(),
})
