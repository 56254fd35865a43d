import { type Answer, type Side, send, type Way } from './sides.ts'

/** What each call was answered with, by its name; a method that is called twice says why. */
export type Answers = Readonly<Record<string, Answer>>

const section = { type: 'section', text: { type: 'mrkdwn', text: '*words*' } }
const metadata = { event_type: 'job', event_payload: { id: 'j1' } }
const home = { type: 'home', blocks: [section] }
const bytes = new TextEncoder().encode('ID3 a song')

type Call = (name: string, args?: Readonly<Record<string, unknown>>) => Promise<Answer>

const talk = async (call: Call, { music, member }: Side['ids']): Promise<void> => {
  const { ts } = await call('chat.postMessage', { channel: music, text: 'parent' })
  await call('chat.postMessage with blocks', { channel: music, text: 'x', blocks: [section] })
  await call('chat.postMessage with metadata', { channel: music, text: 'x', metadata })
  await call('chat.postMessage in a thread', { channel: music, text: 'reply', thread_ts: ts })
  await call('chat.postMessage to a person', { channel: member, text: 'x' })
  await call('chat.postEphemeral', { channel: music, user: member, text: 'x' })
  await call('chat.update', { channel: music, ts, text: 'new' })
  await call('reactions.add', { channel: music, timestamp: ts, name: 'tada' })
  await call('reactions.add twice', { channel: music, timestamp: ts, name: 'tada' })
  await call('conversations.history', { channel: music })
  await call('conversations.replies', { channel: music, ts })
  await call('chat.delete', { channel: music, ts })
  await call('chat.delete twice', { channel: music, ts })
  await call('chat.update of what is deleted', { channel: music, ts, text: 'x' })
}

const look = async (call: Call, { music, member }: Side['ids']): Promise<void> => {
  const { bot_id } = await call('auth.test')
  await call('bots.info', { bot: bot_id })
  await call('team.info')
  await call('users.list')
  await call('users.list of one', { limit: 1 })
  await call('users.info', { user: member })
  await call('conversations.list')
  await call('conversations.info', { channel: music })
  await call('conversations.members', { channel: music })
  await call('conversations.open', { users: member, return_im: true })
  await call('conversations.open again', { users: member })
  await call('views.publish', { user_id: member, view: home })
}

const upload = async (call: Call, { music }: Side['ids']): Promise<void> => {
  const ticket = await call('files.getUploadURLExternal', { filename: 'song.mp3', length: bytes.length })
  await fetch(String(ticket.upload_url), { method: 'POST', body: bytes })
  const file = String(ticket.file_id)
  const files = [{ id: file, title: 'A song' }]
  await call('files.completeUploadExternal', { files, channel_id: music, initial_comment: 'Here' })
  await call('files.completeUploadExternal twice', { files, channel_id: music })
  await call('files.info', { file })
  await call('files.delete', { file })
  await call('files.info of what is deleted', { file })
}

const stumble = async (call: Call, { music, member }: Side['ids']): Promise<void> => {
  await call('chat.postMessage of nothing', { channel: music })
  await call('chat.postMessage nowhere', { channel: 'C404', text: 'x' })
  await call('chat.postMessage in no channel', { text: 'x' })
  await call('chat.postMessage with blocks that are none', { channel: music, blocks: '{' })
  await call('chat.postMessage with an unknown block', { channel: music, blocks: [{ type: 'song' }] })
  await call('chat.postMessage with metadata that is none', { channel: music, text: 'x', metadata: '[]' })
  await call('chat.postMessage in no thread', { channel: music, text: 'x', thread_ts: '1.000001' })
  await call('chat.postMessage of 40001 letters', { channel: music, text: 'x'.repeat(40_001) })
  await call('chat.postMessage by a name', { channel: 'music', text: 'x' })
  await call('chat.postEphemeral to a stranger', { channel: music, user: 'U404', text: 'x' })
  await call('chat.update of no message', { channel: music, ts: '1.000001', text: 'x' })
  await call('chat.delete of no message', { channel: music, ts: '1.000001' })
  await call('conversations.info nowhere', { channel: 'C404' })
  await call('conversations.history nowhere', { channel: 'C404' })
  await call('conversations.replies of no message', { channel: music, ts: '1.000001' })
  await call('conversations.open with nobody')
  await call('conversations.open with a stranger', { users: 'U404' })
  await call('reactions.add to no message', { channel: music, timestamp: '1.000001', name: 'tada' })
  await call('users.info of a stranger', { user: 'U404' })
  await call('users.list of a page that is none', { cursor: 'nonsense' })
  await call('bots.info of a stranger', { bot: 'B404' })
  await call('files.info of none', { file: 'F404' })
  await call('files.delete of none', { file: 'F404' })
  await call('files.getUploadURLExternal of no bytes', { filename: 'a.mp3', length: 0 })
  await call('files.completeUploadExternal of none', { files: [{ id: 'F404' }], channel_id: music })
  await call('views.open on no trigger', { trigger_id: '1.2.abc', view: { ...home, type: 'modal' } })
  await call('views.update of none', { view_id: 'V404', view: home })
  await call('views.publish with an old hash', { user_id: member, view: home, hash: 'old' })
}

/** Does the same to either of the two, and keeps every answer. */
export const run = async (way: Way, side: Side): Promise<Answers> => {
  const answers: Record<string, Answer> = {}
  const call: Call = async (name, args) => {
    const [method = ''] = name.split(' ')
    const answer = await send(way, side, method, args)
    answers[name] = answer
    return answer
  }
  await look(call, side.ids)
  await talk(call, side.ids)
  await upload(call, side.ids)
  await stumble(call, side.ids)
  return answers
}
