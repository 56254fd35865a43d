import { type Breach, breaches } from '../../../../sandbox/slack/breaches.ts'
import { type RefusalCode, refusalCodes } from '../../../../sandbox/slack/refusal-codes.ts'
import type { SlackOptions } from '../../../../sandbox/slack/stand-in.ts'
import { asForm, manifest, type RawApp, startRawApp } from '../support.ts'

/** One refusal: what an app without any library does, and everything that it gets for it. */
export type Refusal = {
  readonly what: string
  /** What it is called: a code, or the words of the wire. */
  readonly no: RefusalCode | Breach
  /** Where it is stated, when that is elsewhere than the list of codes says. */
  readonly source?: string
  /** Is the app of the row; with every scope and no events when nothing is said. */
  readonly app?: Partial<SlackOptions> & { manifest?: unknown }
  /** Whether it leaves the workspace or the app changed behind, and so has a stand-in of its own. */
  readonly spoils?: boolean
  /** Does it, and says what the app got for it. */
  readonly provoke: (app: RawApp) => Promise<unknown>
  readonly answer: unknown
  /** The refusals on the wire, all of them, in order. */
  readonly wire: readonly string[]
}

const isCode = (no: Refusal['no']): no is RefusalCode => no in refusalCodes

/** Where a refusal is stated. */
export const sourceOf = ({ no, source }: Refusal): string =>
  source ?? (isCode(no) ? refusalCodes[no] : breaches[no])

/** The app of a row that says nothing of its own, or something. */
export const startFor = ({ app }: Pick<Refusal, 'app'>): Promise<RawApp> =>
  startRawApp({ manifest: manifest({ events: [] }), ...app })

/** A refusal after which nothing is as it was. */
export const spoiling = (refusal: Refusal): Refusal => ({ ...refusal, spoils: true })

const by = (kinds: readonly string[], right: string) => kinds.map((kind) => `${kind}:${right}`).join(',')
const kinds = ['channels', 'groups', 'im', 'mpim']

/**
 * The scopes of bots on the page of each method under
 * https://docs.slack.dev/reference/methods; of some there are none.
 */
export const acceptedScopes: Readonly<Record<string, string>> = {
  'bots.info': 'users:read',
  'chat.delete': 'chat:write',
  'chat.postEphemeral': 'chat:write',
  'chat.postMessage': 'chat:write',
  'chat.update': 'chat:write',
  'conversations.history': by(kinds, 'history'),
  'conversations.info': by(kinds, 'read'),
  'conversations.list': by(kinds, 'read'),
  'conversations.members': by(kinds, 'read'),
  'conversations.open': 'channels:manage,groups:write,im:write,mpim:write',
  'conversations.replies': by(kinds, 'history'),
  'files.completeUploadExternal': 'files:write',
  'files.delete': 'files:write',
  'files.getUploadURLExternal': 'files:write',
  'files.info': 'files:read',
  'reactions.add': 'reactions:write',
  'team.info': 'team:read',
  'usergroups.list': 'usergroups:read',
  'usergroups.users.list': 'usergroups:read',
  'users.info': 'users:read',
  'users.list': 'users:read',
}

type Args = Readonly<Record<string, unknown>>

/** Arguments, or how an app comes by them. */
export type Prepared = Args | ((app: RawApp) => Args | Promise<Args>)

type More = Pick<Refusal, 'source' | 'app'> & {
  /** What the answer says besides the code. */
  readonly detail?: Args
  /** Faults in Slack's words, each with its pointer: "must be ... [json-pointer:/blocks/0]". */
  readonly messages?: readonly string[]
  readonly status?: number
  readonly retryAfter?: string
}

const prepare = (app: RawApp, args: Prepared): Args | Promise<Args> =>
  typeof args === 'function' ? args(app) : args

/** The body of an answer that says no. */
export const noBody = (error: RefusalCode, { detail = {}, messages }: More = {}): Args => ({
  ok: false,
  error,
  ...detail,
  ...(messages && {
    errors: messages,
    response_metadata: { messages: messages.map((message) => `[ERROR] ${message}`) },
  }),
})

/** Sends exactly this request to a method, and gives everything of the answer that a refusal decides. */
export const sendRaw = async ({ slack }: RawApp, method: string, init: RequestInit) => {
  const response = await fetch(`${slack.addresses.api}${method}`, { method: 'POST', ...init })
  const { headers, status } = response
  return {
    status,
    body: await response.json(),
    accepts: headers.get('x-accepted-oauth-scopes'),
    ...(headers.has('retry-after') && { retryAfter: headers.get('retry-after') }),
  }
}

/** Everything that the answer to a call says when it is no. */
export const noAnswer = (method: string, error: RefusalCode, more: More = {}) => ({
  status: more.status ?? 200,
  body: noBody(error, more),
  accepts: acceptedScopes[method] ?? '',
  ...(more.retryAfter !== undefined && { retryAfter: more.retryAfter }),
})

/** A call by the bot that is refused. */
export const call = (
  what: string,
  method: string,
  args: Prepared,
  no: RefusalCode,
  more: More = {},
): Refusal => ({
  what,
  no,
  ...more,
  provoke: async (app) =>
    sendRaw(app, method, {
      headers: { authorization: `Bearer ${app.slack.addresses.botToken}` },
      body: asForm(await prepare(app, args)),
    }),
  answer: noAnswer(method, no, more),
  wire: [`${method}: ${no}`],
})
