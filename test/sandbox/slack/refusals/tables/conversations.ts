import { type RawApp, times } from '../../support.ts'
import { call, type Refusal } from '../refusal.ts'

const general = ({ slack }: RawApp) => slack.addresses.channelId
const elsewhere = ({ slack }: RawApp) => slack.addresses.channelIds[2]

/** What does not exist, and what cannot be read. */
export const lookUps: readonly Refusal[] = [
  call('a stranger', 'users.info', { user: 'U404' }, 'user_not_found'),
  call('a group that is none', 'usergroups.users.list', { usergroup: 'S404' }, 'no_such_subteam'),
  call('a bot that is none', 'bots.info', { bot: 'B404' }, 'bot_not_found'),
  call('a team that is none', 'team.info', { team: 'T404' }, 'team_not_found'),
  call('a channel that is none', 'conversations.info', { channel: 'C404' }, 'channel_not_found'),
  call('channels of an unknown kind', 'conversations.list', { types: 'secret' }, 'invalid_types'),
  call('a page that is none', 'users.list', { cursor: 'nonsense' }, 'invalid_cursor'),
  call('a page of nothing', 'users.list', { limit: 0 }, 'invalid_limit'),
  call('a page of some', 'users.list', { limit: 'some' }, 'invalid_arguments', {
    messages: ['has an invalid value [json-pointer:/limit]'],
  }),
  call(
    'the history of a channel without the app',
    'conversations.history',
    (app) => ({ channel: elsewhere(app) }),
    'not_in_channel',
  ),
  call(
    'the history since a time that is none',
    'conversations.history',
    (app) => ({ channel: general(app), oldest: 'yesterday' }),
    'invalid_ts_oldest',
  ),
  call(
    'the history until a time that is none',
    'conversations.history',
    (app) => ({ channel: general(app), latest: 'now' }),
    'invalid_ts_latest',
  ),
  call(
    'a thread that is none',
    'conversations.replies',
    (app) => ({ channel: general(app), ts: '1.000001' }),
    'thread_not_found',
  ),
  call(
    'a thread of no time',
    'conversations.replies',
    (app) => ({ channel: general(app), ts: '' }),
    'thread_not_found',
    { source: 'https://github.com/brekkylab/backlot/issues/84' },
  ),
]

/** https://docs.slack.dev/reference/methods/conversations.open#errors */
export const openings: readonly Refusal[] = [
  call('a talk with nobody', 'conversations.open', {}, 'users_list_not_supplied'),
  call('a talk with a stranger', 'conversations.open', { users: 'U404' }, 'user_not_found'),
  call(
    'a talk with a list in JSON',
    'conversations.open',
    (app) => ({ users: JSON.stringify([app.slack.addresses.memberId]) }),
    'user_not_found',
    { source: 'https://github.com/slackapi/node-slack-sdk/issues/1705' },
  ),
  call(
    'a talk with itself',
    'conversations.open',
    async (app) => ({ users: (await app.call('auth.test')).user_id }),
    'cannot_dm_bot',
  ),
  call(
    'a talk with nine',
    'conversations.open',
    (app) => ({ users: times(9, () => app.slack.addresses.memberId).join(',') }),
    'too_many_users',
  ),
  call(
    'a talk with two, which is not served',
    'conversations.open',
    (app) => ({ users: app.slack.addresses.memberIds.join(',') }),
    'invalid_arguments',
    { messages: ['the stand-in serves no direct messages of groups [json-pointer:/users]'] },
  ),
  call(
    'a talk in a channel',
    'conversations.open',
    (app) => ({ channel: general(app) }),
    'method_not_supported_for_channel_type',
  ),
]
