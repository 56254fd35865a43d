import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import type { ChatPlatform } from '../../sandbox/world/addresses.ts'
import { createChatPage } from '../support/browser/chat-page.ts'
import { waitMs } from '../support/browser/posting.ts'
import { useRoom } from '../support/browser/room.ts'

// A song is read, heard and gone on with at a glance: how much room its one message takes.

const room = useRoom()

interface Box {
  top: number
  height: number
}

/** The part of the DOM that is used here, which Node's types lack. */
interface Part {
  getBoundingClientRect(): Box
  getClientRects(): Iterable<Box>
  querySelectorAll(selector: string): Iterable<Part>
  closest(selector: string): Part | null
  textContent: string | null
  children: { length: number }
}

/** How many rows elements stand in: those whose middles are at about the same height are one. */
const rowsOf = (message: Locator, selector: string): Promise<number> =>
  message.locator('.body').evaluate((body: unknown, wanted) => {
    const boxes = [...(body as Part).querySelectorAll(wanted)].map((part) => part.getBoundingClientRect())
    const middles = boxes
      .filter(({ height }) => height > 0)
      .map(({ top, height }) => top + height / 2)
      .toSorted((one, other) => one - other)
    return middles.filter((middle, index) => middle - (middles[index - 1] ?? -100) > 4).length
  }, selector)

/** How many lines of words stand between who wrote it and its players and controls. */
const linesOf = (message: Locator): Promise<number> =>
  message.locator('.body').evaluate((body: unknown) => {
    const words = [...(body as Part).querySelectorAll('*')].filter(
      (part) =>
        part.children.length === 0 &&
        part.textContent?.trim() !== '' &&
        part.closest('header, figure, button, select, label') === null,
    )
    const bottoms = words
      .flatMap((part) => [...part.getClientRects()])
      .map(({ top, height }) => top + height)
      .toSorted((one, other) => one - other)
    return bottoms.filter((bottom, index) => bottom - (bottoms[index - 1] ?? -100) > 8).length
  })

const rows: readonly (readonly [ChatPlatform, number])[] = [
  ['discord', 430],
  ['slack', 560],
]

test.each(rows)(
  'a song of two takes on %s is one message of at most %i pixels, with two rows of controls',
  async (platform, heightMax) => {
    const { page } = room.open
    await page.setViewportSize({ width: 1440, height: 900 })
    const at = createChatPage(page, platform)
    await at.chat.getByRole('button', { name: 'Request a song' }).click()
    const song = at.message(/Made with AI/)
    await song.locator('audio').nth(1).waitFor()
    await song.locator('img').first().waitFor()
    expect(await song.locator('audio').count()).toBe(2)
    expect(await song.locator('img').count()).toBe(1)
    expect(
      await at.chat
        .getByRole('article')
        .filter({ has: page.locator('audio') })
        .count(),
    ).toBe(1)
    const { height = Number.POSITIVE_INFINITY } = (await song.boundingBox()) ?? {}
    expect(height).toBeLessThanOrEqual(heightMax)
    expect(await rowsOf(song, 'button, select')).toBeLessThanOrEqual(2)
    expect(await linesOf(song)).toBeLessThanOrEqual(4)
    await room.open.shoot(`${platform}-song-message`)
  },
  waitMs,
)

test.each(['light', 'dark'] as const)(
  'both songs side by side can be read by everyone, %s, and are the picture of the README',
  async (colorScheme) => {
    const { page } = room.open
    await page.emulateMedia({ colorScheme })
    for (const [platform] of rows) {
      const at = createChatPage(page, platform)
      await at.message('Working on your song').waitFor({ state: 'hidden' })
      await at.message('lyrics.txt').waitFor()
    }
    const tours = page.getByRole('complementary', { name: /^Tour of/ })
    while ((await tours.count()) > 0) await tours.first().getByRole('button', { name: 'Close' }).click()
    expect(await room.open.barriers()).toEqual([])
    await room.open.picture(`room-${colorScheme}`)
  },
  waitMs,
)
