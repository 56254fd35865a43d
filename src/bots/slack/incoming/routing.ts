import { App, type Receiver, type ReceiverEvent } from '@slack/bolt'
import type { Log } from '../../../core/log.ts'
import { createBoltLog } from './bolt-log.ts'

type Fields = Readonly<Record<string, unknown>>

const fieldsIn = (value: unknown): Fields => (typeof value === 'object' && value !== null ? { ...value } : {})

const idIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/**
 * The workspace on whose behalf Slack sends an event; undefined if it doesn't say. A form that was opened in a shared
 * channel names ours apart from its member's.
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

/** Another workspace whose bot a message in a shared channel may mean: its author's, and who is mentioned. */
export const authorsWorkspace = (
  body: Fields,
): { workspace: string; mentioned: readonly string[] } | undefined => {
  const event = fieldsIn(body.event)
  const workspace = idIn(event.user_team) ?? idIn(event.team)
  const mentioned = mentionedIn(event.text)
  if (event.type !== 'app_mention' && event.type !== 'message') return undefined
  return workspace === undefined || mentioned.length === 0 ? undefined : { workspace, mentioned }
}

/** Slack's library as the receiver of all events, which go where they belong instead of to its listeners. */
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

/** Receives nothing by itself: it is for events that are passed on. */
export const passedOn = (): Receiver => ({
  init: () => undefined,
  start: () => Promise.resolve(),
  stop: () => Promise.resolve(),
})
