import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { startRoom } from '../../sandbox/room/server.ts'
import { createChatPage } from '../support/browser/chat-page.ts'
import { patience, waitMs } from '../support/browser/posting.ts'
import { type Room, screens } from '../support/browser/room.ts'
import { startStrictWorld } from '../support/sandbox/strict-world.ts'

/** What belongs to the page and no platform. */
export const testPage = (room: Room): void => {
  test(
    'is used by the keyboard alone: a command is found, chosen, filled in and sent',
    async () => {
      const at = createChatPage(room.open.page, 'discord')
      await at.words.focus()
      const { keyboard } = room.open.page
      await keyboard.type('/credi')
      await at.chat.getByRole('listbox').getByRole('option').first().waitFor()
      await keyboard.press('Enter')
      await keyboard.press('Enter')
      await at.message(/credits/i).waitFor()
      const marked = () => at.words.getAttribute('aria-activedescendant')
      await keyboard.type('/jobs ')
      await at.chat.getByRole('listbox').getByRole('option').first().waitFor()
      expect(await room.open.barriers()).toEqual([])
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
      expect(await room.open.barriers()).toEqual([])
      await keyboard.press('Enter')
      await at.chat.getByRole('form', { name: '/music' }).waitFor({ state: 'detached' })
      await at.message(/a song by keys alone/).waitFor()
      expect(await at.words.evaluate((words) => words.matches(':focus'))).toBe(true)
    },
    waitMs,
  )

  test(
    'shows what is written where the bot does not hear it, and leaves what the platform does not take',
    async () => {
      const at = createChatPage(room.open.page, 'discord')
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
    'says which file cannot be read anymore, and keeps the words that were to go with it',
    async () => {
      const at = createChatPage(room.open.page, 'discord')
      const folder = await mkdtemp(join(tmpdir(), 'tunesmith-browser-'))
      const path = join(folder, 'moved-away.mp3')
      await writeFile(path, 'a sound')
      await at.chat.locator('input[type=file]').first().setInputFiles(path)
      await rm(folder, { recursive: true })
      await at.words.fill('hear this')
      await at.words.press('Enter')
      await at.chat.getByRole('status').filter({ hasText: 'moved-away.mp3 can’t be read' }).waitFor()
      expect(await at.words.inputValue()).toBe('hear this')
      await at.words.fill('')
      await at.chat.getByRole('button', { name: 'moved-away.mp3' }).click()
      await at.go('music') // where it is not told any more
      await at.go('general')
    },
    waitMs,
  )

  test(
    'says that the sandbox is away, goes on where it was when it answers again, and starts over with another',
    async () => {
      const { addresses } = room.open.world
      const before = await startRoom(addresses, 0)
      const port = Number(new URL(before.url).port)
      const page = await room.open.newPage()
      await page.goto(before.url)
      const { chat, words } = createChatPage(page, 'discord')
      await chat.getByRole('navigation').getByRole('button', { name: 'general' }).waitFor()
      await words.fill('half a sentence')
      await before.close()
      const away = page.getByText('The sandbox isn’t answering')
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
      await room.open.page.emulateMedia({ colorScheme })
      for (const [name, size] of Object.entries(screens)) {
        await room.open.page.setViewportSize(size)
        expect(await room.open.barriers()).toEqual([])
        await room.open.shoot(`first-${name}-${colorScheme}`)
      }
      expect(await createChatPage(room.open.page, 'slack').chat.isVisible()).toBe(false)
      await room.open.page.getByRole('button', { name: 'Slack', exact: true }).click()
      expect(await createChatPage(room.open.page, 'slack').chat.isVisible()).toBe(true)
      await room.open.page.getByRole('button', { name: 'What happened' }).click()
      expect(await room.open.barriers()).toEqual([])
      await room.open.shoot(`drawer-phone-${colorScheme}`)
      await room.open.page.getByRole('button', { name: 'Discord', exact: true }).click()
      await room.open.page.setViewportSize(screens.desktop)
      expect(room.open.problems).toEqual([])
    },
    waitMs,
  )
}
