import { asForm, manifest, type RawApp } from '../../support.ts'
import { call, noAnswer, type Refusal, sendRaw, spoiling } from '../refusal.ts'

type Request = (app: RawApp) => RequestInit

const withToken = (token: string): RequestInit => ({
  headers: { authorization: `Bearer ${token}` },
  body: new URLSearchParams(),
})

const typed =
  (contentType: string | undefined, body: NonNullable<RequestInit['body']>): Request =>
  ({ slack }) => ({
    headers: {
      authorization: `Bearer ${slack.addresses.botToken}`,
      ...(contentType !== undefined && { 'content-type': contentType }),
    },
    body,
  })

const request = (
  what: string,
  method: string,
  init: Request,
  no: Extract<Refusal['no'], Parameters<typeof noAnswer>[1]>,
  more: Parameters<typeof noAnswer>[2] = {},
): Refusal => ({
  what,
  no,
  provoke: (app) => sendRaw(app, method, init(app)),
  answer: noAnswer(method, no, more),
  wire: [`${method}: ${no}`],
})

const json = 'application/json; charset=utf-8'

/** A body that comes without saying what it is. */
const untyped = new Blob([new TextEncoder().encode('user=U1')])

/** Who may call, and in what form. */
export const calls: readonly Refusal[] = [
  request('a call without a token', 'auth.test', () => ({}), 'not_authed'),
  {
    ...request('a call with its token in the address', 'auth.test', () => ({}), 'not_authed'),
    source: 'https://docs.slack.dev/changelog/2020-11-no-more-tokens-in-querystrings-for-newly-created-apps',
    provoke: (app) => sendRaw(app, `auth.test?token=${app.slack.addresses.botToken}`, {}),
  },
  {
    ...request(
      'a call with its token in JSON',
      'auth.test',
      ({ slack }) => ({
        headers: { 'content-type': json },
        body: JSON.stringify({ token: slack.addresses.botToken }),
      }),
      'not_authed',
    ),
    source: 'https://docs.slack.dev/apis/web-api/#post-bodies',
  },
  request('a call with an unknown token', 'auth.test', () => withToken('xoxb-1-2-nothing'), 'invalid_auth'),
  request(
    "a call with the app's token where the bot's belongs",
    'auth.test',
    ({ slack }) => withToken(slack.addresses.appToken),
    'not_allowed_token_type',
  ),
  request(
    "a call with the bot's token where the app's belongs",
    'apps.connections.open',
    ({ slack }) => withToken(slack.addresses.botToken),
    'not_allowed_token_type',
  ),
  ...(['token_revoked', 'invalid_auth', 'account_inactive'] as const).map(
    (no): Refusal => ({
      ...spoiling(call('a call with a token that was good', 'auth.test', {}, no)),
      provoke: (app) => {
        app.slack.faults.add({ token: 'revoke', answer: no })
        return sendRaw(app, 'auth.test', withToken(app.slack.addresses.botToken))
      },
    }),
  ),
  call('an unknown method', 'music.make', {}, 'unknown_method', { detail: { req_method: 'music.make' } }),
  call('a method that is gone', 'files.upload', {}, 'unknown_method', {
    detail: { req_method: 'files.upload' },
    source: 'https://docs.slack.dev/reference/methods/files.upload',
  }),
  call('an argument that the method does not know', 'auth.test', { mood: 'good' }, 'invalid_arguments', {
    messages: ['unknown argument: mood [json-pointer:/mood]'],
  }),
  // A missing argument is another thing than an empty one: https://github.com/brekkylab/backlot/issues/84
  call('an argument that is missing', 'conversations.info', {}, 'invalid_arguments', {
    messages: ['missing required field: channel'],
    source: 'https://github.com/brekkylab/backlot/issues/84',
  }),
  call('an argument that is empty', 'conversations.info', { channel: '' }, 'channel_not_found', {
    source: 'https://github.com/brekkylab/backlot/issues/84',
  }),
  call(
    'an argument of the wrong kind',
    'users.info',
    { user: 'U1', include_locale: 'perhaps' },
    'invalid_arguments',
    { messages: ['has an invalid value [json-pointer:/include_locale]'] },
  ),
  request(
    'an argument like those of PHP',
    'users.info',
    typed('application/x-www-form-urlencoded', 'user[0]=U1'),
    'invalid_array_arg',
  ),
  request(
    'an argument with an odd name',
    'users.info',
    typed('application/x-www-form-urlencoded', 'the-user=U1'),
    'invalid_arg_name',
  ),
  request('JSON that is none', 'auth.test', typed(json, '{'), 'invalid_json'),
  request('JSON that is a list', 'auth.test', typed(json, '[]'), 'json_not_object'),
  request(
    'a form that is broken',
    'auth.test',
    typed('multipart/form-data; boundary=x', 'nothing'),
    'invalid_form_data',
  ),
  request('a body of another type', 'auth.test', typed('text/plain', 'hello'), 'invalid_post_type'),
  request('a body of no type', 'auth.test', typed(undefined, untyped), 'missing_post_type'),
  request(
    'a body in another alphabet',
    'auth.test',
    typed('application/x-www-form-urlencoded; charset=koi8-r', 'user=U1'),
    'invalid_charset',
  ),
  {
    what: 'a request for what is no method',
    no: 'nothing is there',
    provoke: async ({ slack }) => (await fetch(new URL('/nowhere', slack.addresses.api))).status,
    answer: 404,
    wire: ['GET /nowhere: nothing is there'],
  },
]

