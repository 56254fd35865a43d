import type { App, ReceiverEvent, SocketModeReceiver } from '@slack/bolt'
import type { Log } from '../../../core/log.ts'

/**
 * Slack's notice that it withheld events, because there were more than 30,000 in an hour. It is delivered like
 * an event but contains none. https://docs.slack.dev/reference/events/app_rate_limited/
 */
const type = 'app_rate_limited'

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/** The notice with an event in it, like every other delivery; anything else unchanged. */
const withEvent = (body: unknown): unknown =>
  isFields(body) && body.type === type && body.event === undefined ? { ...body, event: { type } } : body

const withEventInEnvelope = (message: unknown): unknown => {
  if (typeof message !== 'string' || !message.includes(type)) return message
  try {
    const envelope: unknown = JSON.parse(message)
    return isFields(envelope)
      ? JSON.stringify({ ...envelope, payload: withEvent(envelope.payload) })
      : message
  } catch {
    return message
  }
}

/**
 * Lets a socket deliver the notice: the library reads the missing event. Errors of its listeners become a
 * rejected promise.
 */
export const bringNotices = ({ client }: SocketModeReceiver): void => {
  const listeners = client.listeners('ws_message')
  client.removeAllListeners('ws_message')
  client.on('ws_message', async (message: unknown, ...rest: unknown[]) => {
    for (const listener of listeners)
      await Reflect.apply(listener, client, [withEventInEnvelope(message), ...rest])
  })
}

/** Acknowledges the notice, which the app would not recognize, and logs what it means. */
export const hearNotices = (app: App, log: Log): void => {
  const processEvent = app.processEvent.bind(app)
  app.processEvent = (event: ReceiverEvent) =>
    processEvent(Object.assign(event, { body: withEvent(event.body) }))
  app.event(type, () => {
    log.warn('Slack drops events: this workspace has more than 30,000 in an hour', {
      mend: 'subscribe to fewer message events, in the manifest and at https://api.slack.com/apps',
    })
    return Promise.resolve()
  })
}
