import { type RawApp, section } from '../../support.ts'
import type { Refusal } from '../refusal.ts'
import { pressed } from '../starts.ts'

type Args = Record<string, unknown>

const posting =
  (args: Args | ((app: RawApp) => Args)): Refusal['provoke'] =>
  async (app) => {
    const channel = app.slack.addresses.channelId
    const words = typeof args === 'function' ? args(app) : args
    return (await app.call('chat.postMessage', { channel, ...words })).ok
  }

/** Slack would send it, so the answer is well; the run fails anyway. */
const ping = (what: string, provoke: Refusal['provoke'], rung: string): Refusal => ({
  what: `a message that rings ${what}`,
  no: 'would ping',
  provoke,
  answer: true,
  wire: [`would ping ${rung}`],
})

const rich = (...elements: object[]) => [
  { type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] },
]

const loud = '<!channel>'

/** https://docs.slack.dev/messaging/formatting-message-text#mentioning-users */
export const pings: readonly Refusal[] = [
  ping('the channel', posting({ text: `hello ${loud}` }), loud),
  ping('everyone who is here', posting({ text: '<!here|here> listen' }), '<!here>'),
  ping('everyone', posting({ text: 'x', blocks: [section('<!everyone>')] }), '<!everyone>'),
  ping('a group', posting({ text: '<!subteam^S123|@musicians>' }), '<!subteam^S123>'),
  ping('somebody', posting({ text: '<@U123> listen' }), '<@U123>'),
  ping('somebody in Markdown', posting({ markdown_text: '<@U123>' }), '<@U123>'),
  ping('the channel in rich text', posting({ blocks: rich({ type: 'broadcast', range: 'channel' }) }), loud),
  ping('somebody in rich text', posting({ blocks: rich({ type: 'user', user_id: 'U123' }) }), '<@U123>'),
  ping(
    'a group in rich text',
    posting({ blocks: rich({ type: 'usergroup', usergroup_id: 'S1' }) }),
    '<!subteam^S1>',
  ),
  ping(
    'a name with link_names',
    posting({ text: 'hi @Ada (admin)', link_names: true }),
    '@Ada (admin), @ada',
  ),
  ping('the channel with full parsing', posting({ text: 'hello @channel', parse: 'full' }), '@channel'),
  ping(
    'the channel by an edit',
    async (app) => {
      const channel = app.slack.addresses.channelId
      const { ts } = await app.call('chat.postMessage', { channel, text: 'x' })
      return (await app.call('chat.update', { channel, ts, text: loud })).ok
    },
    loud,
  ),
  ping(
    'the channel before the eyes of one',
    async (app) => {
      const { channelId: channel, memberId: user } = app.slack.addresses
      return (await app.call('chat.postEphemeral', { channel, user, text: loud })).ok
    },
    loud,
  ),
  ping(
    'the channel from a response URL',
    async (app) => {
      const { socket, envelope } = await pressed(app)
      socket.ack(envelope)
      const body = JSON.stringify({ text: loud })
      return (await fetch(envelope.payload.response_url, { method: 'POST', body })).ok
    },
    loud,
  ),
  ping(
    'the channel by the comment on a file',
    async (app) => {
      const { upload_url, file_id } = await app.call('files.getUploadURLExternal', {
        filename: 'a.mp3',
        length: 1,
      })
      await fetch(String(upload_url), { method: 'POST', body: new Uint8Array(1) })
      const args = { files: [{ id: file_id }], channel_id: app.slack.addresses.channelId }
      return (await app.call('files.completeUploadExternal', { ...args, initial_comment: loud })).ok
    },
    loud,
  ),
]
