import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startRoom } from '../../sandbox/room/server.ts'
import { type ChatPage, createChatPage } from '../support/browser/chat-page.ts'
import { type OpenRoom, openRoom, screens } from '../support/browser/room.ts'
import { excuseRefusals } from '../support/sandbox/strict.ts'
import { startStrictWorld } from '../support/sandbox/strict-world.ts'

// What our bot does not send today the room draws as well, by the platforms' own descriptions of a message.

let open: OpenRoom

const waitMs = 120_000
const patience = { timeout: 20_000, interval: 100 }

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

describe('the page', () => {
  test(
    'is used by the keyboard alone: a command is found, chosen, filled in and sent',
    async () => {
      const at = createChatPage(open.page, 'discord')
      await at.words.focus()
      const { keyboard } = open.page
      await keyboard.type('/credi')
      await at.chat.getByRole('listbox').getByRole('option').first().waitFor()
      await keyboard.press('Enter')
      await keyboard.press('Enter')
      await at.message(/credits/i).waitFor()
      const marked = () => at.words.getAttribute('aria-activedescendant')
      await keyboard.type('/jobs ')
      await at.chat.getByRole('listbox').getByRole('option').first().waitFor()
      expect(await open.barriers()).toEqual([])
      const first = await marked()
      await keyboard.press('ArrowDown')
      expect(await marked()).not.toBe(first)
      await keyboard.press('ArrowUp')
      expect(await marked()).toBe(first)
      await at.words.fill('')
      await keyboard.type('/mus')
      await at.chat.getByRole('listbox').getByRole('option').first().waitFor()
      await keyboard.press('Tab')
      await keyboard.type('a song by keys alone')
      expect(await at.chat.getByRole('form').getByLabel('prompt', { exact: true }).inputValue()).toBe(
        'a song by keys alone',
      )
      expect(await open.barriers()).toEqual([])
      await keyboard.press('Enter')
      await at.chat.getByRole('form', { name: '/music' }).waitFor({ state: 'detached' })
      await at.message(/There are no credits here yet[\s\S]*Try again/).waitFor()
      expect(await at.words.evaluate((words) => words.matches(':focus'))).toBe(true)
    },
    waitMs,
  )

  test(
    'shows what is written where the bot does not hear it, and leaves what the platform does not take',
    async () => {
      const at = createChatPage(open.page, 'discord')
      await at.go('hidden-from-bots')
      await at.words.fill('among ourselves')
      await at.words.press('Enter')
      await at.message('among ourselves').waitFor()
      const tooLong = 'a'.repeat(2001) // https://docs.discord.com/developers/resources/message#create-message
      await at.words.fill(tooLong)
      await at.words.press('Enter')
      await at.chat.getByRole('status').filter({ hasText: 'too long' }).waitFor()
      expect(await at.words.inputValue()).toBe(tooLong)
      await at.go('general')
      expect(await at.chat.getByRole('status').textContent()).toBe('')
    },
    waitMs,
  )

  test(
    'shows the messages around one that cannot be drawn',
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

  test(
    'shows a switch thrown as long as it is, also while the drawer is shut',
    async () => {
      const { page } = open
      // Slack tells every message; whoever is killed cannot say that it has heard of the last one.
      excuseRefusals(/^event message\.\w+: not acknowledged/)
      await page.getByRole('button', { name: 'What happened' }).click()
      await page.getByRole('button', { name: 'Kill the bot' }).click()
      await page.getByText('Kill the bot: done.').waitFor()
      await page.getByRole('button', { name: 'Close' }).last().click()
      await page.getByRole('button', { name: 'What happened' }).click()
      await page.getByRole('button', { name: 'Start the bot' }).click()
      await page.getByText('Start the bot: done.').waitFor()
      await page.getByRole('button', { name: 'Kill the bot' }).waitFor()
      await page.getByRole('button', { name: 'Close' }).last().click()
    },
    waitMs,
  )

  test(
    'says that the sandbox is away, goes on where it was when it answers again, and begins anew with another',
    async () => {
      const { addresses } = open.world
      const before = await startRoom(addresses, 0)
      const port = Number(new URL(before.url).port)
      const page = await open.newPage()
      await page.goto(before.url)
      const { chat, words } = createChatPage(page, 'discord')
      await chat.getByRole('navigation').getByRole('button', { name: 'general' }).waitFor()
      await words.fill('half a sentence')
      await before.close()
      const away = page.getByText('The sandbox does not answer')
      await away.waitFor()
      const after = await startRoom(addresses, port)
      await away.waitFor({ state: 'detached' })
      expect(await words.inputValue()).toBe('half a sentence')
      await after.close()
      await away.waitFor()
      const other = await startStrictWorld({ bot: false })
      const anew = await startRoom(other.addresses, port)
      await vi.waitFor(async () => expect(await words.inputValue()).toBe(''), patience)
      await page.close()
      await anew.close()
      await other.stop()
    },
    waitMs,
  )

  test.each(['light', 'dark'] as const)(
    'has no barriers in %s colours, on a wide screen and on a telephone',
    async (colorScheme) => {
      await open.page.emulateMedia({ colorScheme })
      for (const [name, size] of Object.entries(screens)) {
        await open.page.setViewportSize(size)
        expect(await open.barriers()).toEqual([])
        await open.shoot(`first-${name}-${colorScheme}`)
      }
      expect(await createChatPage(open.page, 'slack').chat.isVisible()).toBe(false)
      await open.page.getByRole('button', { name: 'Slack', exact: true }).click()
      expect(await createChatPage(open.page, 'slack').chat.isVisible()).toBe(true)
      await open.page.getByRole('button', { name: 'What happened' }).click()
      expect(await open.barriers()).toEqual([])
      await open.shoot(`drawer-phone-${colorScheme}`)
      await open.page.getByRole('button', { name: 'Discord', exact: true }).click()
      await open.page.setViewportSize(screens.desktop)
      expect(open.problems).toEqual([])
    },
    waitMs,
  )
})
