import type { ActResult } from '../../../../sandbox/control/people.ts'
import { button, modal, type RawApp, type RawEnvelope, type RawSocket } from '../support.ts'

/** Something that a person started, as it reached the app. */
export type Started = {
  readonly socket: RawSocket
  readonly envelope: RawEnvelope
  readonly acting: Promise<ActResult>
}

/** A command on its way. */
export const commanded = async (app: RawApp, line = '/music a shanty'): Promise<Started> => {
  const socket = await app.connect()
  const acting = app.act({ command: line })
  return { socket, acting, envelope: await socket.next('slash_commands') }
}

/** A button of a message of the app, pressed. */
export const pressed = async (app: RawApp): Promise<Started & { ts: string }> => {
  const socket = await app.connect()
  const blocks = [{ type: 'actions', block_id: 'row', elements: [button({ value: 'v' })] }]
  const channel = app.slack.addresses.channelId
  const { ts } = await app.call('chat.postMessage', { channel, text: 'x', blocks })
  const acting = app.act({ press: { message: String(ts), button: 'Go' } })
  return { socket, acting, envelope: await socket.next('block_actions'), ts: String(ts) }
}

/** A form that opened on a command. */
export const opened = async (app: RawApp, view: object = modal()) => {
  const { socket, envelope, acting } = await commanded(app)
  socket.ack(envelope)
  const answer = await app.call('views.open', { trigger_id: envelope.payload.trigger_id, view })
  const { form } = await acting
  return { socket, id: form?.id ?? '', view: answer.view as Record<string, unknown> }
}

/** A form that was filled in and sent. */
export const submitted = async (app: RawApp, view?: object): Promise<Started & { id: string }> => {
  const { socket, id } = await opened(app, view)
  const acting = app.act({ submit: { form: id, values: { prompt: 'x' } } })
  return { socket, id, acting, envelope: await socket.next('view_submission') }
}

/** Something typed into a menu of a form that the app fills. */
export const typed = async (app: RawApp): Promise<Started> => {
  const menu = {
    type: 'input',
    label: { type: 'plain_text', text: 'Voice' },
    element: { type: 'external_select', action_id: 'voice', min_query_length: 1 },
  }
  const { socket, id } = await opened(app, modal({ blocks: [menu] }))
  const acting = app.act({ autocomplete: { command: id, option: 'voice', text: 'alto' } })
  return { socket, acting, envelope: await socket.next('block_suggestion') }
}
