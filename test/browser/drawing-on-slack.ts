import type { Locator } from 'playwright-core'
import { beforeAll, expect, test, vi } from 'vitest'
import { type ChatPage, createChatPage } from '../support/browser/chat-page.ts'
import { ask, betweenMessagesMs, patience, placesOf, waitMs } from '../support/browser/posting.ts'
import type { Room } from '../support/browser/room.ts'
import { expectRefusals } from '../support/sandbox/strict.ts'

// What our bot does not send today the room draws as well, by the platforms' own descriptions of a message.

/** Messages as Slack has them. */
export const testDrawingOfSlack = (room: Room): void => {
  let at: ChatPage

  /** https://docs.slack.dev/reference/methods/chat.postMessage */
  const say = async (body: object): Promise<Locator> => {
    const { api, botToken, channelIds } = room.open.world.addresses.slack
    room.open.world.clock.advance(betweenMessagesMs)
    const answer = await ask('POST', `${api}chat.postMessage`, `Bearer ${botToken}`, {
      channel: channelIds[0],
      text: 'what is heard instead',
      ...body,
    })
    expect(answer).toMatchObject({ ok: true, ts: expect.any(String) })
    return at.posted((answer as { ts: string }).ts)
  }

  beforeAll(() => {
    at = createChatPage(room.open.page, 'slack')
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
      expect(await room.open.barriers()).toEqual([])
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
        room.open.world.wire
          .since(0)
          .map(({ detail }) => JSON.stringify(detail ?? null))
          .findLast((detail) => detail.includes('"type":"block_actions"'))
      await message.getByRole('button', { name: 'Some of two' }).click()
      const form = message.getByRole('form', { name: 'Some of two' })
      expect(await form.getByLabel('First').isChecked()).toBe(true)
      await form.getByLabel('Second').check()
      expect(await room.open.barriers()).toEqual([])
      await form.getByRole('button', { name: 'Choose' }).click()
      await vi.waitFor(() => expect(told()).toMatch(/selected_options.*"first".*"second"/), patience)
      await message.getByLabel('A channel').selectOption('# music')
      const [server] = (await placesOf(room.open.world, 'slack')).servers
      const channel = server?.channels.find(({ name }) => name === 'music')
      await vi.waitFor(() => expect(told()).toContain(`"selected_channel":"${channel?.id}"`), patience)
    },
    waitMs,
  )

  test(
    'a chart is read by its values, and a data table by its cells',
    async () => {
      const message = await say({
        blocks: [
          {
            type: 'data_visualization',
            title: 'Used by day',
            chart: {
              type: 'bar',
              series: [{ name: 'Credits', data: [{ label: 'Jul 1', value: 0.5 }] }],
              axis_config: { categories: ['Jul 1'] },
            },
          },
          {
            type: 'data_table',
            caption: 'Top spenders',
            rows: [
              [
                { type: 'raw_text', text: 'Member' },
                { type: 'raw_text', text: 'Credits' },
              ],
              [
                { type: 'raw_text', text: 'Ada' },
                { type: 'raw_number', value: 0.5, text: '0.50' },
              ],
            ],
          },
        ],
      })
      await message.getByRole('img', { name: 'Credits: Jul 1 0.5' }).waitFor()
      const table = message.getByRole('table', { name: 'Top spenders' })
      expect(await table.getByRole('row').allTextContents()).toEqual(['MemberCredits', 'Ada0.50'])
      expect(await room.open.barriers()).toEqual([])
    },
    waitMs,
  )

  test(
    'a deleted message is gone, unless it has answers',
    async () => {
      const { api, botToken, channelIds } = room.open.world.addresses.slack
      const [channel] = channelIds
      const post = async (method: string, body: object) => {
        room.open.world.clock.advance(betweenMessagesMs)
        return (await ask('POST', `${api}${method}`, `Bearer ${botToken}`, { channel, ...body })) as {
          ts: string
        }
      }
      const alone = await post('chat.postMessage', { text: 'soon gone' })
      const begun = await post('chat.postMessage', { text: 'soon gone, with an answer' })
      await post('chat.postMessage', { text: 'the answer stays', thread_ts: begun.ts })
      await at.message('the answer stays').waitFor()
      for (const { ts } of [alone, begun]) await post('chat.delete', { ts })
      await at.chat.getByRole('article', { name: 'This message was deleted.' }).waitFor()
      expect(await at.count('soon gone')).toBe(0)
      expect(await at.count('This message was deleted.')).toBe(1)
      expect(await at.count('the answer stays')).toBe(1)
      expect(await room.open.barriers()).toEqual([])
    },
    waitMs,
  )

  test(
    'what one person alone sees says so above it, and emoji are drawn',
    async () => {
      await at.words.fill('/credits ')
      await at.words.press('Enter')
      const answer = at.message('Only visible to you')
      await answer.waitFor()
      const marked = await say({ text: ':white_check_mark: done' })
      expect(await marked.getByRole('img').textContent()).toMatch(/\p{Emoji}/u)
      expect(await room.open.page.evaluate('document.fonts.check("16px Twemoji", "✅")')).toBe(true)
    },
    waitMs,
  )

  test(
    'user groups are called by their handles',
    async () => {
      expectRefusals(/^would ping/)
      const [server] = (await placesOf(room.open.world, 'slack')).servers
      const [group] = server?.groups ?? []
      const message = await say({ text: `for <!subteam^${group?.id}>` })
      await message.getByText(`@${group?.name}`).waitFor()
    },
    waitMs,
  )
}
