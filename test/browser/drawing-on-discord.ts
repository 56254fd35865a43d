import { ButtonStyle, ComponentType } from 'discord-api-types/v10'
import type { Locator } from 'playwright-core'
import { beforeAll, expect, test, vi } from 'vitest'
import type { WireEntry } from '../../sandbox/wire.ts'
import { type ChatPage, createChatPage } from '../support/browser/chat-page.ts'
import { patience, placesOf, waitMs, writeOnDiscord } from '../support/browser/posting.ts'
import type { Room } from '../support/browser/room.ts'
import { expectRefusals } from '../support/sandbox/strict.ts'
import { isLong } from '../support/suite/runs.ts'

// What our bot does not send today the room draws as well, by the platforms' own descriptions of a message.

/** Messages as Discord has them; in the short form what has most parts, and words. */
export const testDrawingOfDiscord = (room: Room): void => {
  let at: ChatPage

  const say = async (body: object): Promise<Locator> => {
    return at.posted(await writeOnDiscord(room.open.world, body))
  }

  beforeAll(() => {
    at = createChatPage(room.open.page, 'discord')
  })

  const isInteraction = ({ summary }: WireEntry): boolean => summary === 'INTERACTION_CREATE'

  /** Uses a control that the bot does not know: told of it, it says nothing, and the client gives up in the end. */
  const choose = async (control: string, values: readonly string[], use: () => Promise<unknown>) => {
    const { wire, clock } = room.open.world
    const before = wire.since(0).at(-1)?.id ?? 0
    await use()
    const told = () => JSON.stringify(wire.since(before).find(isInteraction)?.detail)
    await vi.waitFor(() => expect(told()).toContain(`"values":${JSON.stringify(values)}`), patience)
    expectRefusals(new RegExp(`^press of ${control}: no answer`))
    clock.advance(3_000)
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
        await room.open.page.keyboard.press('ArrowDown')
        expect(await message.getByLabel('One of two').inputValue()).toBe(looked)
      }
      const presses = room.open.world.wire
        .since(0)
        .filter(({ detail }) => /"custom_id":"menu"/.test(JSON.stringify(detail)))
      expect(presses.map(({ summary }) => summary)).not.toContain('INTERACTION_CREATE')
      expect(await room.open.barriers()).toEqual([])
    },
    waitMs,
  )

  test.runIf(isLong)(
    'roles are called by their names, and chosen in the menus for them',
    async () => {
      const [server] = (await placesOf(room.open.world, 'discord')).servers
      const id = server?.groups.find(({ name }) => name === 'Managers')?.id
      const menu = { type: ComponentType.RoleSelect, custom_id: 'roles', placeholder: 'A role' }
      const message = await say({
        content: `for <@&${id}>`,
        components: [{ type: 1, components: [menu] }],
        allowed_mentions: { parse: [] },
      })
      await message.locator('.mention').getByText('@Managers').waitFor()
      const roles = message.getByLabel('A role')
      expect(await roles.locator('option').allTextContents()).toEqual(['A role', '@Tunesmith', '@Managers'])
      await choose('roles', [String(id)], () => roles.selectOption('@Managers'))
    },
    waitMs,
  )

  test.runIf(isLong)(
    'a menu that takes several is ticked first, what was chosen before too, and answered at once',
    async () => {
      const options = ['First', 'Second', 'Third'].map((label) => ({ label, value: label.toLowerCase() }))
      const menu = {
        type: ComponentType.StringSelect,
        custom_id: 'several',
        placeholder: 'Some of three',
        min_values: 0,
        max_values: 3,
        options: options.map((option) => ({ ...option, default: option.value === 'second' })),
      }
      const message = await say({ components: [{ type: 1, components: [menu] }] })
      await message.getByRole('button', { name: 'Some of three' }).click()
      const form = message.getByRole('form', { name: 'Some of three' })
      expect(await form.getByLabel('Second').isChecked()).toBe(true)
      await form.getByLabel('Third').check()
      await form.getByRole('button', { name: 'Choose' }).hover()
      expect(await room.open.barriers()).toEqual([])
      await choose('several', ['second', 'third'], () => form.getByRole('button', { name: 'Choose' }).click())
    },
    waitMs,
  )

  test.runIf(isLong)(
    'a menu shows what is chosen in it, and again once its message says otherwise',
    async () => {
      const options = ['First', 'Second'].map((label) => ({ label, value: label.toLowerCase() }))
      const choosing = (chosen: string) => {
        const marked = options.map((option) => ({ ...option, default: option.value === chosen }))
        const menu = { type: ComponentType.StringSelect, custom_id: 'begun', placeholder: 'Begun' }
        return { components: [{ type: 1, components: [{ ...menu, options: marked }] }] }
      }
      const id = await writeOnDiscord(room.open.world, { content: 'to be chosen from', ...choosing('first') })
      const menu = at.message('to be chosen from').getByLabel('Begun')
      await menu.waitFor()
      expect(await menu.locator('option').allTextContents()).toEqual(['First', 'Second'])
      await choose('begun', ['second'], () => menu.selectOption('Second'))
      await choose('begun', ['first'], () => menu.selectOption('First'))
      await writeOnDiscord(room.open.world, choosing('second'), id)
      await vi.waitFor(async () => expect(await menu.inputValue()).toBe('second'), patience)
      await choose('begun', ['first'], async () => {
        await menu.selectOption('First')
        await vi.waitFor(async () => expect(await menu.inputValue()).toBe('first'), patience)
      })
      for (const chosen of ['first', 'second']) {
        await writeOnDiscord(
          room.open.world,
          { content: `to be chosen from, now ${chosen}`, ...choosing(chosen) },
          id,
        )
        await at.message(`to be chosen from, now ${chosen}`).waitFor()
        expect(await menu.inputValue()).toBe(chosen)
      }
    },
    waitMs,
  )

  test.runIf(isLong)(
    'channels are chosen in the menus for them',
    async () => {
      const menu = { type: ComponentType.ChannelSelect, custom_id: 'channels', placeholder: 'A channel' }
      const message = await say({ components: [{ type: 1, components: [menu] }] })
      const [server] = (await placesOf(room.open.world, 'discord')).servers
      const channel = server?.channels.find(({ name }) => name === 'general')
      const menuShown = message.getByLabel('A channel')
      await choose('channels', [String(channel?.id)], () => menuShown.selectOption('# general'))
    },
    waitMs,
  )

  test.runIf(isLong)(
    'an answer says who used which command, and one for a single person can be dismissed',
    async () => {
      await at.use('credits', {})
      const used = at.chat.getByText('Max used /credits', { exact: true })
      await used.waitFor()
      const answer = at.message('Only you can see this • Dismiss message')
      await answer.getByRole('button', { name: 'Dismiss message' }).click()
      await used.waitFor({ state: 'detached' })
    },
    waitMs,
  )

  test.runIf(isLong)(
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
}
