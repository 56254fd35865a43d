import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BodyCheck, readBodyCheck } from '../../../sandbox/discord/open-api/body-check.ts'
import { exceptions } from '../../../sandbox/discord/open-api/exceptions.ts'
import { namedBodyCheck } from '../../../sandbox/discord/open-api/named-file.ts'
import { errorsIn, startRawBot } from './support.ts'

const kind = (value: number, more: object) => ({
  type: 'object',
  properties: { type: { type: 'integer', enum: [value] }, ...more },
  required: ['type'],
})
const schemas = {
  Button: kind(2, { label: { type: 'string', maxLength: 3 } }),
  Text: kind(10, { content: { type: ['string', 'null'], minLength: 1 } }),
  Row: kind(1, { components: { type: 'array', items: { $ref: '#/components/schemas/Button' } } }),
}
const ref = (name: keyof typeof schemas) => ({ $ref: `#/components/schemas/${name}` })
const body = {
  type: 'object',
  properties: {
    parts: { type: 'array', items: { oneOf: [ref('Row'), ref('Text')] } },
    first: { oneOf: [{ type: 'null' }, ref('Text')] },
    nonce: { oneOf: [{ type: 'integer' }, { type: 'string', maxLength: 2 }, { type: 'null' }] },
    default_member_permissions: { type: 'integer' },
    attachments: { type: 'array', items: { properties: { id: { type: 'string' } } } },
  },
}
const requestBody = { content: { 'application/json': { schema: body } } }

let folder: string
let check: BodyCheck

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tunesmith-open-api-'))
  const path = join(folder, 'file.json')
  const paths = { '/things/{thing_id}': { post: { requestBody }, parameters: [] } }
  await writeFile(path, JSON.stringify({ components: { schemas }, paths }))
  check = readBodyCheck(path)
})

afterAll(() => rm(folder, { recursive: true }))

const placesIn = (value: unknown) =>
  check('POST /things/:thingId', value).map(({ path, keyword }) => `${path.join('.')} ${keyword}`)

describe('a fault in a union of the file is told at its own place, and of one member', () => {
  const cases: readonly (readonly [string, unknown, readonly string[]])[] = [
    ['nothing', { parts: [{ type: 10, content: 'x' }], first: null, nonce: 'ab' }, []],
    [
      'deep within',
      { parts: [{ type: 1, components: [{ type: 2, label: 'long' }] }] },
      ['parts.0.components.0.label maxLength'],
    ],
    ['a type that is none', { parts: [{ type: 9 }] }, ['parts.0.type enum']],
    ['no type', { parts: [{}] }, ['parts.0 required']],
    ['no object', { parts: ['x'] }, ['parts.0 type']],
    ['what may be null', { first: { type: 10, content: '' } }, ['first.content minLength']],
  ]

  test.each(cases)('%s', (_what, value, places) => {
    expect(placesIn(value)).toEqual(places)
  })

  test('but where nothing tells the members apart, of each', () => {
    expect(placesIn({ nonce: 'abc' })).toContain('nonce oneOf')
  })
})

test('where the file is known to be wrong, what it says is not told', () => {
  expect(placesIn({ default_member_permissions: '32', attachments: [{ id: 0 }] })).toEqual([])
  expect(Object.values(exceptions).every(({ reason }) => reason.length > 20)).toBe(true)
})

test('a route of which the file has no body cannot be checked', () => {
  expect(() => check('POST /others', {})).toThrow('no body for POST /others')
})

test('what only the file refuses is refused where it is said, and on the wire', async () => {
  const seen: unknown[] = []
  const checkBody: BodyCheck = (route, value) => {
    seen.push([route, value])
    return [{ path: ['embeds', '0'], keyword: 'x', message: 'must be more' }]
  }
  const bot = await startRawBot({ checkBody })
  const path = `/channels/${bot.discord.addresses.channelId}/messages`
  const song = { name: 'song.mp3', bytes: new Uint8Array(3) }
  const { status, body: answer } = await bot.call('POST', path, { content: 'x' }, [song])
  expect([status, answer.code, errorsIn(answer.errors)]).toEqual([400, 50035, ['embeds.0: OPENAPI_FILE']])
  expect(seen).toEqual([['POST /channels/:channelId/messages', { content: 'x' }]])
  expect(bot.refusals()).toHaveLength(1)
  expect((await bot.call('GET', path)).status).toBe(200)
  expect(seen).toHaveLength(1)
  await bot.stop()
})

const { checkBody } = await namedBodyCheck()

describe.runIf(checkBody !== undefined)('the file of Discord itself', () => {
  const message = 'POST /channels/:channelId/messages'

  test.each([
    ['content of 4001 letters', message, { content: 'x'.repeat(4001) }, 'content'],
    ['11 embeds', message, { embeds: Array.from({ length: 11 }, () => ({})) }, 'embeds'],
    [
      'a label of 81 letters',
      'POST /interactions/:interactionId/:token/callback',
      {
        type: 4,
        data: {
          components: [
            { type: 1, components: [{ type: 2, style: 1, custom_id: 'a', label: 'x'.repeat(81) }] },
          ],
        },
      },
      'data.components.0.components.0.label',
    ],
    [
      'a title of 46 letters',
      'POST /interactions/:interactionId/:token/callback',
      { type: 9, data: { custom_id: 'a', title: 'x'.repeat(46), components: [{ type: 10, content: 'x' }] } },
      'data.title',
    ],
    [
      'an option without description',
      'PUT /applications/:applicationId/commands',
      [{ name: 'a', options: [{ type: 3, name: 'b' }] }],
      '0.options.0',
    ],
  ])('refuses %s at its place', (_what, route, value, place) => {
    expect(checkBody?.(route, value).map(({ path }) => path.join('.'))).toEqual([place])
  })

  const routes = [
    'PUT /applications/:applicationId/guilds/:guildId/commands',
    'POST /applications/:applicationId/commands',
    'PATCH /applications/:applicationId/commands/:commandId',
    'PATCH /channels/:channelId/messages/:messageId',
    'POST /users/@me/channels',
    'POST /webhooks/:applicationId/:token',
    'PATCH /webhooks/:applicationId/:token/messages/:messageId',
  ]

  test.each(routes)('knows the body of %s', (route) => {
    expect(() => checkBody?.(route, {})).not.toThrow()
  })
})
