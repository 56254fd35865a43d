import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ChatPlatform } from '../../sandbox/addresses.ts'
import type { SeenPlaces } from '../../sandbox/seen-places.ts'
import { type ChatPage, createChatPage } from '../support/browser/chat-page.ts'
import { type OpenRoom, openRoom } from '../support/browser/room.ts'
import { expectRefusals } from '../support/sandbox/strict.ts'

// What our bot does not send today the room draws as well, by the platforms' own descriptions of a message.

let open: OpenRoom

const waitMs = 120_000
/** The smallest GIF. */
const onePixel = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

beforeAll(async () => {
  open = await openRoom()
}, waitMs)

afterAll(() => open.close())

const post = async (url: string, authorization: string, body: object): Promise<unknown> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(body),
  })
  return response.json()
}

const placesOf = async (platform: ChatPlatform): Promise<SeenPlaces> => {
  const { control, [platform]: place } = open.world.addresses
  const response = await fetch(`${control.url}/places?platform=${platform}&viewer=${place.adminId}`)
  return (await response.json()) as SeenPlaces
}

describe('on Discord', () => {
  let at: ChatPage

  /** https://docs.discord.com/developers/resources/message#create-message */
  const say = async (body: object): Promise<Locator> => {
    const { api, token, channelIds } = open.world.addresses.discord
    const { id } = (await post(`${api}/v10/channels/${channelIds[0]}/messages`, `Bot ${token}`, body)) as {
      id: string
    }
    expect(id).toMatch(/^\d+$/)
    return at.chat.getByRole('article').last()
  }

  beforeAll(() => {
    at = createChatPage(open.page, 'discord')
  })

  test(
    'parts of a message stand in their container, with their pictures, lines and controls',
    async () => {
      const isComponents = 1 << 15 // https://docs.discord.com/developers/resources/message#message-object-message-flags
      const message = await say({
        flags: isComponents,
        components: [
          {
            type: 17,
            accent_color: 0x5865f2,
            components: [
              { type: 10, content: '## A heading\nand *words* below' },
              { type: 14, divider: true, spacing: 2 },
              {
                type: 9,
                components: [{ type: 10, content: 'Beside a button' }],
                accessory: { type: 2, style: 1, custom_id: 'beside', label: 'Beside it' },
              },
              {
                type: 1,
                components: [
                  {
                    type: 3,
                    custom_id: 'menu',
                    placeholder: 'One of two',
                    options: [
                      { label: 'First', value: 'first' },
                      { label: 'Second', value: 'second' },
                    ],
                  },
                ],
              },
              { type: 1, components: [{ type: 5, custom_id: 'people', placeholder: 'Somebody' }] },
            ],
          },
        ],
      })
      const heading = await message.getByText('A heading', { exact: true }).boundingBox()
      const words = await message.getByText('words', { exact: true }).boundingBox()
      expect(words?.y).toBeGreaterThan((heading?.y ?? Number.NaN) + (heading?.height ?? 0) / 2)
      expect(await message.locator('.embed hr.large').count()).toBe(1)
      expect(await message.locator('.section').getByRole('button').textContent()).toBe('Beside it')
      expect(await message.getByLabel('One of two').locator('option').allTextContents()).toEqual([
        ...['One of two', 'First', 'Second'],
      ])
      expect(await message.getByLabel('Somebody').locator('option').allTextContents()).toContain('Mia')
      await message.getByLabel('One of two').focus()
      for (const looked of ['first', 'second']) {
        await open.page.keyboard.press('ArrowDown')
        expect(await message.getByLabel('One of two').inputValue()).toBe(looked)
      }
      const presses = open.world.wire
        .since(0)
        .filter(({ detail }) => /"custom_id":"menu"/.test(JSON.stringify(detail)))
      expect(presses.map(({ summary }) => summary)).not.toContain('INTERACTION_CREATE')
      expect(await open.barriers()).toEqual([])
    },
    waitMs,
  )

  test(
    'roles are called by their names, and stand in the menus for them',
    async () => {
      const [server] = (await placesOf('discord')).servers
      const id = server?.groups.find(({ name }) => name === 'Managers')?.id
      const isRoles = 6 // https://docs.discord.com/developers/components/reference#component-object-component-types
      const menu = { type: isRoles, custom_id: 'roles', placeholder: 'A role' }
      const message = await say({
        ...{ content: `for <@&${id}>`, components: [{ type: 1, components: [menu] }] },
        allowed_mentions: { parse: [] },
      })
      await message.getByText('@Managers').first().waitFor()
      const offered = await message.getByLabel('A role').locator('option').allTextContents()
      expect(offered).toEqual(['A role', '@Tunesmith', '@Managers'])
    },
    waitMs,
  )

  test(
    'words are drawn by the rules of its Markdown, and nothing of them becomes HTML',
    async () => {
      const message = await say({
        content: [
          '**bold** __under__ ~~gone~~ `code` \\*plain\\*',
          '> quoted',
          '-# small',
          '- one of a list',
          '<b>no tag</b> [a link](https://example.org/page) [none](javascript:alert(1)) <t:1700000000:R>',
          'a moment of no calendar: <t:99999999999999>',
        ].join('\n'),
        allowed_mentions: { parse: [] },
      })
      await message.getByText('bold', { exact: true }).waitFor()
      const shown = await message.locator('.markdown').innerHTML()
      for (const part of [
        ...['<strong>bold</strong>', '<u>under</u>', '<s>gone</s>', '<code>code</code>', '*plain*'],
        ...[
          '<blockquote>quoted',
          '<span class="small">small',
          '• one of a list',
          '&lt;b&gt;no tag&lt;/b&gt;',
        ],
      ])
        expect(shown).toContain(part)
      expect(await message.getByRole('link').evaluateAll((links) => links.map(String))).toEqual([
        'https://example.org/page',
      ])
      expect(await message.locator('.unknown').textContent()).toBe('time 99999999999999')
      expect(await message.locator('time.moment').textContent()).toMatch(/years? ago/)
    },
    waitMs,
  )
})

