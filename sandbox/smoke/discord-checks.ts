import { limits } from '../discord/limits.ts'
import type { Check, Ids } from './check.ts'
import type { Answer } from './place.ts'

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/**
 * "content: BASE_TYPE_MAX_LENGTH", for every leaf of an error tree.
 * https://docs.discord.com/developers/reference#error-messages
 */
const leavesOf = (tree: unknown, at: string): readonly string[] =>
  isFields(tree)
    ? Object.entries(tree).flatMap(([key, inner]) =>
        key === '_errors' && Array.isArray(inner)
          ? inner.map((leaf: unknown) => `${at}: ${isFields(leaf) ? String(leaf.code) : '?'}`)
          : leavesOf(inner, at === '' ? key : `${at}.${key}`),
      )
    : []

/** Status, JSON error code and the codes of the error tree. */
export const discordVerdict = ({ status, body }: Answer): string => {
  if (status < 400) return String(status)
  const { code, errors } = isFields(body) ? body : {}
  return [status, String(code), ...leavesOf(errors, '').toSorted()].join(' ')
}

const letters = (count: number): string => 'x'.repeat(count)

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

const messages = (id: Ids): string => `/channels/${id('channel')}/messages`

const button = (more: object = {}): object => ({
  type: 2,
  style: 2,
  label: 'Go',
  custom_id: 'smoke:go',
  ...more,
})
const row = (...components: readonly object[]): object => ({ type: 1, components })
const componentsV2 = 1 << 15

const refusedMessage = (name: string, json: object): Check => ({
  name,
  request: (id) => ({ method: 'POST', path: messages(id), json }),
  keep: { stray: ['id'] },
  undo: { kept: 'stray', request: (id) => ({ method: 'DELETE', path: `${messages(id)}/${id('stray')}` }) },
})

/** Bodies that Discord is said to refuse. None of them may leave a message. */
const refusedMessages: readonly Check[] = [
  refusedMessage('an empty message', { content: '' }),
  refusedMessage('a message that is too long', { content: letters(limits.content + 1) }),
  refusedMessage('a nonce that is too long', { content: 'smoke', nonce: letters(limits.nonce + 1) }),
  refusedMessage('an embed whose title is too long', { embeds: [{ title: letters(limits.embedTitle + 1) }] }),
  refusedMessage('embeds that are too long together', {
    embeds: times(2, () => ({ description: letters(limits.embedText / 2 + 1) })),
  }),
  refusedMessage('too many embeds', { embeds: times(limits.embeds + 1, () => ({ title: 'smoke' })) }),
  refusedMessage('a button whose label is too long', {
    content: 'smoke',
    components: [row(button({ label: letters(limits.buttonLabel + 1) }))],
  }),
  refusedMessage('two buttons with one custom_id', {
    content: 'smoke',
    components: [row(button(), button())],
  }),
  refusedMessage('a link button with a custom_id', {
    content: 'smoke',
    components: [row(button({ style: 5, url: 'https://example.com' }))],
  }),
  refusedMessage('too many buttons in a row', {
    content: 'smoke',
    components: [row(...times(limits.buttonsPerRow + 1, (index) => button({ custom_id: `smoke:${index}` })))],
  }),
  refusedMessage('a new component without its flag', { components: [{ type: 10, content: 'smoke' }] }),
  refusedMessage('content beside new components', {
    content: 'smoke',
    flags: componentsV2,
    components: [{ type: 10, content: 'smoke' }],
  }),
  refusedMessage('too many new components', {
    flags: componentsV2,
    components: times(limits.components + 1, () => ({ type: 10, content: 'x' })),
  }),
  refusedMessage('new texts that are too long together', {
    flags: componentsV2,
    components: times(2, () => ({ type: 10, content: letters(limits.textDisplaySum / 2 + 1) })),
  }),
  refusedMessage('a picture that was not attached', {
    embeds: [{ image: { url: 'attachment://nowhere.png' } }],
  }),
  refusedMessage('a message that pings everyone and names who, both', {
    content: 'smoke',
    allowed_mentions: { parse: ['users'], users: ['1'] },
  }),
]

