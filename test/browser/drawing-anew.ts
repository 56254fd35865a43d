import { ButtonStyle, ComponentType } from 'discord-api-types/v10'
import { expect, test } from 'vitest'
import { createChatPage } from '../support/browser/chat-page.ts'
import { waitMs, writeOnDiscord } from '../support/browser/posting.ts'
import type { Room } from '../support/browser/room.ts'

/** A GIF of one pixel, in base64. */
const onePixel = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

/** What is drawn once and looked at again. */
export const testDrawingAnew = (room: Room): void => {
  test(
    'a picture is not loaded again when its address is signed again',
    async () => {
      const at = createChatPage(room.open.page, 'discord')
      const buffer = Buffer.from(onePixel, 'base64')
      const file = { name: 'dot.gif', mimeType: 'image/gif', buffer }
      await at.chat.locator('input[type=file]').first().setInputFiles(file)
      await at.words.fill('look')
      await at.words.press('Enter')
      const picture = at.message('look').getByRole('img', { name: 'dot.gif' })
      const before = await picture.getAttribute('src')
      room.open.world.clock.advance(1_000)
      await at.words.fill('a second later')
      await at.words.press('Enter')
      await at.message('a second later').waitFor()
      const { control, discord } = room.open.world.addresses
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
      const page = await room.open.newPage()
      const spoilt = 'not to be drawn'
      await page.route('**/control/messages?*', async (route) => {
        const response = await route.fetch()
        const messages = (await response.json()) as { text: string; original: object }[]
        const json = messages.map((message) =>
          message.text === spoilt ? { ...message, original: { embeds: 'none' } } : message,
        )
        await route.fulfill({ response, json })
      })
      await page.goto(room.open.room.url)
      const at = createChatPage(page, 'discord')
      await at.words.fill('the one before')
      await at.words.press('Enter')
      await at.message('the one before').waitFor()
      const id = await writeOnDiscord(room.open.world, { content: spoilt })
      await at.words.fill('the one after')
      await at.words.press('Enter')
      await at.message('the one after').waitFor()
      expect(await at.message('the one before').count()).toBe(1)
      await at.message('This message cannot be drawn').waitFor()
      await writeOnDiscord(room.open.world, { content: 'as it should be' }, id)
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
      const at = createChatPage(room.open.page, 'discord')
      const button = {
        type: ComponentType.Button,
        style: ButtonStyle.Primary,
        custom_id: 'kept',
        label: 'Keep me',
      }
      const components = [{ type: 1, components: [button] }]
      const id = await writeOnDiscord(room.open.world, { content: 'begun', components })
      const kept = at.chat.getByRole('button', { name: 'Keep me' })
      await kept.focus()
      await writeOnDiscord(room.open.world, { content: 'half done', components }, id)
      await at.message('half done').waitFor()
      expect(await kept.evaluate((one) => one.matches(':focus'))).toBe(true)
    },
    waitMs,
  )
}