describe('on Slack', () => {
  let at: ChatPage

  /** https://docs.slack.dev/reference/methods/chat.postMessage */
  const say = async (body: object): Promise<Locator> => {
    const { api, botToken, channelIds } = open.world.addresses.slack
    const answer = await post(`${api}chat.postMessage`, `Bearer ${botToken}`, {
      ...{ channel: channelIds[0], text: 'what is heard instead' },
      ...body,
    })
    expect(answer).toMatchObject({ ok: true })
    return at.chat.getByRole('article').last()
  }

  beforeAll(() => {
    at = createChatPage(open.page, 'slack')
  })

  test(
    'blocks stand in their order, each with what is in it',
    async () => {
      const message = await say({
        blocks: [
          { type: 'header', text: { type: 'plain_text', text: 'A header' } },
          {
            type: 'section',
            text: {
              type: 'mrkdwn',
              text: '*bold* _slanted_ ~gone~ `code` &lt;b&gt; <https://example.org|a link>',
            },
            accessory: {
              type: 'button',
              action_id: 'beside',
              text: { type: 'plain_text', text: 'Beside it' },
            },
          },
          {
            type: 'section',
            fields: [
              { type: 'plain_text', text: 'left' },
              { type: 'plain_text', text: 'right' },
            ],
          },
          { type: 'divider' },
          { type: 'context', elements: [{ type: 'mrkdwn', text: 'in small' }] },
          {
            type: 'actions',
            elements: [
              {
                type: 'static_select',
                action_id: 'menu',
                placeholder: { type: 'plain_text', text: 'One of two' },
                options: [
                  { value: 'first', text: { type: 'plain_text', text: 'First' } },
                  { value: 'second', text: { type: 'plain_text', text: 'Second' } },
                ],
              },
            ],
          },
        ],
      })
      await message.getByText('A header').waitFor()
      expect(await message.getByText('what is heard instead').count()).toBe(0)
      expect(await message.locator('.section strong').textContent()).toBe('bold')
      expect(await message.locator('.section em').textContent()).toBe('slanted')
      expect(await message.locator('.section').first().textContent()).toContain('<b>')
      expect(await message.getByRole('link', { name: 'a link' }).getAttribute('href')).toBe(
        'https://example.org',
      )
      expect(await message.locator('.section').first().getByRole('button').textContent()).toBe('Beside it')
      expect(await message.locator('.columns > *').allTextContents()).toEqual(['left', 'right'])
      expect(await message.getByLabel('One of two').locator('option').count()).toBe(3)
      expect(await open.barriers()).toEqual([])
    },
    waitMs,
  )
})

test(
  'user groups of Slack are called by their handles',
  async () => {
    const { api, botToken, channelId, userGroupIds } = open.world.addresses.slack
    const text = `for <!subteam^${userGroupIds[0]}>`
    expectRefusals(/^would ping/)
    await post(`${api}chat.postMessage`, `Bearer ${botToken}`, { channel: channelId, text })
    const [group] = (await placesOf('slack')).servers[0]?.groups ?? []
    await createChatPage(open.page, 'slack').message(`for @${group?.name}`).waitFor()
  },
  waitMs,
)

test(
  'a picture is not loaded anew when its address is signed anew',
  async () => {
    const at = createChatPage(open.page, 'discord')
    const buffer = Buffer.from(onePixel, 'base64')
    const file = { name: 'dot.gif', mimeType: 'image/gif', buffer }
    await at.chat.locator('input[type=file]').first().setInputFiles(file)
    await at.words.fill('look')
    await at.words.press('Enter')
    const picture = at.message('look').getByRole('img', { name: 'dot.gif' })
    const before = await picture.getAttribute('src')
    open.world.clock.advance(60_000)
    await at.words.fill('a minute later')
    await at.words.press('Enter')
    await at.message('a minute later').waitFor()
    const { control, discord } = open.world.addresses
    const query = new URLSearchParams({ platform: 'discord', viewer: discord.memberId })
    const seen = await (await fetch(`${control.url}/messages?${query}`)).text()
    expect(before).toContain('/dot.gif?')
    expect(seen).not.toContain(before)
    expect(await picture.getAttribute('src')).toBe(before)
  },
  waitMs,
)

test(
  'a message that cannot be drawn leaves the others as they are',
  async () => {
    const page = await open.newPage()
    await page.route('**/control/messages?*', async (route) => {
      const response = await route.fetch()
      const messages = (await response.json()) as { text: string; original: object }[]
      const spoilt = messages.map((message) =>
        message.text === 'not to be drawn' ? { ...message, original: { embeds: 'none' } } : message,
      )
      await route.fulfill({ response, json: spoilt })
    })
    await page.goto(open.room.url)
    const at = createChatPage(page, 'discord')
    for (const words of ['the one before', 'not to be drawn', 'the one after']) {
      await at.words.fill(words)
      await at.words.press('Enter')
    }
    await at.message('the one after').waitFor()
    expect(await at.message('the one before').count()).toBe(1)
    await at.message('This message cannot be drawn').waitFor()
    await page.close()
  },
  waitMs,
)