/** Tokens, ids and routes that lead nowhere. */
const deadEnds: readonly Check[] = [
  { name: 'no token', request: () => ({ method: 'GET', path: '/users/@me', token: 'none' }) },
  { name: 'a wrong token', request: () => ({ method: 'GET', path: '/users/@me', token: 'wrong' }) },
  { name: 'an unknown route', request: () => ({ method: 'GET', path: '/no/such/route' }) },
  { name: 'an unknown channel', request: () => ({ method: 'GET', path: '/channels/1' }) },
  { name: 'an unknown message', request: (id) => ({ method: 'GET', path: `${messages(id)}/1` }) },
  {
    name: 'an answer to an unknown interaction',
    request: () => ({
      method: 'POST',
      path: '/interactions/1/unknown/callback',
      json: { type: 5 },
      token: 'none',
    }),
  },
  {
    name: 'a follow-up to an unknown interaction',
    request: (id) => ({
      method: 'POST',
      path: `/webhooks/${id('application')}/unknown`,
      json: { content: 'smoke' },
      token: 'none',
    }),
  },
]

/** One message, from its sending to what is left of it. */
const life: readonly Check[] = [
  {
    name: 'a message with an embed and a button',
    request: (id) => ({
      method: 'POST',
      path: messages(id),
      json: {
        content: 'Tunesmith looks whether its stand-in of Discord is true; this goes away by itself.',
        embeds: [{ title: 'smoke', description: 'smoke', fields: [{ name: 'a', value: 'b', inline: true }] }],
        components: [row(button())],
        nonce: 'tunesmith-smoke',
        enforce_nonce: true,
        allowed_mentions: { parse: [] },
      },
    }),
    keep: { message: ['id'] },
  },
  {
    name: 'the same nonce again, which brings no second message',
    request: (id) => ({
      method: 'POST',
      path: messages(id),
      json: { content: 'smoke', nonce: 'tunesmith-smoke', enforce_nonce: true },
    }),
    keep: { again: ['id'] },
  },
  {
    name: 'an edit',
    request: (id) => ({
      method: 'PATCH',
      path: `${messages(id)}/${id('message')}`,
      json: { content: 'smoke' },
    }),
  },
  {
    name: 'a message looked up',
    request: (id) => ({ method: 'GET', path: `${messages(id)}/${id('message')}` }),
  },
  {
    name: 'a reply to it',
    request: (id) => ({
      method: 'POST',
      path: messages(id),
      json: { content: 'smoke', message_reference: { message_id: id('message') } },
    }),
    keep: { reply: ['id'] },
  },
  { name: 'typing', request: (id) => ({ method: 'POST', path: `/channels/${id('channel')}/typing` }) },
  {
    name: 'the reply deleted',
    request: (id) => ({ method: 'DELETE', path: `${messages(id)}/${id('reply')}` }),
  },
  {
    name: 'the message deleted',
    request: (id) => ({ method: 'DELETE', path: `${messages(id)}/${id('message')}` }),
  },
  {
    name: 'the nonce brought no other message: it is gone as well',
    request: (id) => ({ method: 'DELETE', path: `${messages(id)}/${id('again')}` }),
  },
]

/**
 * What Tunesmith relies on in Discord, and what its documents leave open. What is posted is deleted again.
 */
export const discordChecks: readonly Check[] = [
  { name: 'the gateway', request: () => ({ method: 'GET', path: '/gateway/bot' }) },
  { name: 'the bot itself', request: () => ({ method: 'GET', path: '/users/@me' }) },
  {
    name: 'the application',
    request: () => ({ method: 'GET', path: '/applications/@me' }),
    keep: { application: ['id'] },
  },
  { name: 'the channel', request: (id) => ({ method: 'GET', path: `/channels/${id('channel')}` }) },
  ...deadEnds,
  ...refusedMessages,
  ...life,
]