const bare = { manifest: manifest({ scopes: ['commands', 'pins:read'], events: [] }) }

const needs = (method: string, args: Parameters<typeof call>[2], needed: string): Refusal =>
  call(`${method} without ${needed}`, method, args, 'missing_scope', {
    app: bare,
    detail: { needed, provided: 'commands,pins:read' },
    source: `https://docs.slack.dev/reference/methods/${method}`,
  })

const ofConversation = (method: string, right: string, args: object = {}): readonly Refusal[] => [
  needs(method, ({ slack }) => ({ channel: slack.addresses.channelId, ...args }), `channels:${right}`),
  {
    ...needs(method, {}, `im:${right}`),
    app: { manifest: manifest({ scopes: ['commands', 'pins:read', 'im:write'], events: [] }) },
    provoke: async (app) => {
      const { channel } = await app.call('conversations.open', { users: app.slack.addresses.memberId })
      return sendRaw(app, method, {
        headers: { authorization: `Bearer ${app.slack.addresses.botToken}` },
        body: asForm({ channel: (channel as { id: string }).id, ...args }),
      })
    },
    answer: noAnswer(method, 'missing_scope', {
      detail: { needed: `im:${right}`, provided: 'commands,pins:read,im:write' },
    }),
  },
]

/** What the manifest does not ask for is not allowed; each page names its scopes. */
export const scopes: readonly Refusal[] = [
  needs('chat.postMessage', { channel: 'C1', text: 'x' }, 'chat:write'),
  needs('chat.update', { channel: 'C1', ts: '1.2', text: 'x' }, 'chat:write'),
  needs('chat.delete', { channel: 'C1', ts: '1.2' }, 'chat:write'),
  needs('chat.postEphemeral', { channel: 'C1', user: 'U1', text: 'x' }, 'chat:write'),
  needs('conversations.open', { users: 'U1' }, 'im:write'),
  needs('conversations.list', {}, 'channels:read'),
  needs('conversations.list', { types: 'private_channel' }, 'groups:read'),
  needs('conversations.list', { types: 'mpim' }, 'mpim:read'),
  needs('conversations.list', { types: 'im' }, 'im:read'),
  ...ofConversation('conversations.info', 'read'),
  ...ofConversation('conversations.members', 'read'),
  ...ofConversation('conversations.history', 'history'),
  ...ofConversation('conversations.replies', 'history', { ts: '1.2' }),
  needs('users.info', { user: 'U1' }, 'users:read'),
  needs('users.list', {}, 'users:read'),
  needs('bots.info', {}, 'users:read'),
  needs('usergroups.list', {}, 'usergroups:read'),
  needs('usergroups.users.list', { usergroup: 'S1' }, 'usergroups:read'),
  needs('team.info', {}, 'team:read'),
  needs('reactions.add', { channel: 'C1', timestamp: '1.2', name: 'tada' }, 'reactions:write'),
  needs('files.getUploadURLExternal', { filename: 'a', length: 1 }, 'files:write'),
  needs('files.completeUploadExternal', { files: [{ id: 'F1' }] }, 'files:write'),
  needs('files.delete', { file: 'F1' }, 'files:write'),
  needs('files.info', { file: 'F1' }, 'files:read'),
]
