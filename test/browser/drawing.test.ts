import { ButtonStyle, ComponentType } from 'discord-api-types/v10'
import type { Locator } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { ChatPlatform } from '../../sandbox/addresses.ts'
import type { SeenPlaces } from '../../sandbox/seen-places.ts'
import { type ChatPage, createChatPage } from '../support/browser/chat-page.ts'
import { type OpenRoom, openRoom } from '../support/browser/room.ts'
import { expectRefusals } from '../support/sandbox/strict.ts'

// What our bot does not send today the room draws as well, by the platforms' own descriptions of a message.

let open: OpenRoom

const waitMs = 120_000
const patience = { timeout: 20_000, interval: 100 }
/** A GIF of one pixel, in base64. */
const onePixel = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

beforeAll(async () => {
  open = await openRoom()
}, waitMs)

afterEach(() => expect(open.problems).toEqual([]))
afterAll(() => open.close())

const ask = async (method: string, url: string, authorization: string, body: object): Promise<unknown> => {
  const response = await fetch(url, {
    method,
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

/** A bot may not write much faster. */
const betweenMessagesMs = 1_000

/** https://docs.discord.com/developers/resources/message#create-message, and #edit-message of the one with that id. */
const writeOnDiscord = async (body: object, id?: string): Promise<string> => {
  const { api, token, channelId } = open.world.addresses.discord
  const url = `${api}/v10/channels/${channelId}/messages`
  open.world.clock.advance(betweenMessagesMs)
  const answer =
    id === undefined
      ? await ask('POST', url, `Bot ${token}`, body)
      : await ask('PATCH', `${url}/${id}`, `Bot ${token}`, body)
  expect(answer).toMatchObject({ id: expect.stringMatching(/^\d+$/) })
  return (answer as { id: string }).id
}

describe('on Discord', () => {
  let at: ChatPage

  const say = async (body: object): Promise<Locator> => {
    await writeOnDiscord(body)
    return at.chat.getByRole('article').last()
  }

  beforeAll(() => {
    at = createChatPage(open.page, 'discord')
  })

  /** The latest interaction, as the bot was told of it. */
  const told = (): string =>
    JSON.stringify(
      open.world.wire
        .since(0)
        .filter(({ summary }) => summary === 'INTERACTION_CREATE')
        .at(-1)?.detail,
    )

  /** The bot has no such control: after three seconds the client says that it did not respond. */
  const notAnswered = (control: string): void => {
    expectRefusals(new RegExp(`^press of ${control}: no answer`))
    open.world.clock.advance(3_000)
  }

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
    'roles are called by their names, and chosen in the menus for them',
    async () => {
      const [server] = (await placesOf('discord')).servers
      const id = server?.groups.find(({ name }) => name === 'Managers')?.id
      const menu = { type: ComponentType.RoleSelect, custom_id: 'roles', placeholder: 'A role' }
      const message = await say({
        ...{ content: `for <@&${id}>`, components: [{ type: 1, components: [menu] }] },
        allowed_mentions: { parse: [] },
      })
      await message.locator('.mention').getByText('@Managers').waitFor()
      const roles = message.getByLabel('A role')
      expect(await roles.locator('option').allTextContents()).toEqual(['A role', '@Tunesmith', '@Managers'])
      await roles.selectOption('@Managers')
      await vi.waitFor(() => expect(told()).toContain(`"values":["${id}"]`), patience)
      notAnswered('roles')
    },
    waitMs,
  )

  test(
    'a menu that takes several is ticked first, what was chosen before too, and answered at once',
    async () => {
      const options = ['First', 'Second', 'Third'].map((label) => ({ label, value: label.toLowerCase() }))
      const menu = {
        ...{ type: ComponentType.StringSelect, custom_id: 'several', placeholder: 'Some of three' },
        ...{ min_values: 0, max_values: 3 },
        options: options.map((option) => ({ ...option, default: option.value === 'second' })),
      }
      const message = await say({ components: [{ type: 1, components: [menu] }] })
      await message.getByRole('button', { name: 'Some of three' }).click()
      const form = message.getByRole('form', { name: 'Some of three' })
      expect(await form.getByLabel('Second').isChecked()).toBe(true)
      await form.getByLabel('Third').check()
      await form.getByRole('button', { name: 'Choose' }).hover()
      expect(await open.barriers()).toEqual([])
      await form.getByRole('button', { name: 'Choose' }).click()
      await vi.waitFor(() => expect(told()).toContain('"values":["second","third"]'), patience)
      notAnswered('several')
    },
    waitMs,
  )

  test(
    'a menu shows what is chosen in it, and again once its message says otherwise',
    async () => {
      const options = ['First', 'Second'].map((label) => ({ label, value: label.toLowerCase() }))
      const choosing = (chosen: string) => {
        const marked = options.map((option) => ({ ...option, default: option.value === chosen }))
        const menu = { type: ComponentType.StringSelect, custom_id: 'begun', placeholder: 'Begun' }
        return { components: [{ type: 1, components: [{ ...menu, options: marked }] }] }
      }
      const id = await writeOnDiscord({ content: 'to be chosen from', ...choosing('first') })
      const menu = at.message('to be chosen from').getByLabel('Begun')
      await menu.waitFor()
      expect(await menu.locator('option').allTextContents()).toEqual(['First', 'Second'])
      await menu.selectOption('Second')
      await vi.waitFor(() => expect(told()).toContain('"values":["second"]'), patience)
      notAnswered('begun')
      await menu.selectOption('First')
      await vi.waitFor(() => expect(told()).toContain('"values":["first"]'), patience)
      notAnswered('begun')
      await writeOnDiscord(choosing('second'), id)
      await vi.waitFor(async () => expect(await menu.inputValue()).toBe('second'), patience)
      await menu.selectOption('First')
      await vi.waitFor(async () => expect(await menu.inputValue()).toBe('first'), patience)
      notAnswered('begun')
      for (const chosen of ['first', 'second']) {
        await writeOnDiscord({ content: `to be chosen from, now ${chosen}`, ...choosing(chosen) }, id)
        await at.message(`to be chosen from, now ${chosen}`).waitFor()
        expect(await menu.inputValue()).toBe(chosen)
      }
    },
    waitMs,
  )

  test(
    'channels are chosen in the menus for them',
    async () => {
      const menu = { type: ComponentType.ChannelSelect, custom_id: 'channels', placeholder: 'A channel' }
      const message = await say({ components: [{ type: 1, components: [menu] }] })
      const [server] = (await placesOf('discord')).servers
      const channel = server?.channels.find(({ name }) => name === 'general')
      await message.getByLabel('A channel').selectOption('# general')
      await vi.waitFor(() => expect(told()).toContain(`"values":["${channel?.id}"]`), patience)
      notAnswered('channels')
    },
    waitMs,
  )

  test(
    'emoji stand on buttons, and the time of an embed at its foot',
    async () => {
      const style = ButtonStyle.Secondary
      const components = [
        { type: ComponentType.Button, style, custom_id: 'one', emoji: { name: '🎵' }, label: 'Play' },
        { type: ComponentType.Button, style, custom_id: 'two', emoji: { name: '🎶' } },
      ]
      const message = await say({
        embeds: [{ description: 'a note', footer: { text: 'below' }, timestamp: '2023-11-14T22:13:20.000Z' }],
        components: [{ type: 1, components }],
      })
      await message.getByText('a note').waitFor()
      expect(await message.locator('.row').getByRole('button').allTextContents()).toEqual(['🎵 Play', '🎶'])
      expect(await message.locator('.embed').textContent()).toMatch(/below • November 1[45], 2023/)
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
    const answer = await ask('POST', `${api}chat.postMessage`, `Bearer ${botToken}`, {
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

  test(
    'a menu that takes several, and one of channels, are chosen from',
    async () => {
      const options = ['First', 'Second'].map((text) => ({
        value: text.toLowerCase(),
        text: { type: 'plain_text', text },
      }))
      const placeholder = (text: string) => ({ placeholder: { type: 'plain_text', text } })
      const section = (accessory: object) => ({
        type: 'section',
        text: { type: 'plain_text', text: 'Choose' },
        accessory,
      })
      const several = { type: 'multi_static_select', action_id: 'several', options }
      const channels = { type: 'channels_select', action_id: 'channels' }
      const message = await say({
        blocks: [
          section({ ...several, ...placeholder('Some of two'), initial_options: options.slice(0, 1) }),
          section({ ...channels, ...placeholder('A channel') }),
        ],
      })
      const told = () =>
        open.world.wire
          .since(0)
          .map(({ detail }) => JSON.stringify(detail ?? null))
          .findLast((detail) => detail.includes('"type":"block_actions"'))
      await message.getByRole('button', { name: 'Some of two' }).click()
      const form = message.getByRole('form', { name: 'Some of two' })
      expect(await form.getByLabel('First').isChecked()).toBe(true)
      await form.getByLabel('Second').check()
      expect(await open.barriers()).toEqual([])
      await form.getByRole('button', { name: 'Choose' }).click()
      await vi.waitFor(() => expect(told()).toMatch(/selected_options.*"first".*"second"/), patience)
      await message.getByLabel('A channel').selectOption('# music')
      const [server] = (await placesOf('slack')).servers
      const channel = server?.channels.find(({ name }) => name === 'music')
      await vi.waitFor(() => expect(told()).toContain(`"selected_channel":"${channel?.id}"`), patience)
    },
    waitMs,
  )

  test(
    'user groups are called by their handles',
    async () => {
      expectRefusals(/^would ping/)
      const [server] = (await placesOf('slack')).servers
      const [group] = server?.groups ?? []
      const message = await say({ text: `for <!subteam^${group?.id}>` })
      await message.getByText(`@${group?.name}`).waitFor()
    },
    waitMs,
  )
})

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
    open.world.clock.advance(1_000)
    await at.words.fill('a second later')
    await at.words.press('Enter')
    await at.message('a second later').waitFor()
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
  'a message that cannot be drawn leaves the others as they are, and is drawn once that changes',
  async () => {
    const page = await open.newPage()
    const spoilt = 'not to be drawn'
    await page.route('**/control/messages?*', async (route) => {
      const response = await route.fetch()
      const messages = (await response.json()) as { text: string; original: object }[]
      const json = messages.map((message) =>
        message.text === spoilt ? { ...message, original: { embeds: 'none' } } : message,
      )
      await route.fulfill({ response, json })
    })
    await page.goto(open.room.url)
    const at = createChatPage(page, 'discord')
    await at.words.fill('the one before')
    await at.words.press('Enter')
    await at.message('the one before').waitFor()
    const id = await writeOnDiscord({ content: spoilt })
    await at.words.fill('the one after')
    await at.words.press('Enter')
    await at.message('the one after').waitFor()
    expect(await at.message('the one before').count()).toBe(1)
    await at.message('This message cannot be drawn').waitFor()
    await writeOnDiscord({ content: 'as it should be' }, id)
    await at.message('as it should be').waitFor()
    expect(await at.message('This message cannot be drawn').count()).toBe(0)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.close()
  },
  waitMs,
)

test(
  'what has the focus in a message keeps it while the message changes',
  async () => {
    const at = createChatPage(open.page, 'discord')
    const button = {
      type: ComponentType.Button,
      style: ButtonStyle.Primary,
      custom_id: 'kept',
      label: 'Keep me',
    }
    const components = [{ type: 1, components: [button] }]
    const id = await writeOnDiscord({ content: 'begun', components })
    const kept = at.chat.getByRole('button', { name: 'Keep me' })
    await kept.focus()
    await writeOnDiscord({ content: 'half done', components }, id)
    await at.message('half done').waitFor()
    expect(await kept.evaluate((one) => one.matches(':focus'))).toBe(true)
  },
  waitMs,
)
