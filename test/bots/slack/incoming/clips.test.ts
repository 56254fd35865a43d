import { expect, test } from 'vitest'
import { clipOfForm, clipsOfMessage, sortedFiles } from '../../../../src/bots/slack/incoming/clips.ts'

const message = { platform: 'slack', channel: 'C1', message: '1700000000.000100' } as const
const sender = { member: 'U1', botUser: 'UBOT' }
const file = (more: object) => ({
  id: 'F1',
  name: 'band.mp3',
  mimetype: 'audio/mpeg',
  size: 44,
  url_private: 'https://files.slack.com/x',
  ...more,
})

// https://docs.slack.dev/reference/objects/file-object: of sounds and films, once Slack has looked at them.
test.each([
  ['Slack has measured it', { duration_ms: 20_500 }, { secondsSaid: 20.5 }],
  ['Slack has not', {}, {}],
  ['Slack says nothing of sense', { duration_ms: '20' }, {}],
  ['Slack found no sound', { duration_ms: 0 }, {}],
])('a file is as long as Slack says, where %s', (_, more, length) => {
  const clip = {
    kind: 'upload',
    platform: 'slack',
    url: 'https://files.slack.com/x',
    name: 'band.mp3',
    bytes: 44,
    ...length,
  }
  expect(clipsOfMessage([file(more)], message)).toStrictEqual([{ ...clip, message }])
  expect(clipOfForm([file(more)], sender)).toStrictEqual({ ...clip, message: undefined })
})

test.each([
  ['nobody’s, if Slack does not say who uploaded it', undefined, {}],
  ['the member’s who sent the form, which needs no saying', 'U1', {}],
  ['another member’s, if they uploaded it', 'U2', { by: 'U2' }],
  ['of an unknown owner, if it is our own result', 'UBOT', { isOwnerLost: true }],
])('a file of a form is %s', (_, user, owner) => {
  const { by, isOwnerLost } = clipOfForm([file({ user })], sender) ?? {}
  expect({ ...(by && { by }), ...(isOwnerLost && { isOwnerLost }) }).toEqual(owner)
})

test.each([
  ['by its name', { name: 'band.caf', mimetype: 'audio/x-caf' }, { name: 'band.caf', kind: 'CAF' }],
  ['by its type', { name: 'Audio clip', mimetype: 'audio/amr' }, { name: 'Audio clip', kind: 'AMR' }],
])('a file of a kind that is not taken is known %s', (_, more, refused) => {
  expect(sortedFiles([file(more)], message)).toEqual({
    clips: [],
    refused: [refused],
    unreadable: [],
    unknown: [],
    others: [],
  })
})

test('a clip keeps the type that speaks against its name, and no other', () => {
  const named = { name: 'read.it', mimetype: 'audio/mpeg' }
  const { clips } = sortedFiles([file(named), file({})], message)
  expect(clips.map(({ contentType }) => contentType)).toEqual(['audio/mpeg', undefined])
})

// https://docs.slack.dev/reference/objects/file-object and what Slack sends of files that it does not hand out
const drive = { mode: 'external', is_external: true, external_type: 'gdrive' }
test.each<[string, object, object]>([
  ['was deleted', { id: 'F1', mode: 'tombstone' }, { name: undefined, why: 'deleted' }],
  ['is hidden by the plan', { id: 'F1', mode: 'hidden_by_limit' }, { name: undefined, why: 'hidden' }],
  [
    'is hidden by the plan, though its name is told',
    { id: 'F1', mode: 'hidden_by_limit', name: 'b.mp3', mimetype: 'audio/mpeg' },
    { name: 'b.mp3', why: 'hidden' },
  ],
  ['lies elsewhere', file({ ...drive, name: 'song.mp3' }), { name: 'song.mp3', why: 'elsewhere' }],
  [
    'has no address',
    { id: 'F1', name: 'a.mp3', file_access: 'access_denied' },
    { name: 'a.mp3', why: 'closed' },
  ],
])('a file that %s is no clip, and is named with the reason', (_, told, unreadable) => {
  const none = { clips: [], refused: [], unknown: [], others: [] }
  expect(sortedFiles([told], message)).toEqual({ ...none, unreadable: [unreadable] })
})

test.each<[string, object]>([
  ['an e-mail', { mode: 'email', name: 'Re: demo', mimetype: 'text/html' }],
  ['a picture elsewhere', { ...drive, name: 'Re: demo', mimetype: 'image/png' }],
])('%s is named as a file without sound', (_, more) => {
  expect(sortedFiles([file(more)], message)).toMatchObject({
    clips: [],
    unreadable: [],
    others: ['Re: demo'],
  })
})
