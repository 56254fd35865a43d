import { beforeAll, expect, test } from 'vitest'
import type { ChatPlatform } from '../../sandbox/world/addresses.ts'
import { encodeMp3 } from '../../studio/encode/mp3.ts'
import { sampleRate } from '../../studio/music/sound/stereo.ts'
import { type ChatPage, createChatPage } from '../support/browser/chat-page.ts'
import { waitMs } from '../support/browser/posting.ts'
import type { Room } from '../support/browser/room.ts'
import { excuseRefusals } from '../support/sandbox/strict.ts'
import { createStudioClient, type StudioClient } from '../support/service/studio-client.ts'
import { isLong } from '../support/suite/runs.ts'

/** A little of a tune, as somebody hums it. */
const hum = (): Promise<Uint8Array> => {
  const samples = Float32Array.from(
    { length: 2 * sampleRate },
    (_, index) => 0.3 * Math.sin((2 * Math.PI * 220 * index) / sampleRate),
  )
  return encodeMp3({ left: samples, right: samples, sampleRate })
}

/** What Max posted, not a result by Max that is made of it. */
const hummed = /(?<!\bby @?)Max[^.]*humming\.mp3/

/** The making of a song ends when the test says so. */
const longMs = 60_000

/**
 * What a person would do in the room, on one platform: by what stands on the page, in a real browser. The short form
 * leaves out what the demo shows without a browser.
 */
export const testPersonsDay = (platform: ChatPlatform, room: Room): void => {
  let studio: StudioClient
  let at: ChatPage

  beforeAll(async () => {
    studio = createStudioClient(room.open.world.addresses.studio)
    at = createChatPage(room.open.page, platform)
  })

  test(
    'a first visit leads to a song that is heard by two clicks',
    async () => {
      const tour = at.chat.getByRole('complementary', { name: 'Tour of' })
      for (const step of ['Request a song', 'Listen']) await tour.getByRole('button', { name: step }).click()
      await at.untilHeard()
      await at.message(/0\.10 left/).waitFor()
      expect(await at.count(/Made with AI/)).toBe(1)
      await tour.getByText('Remix a clip', { exact: true }).waitFor()
      await room.open.shoot(`${platform}-song`)
      expect(await room.open.barriers()).toEqual([])
    },
    waitMs,
  )

  test(
    'then the tour offers a remix, an empty budget and a crash, one card at a time, and ends',
    async () => {
      const tour = at.chat.getByRole('complementary', { name: 'Tour of' })
      const press = (name: string) => tour.getByRole('button', { name }).click()
      await press('Set a budget of 5 credits')
      await press('Post a clip')
      await press('Remix it')
      await at.form.getByRole('button', { name: 'Cancel' }).click()
      for (const step of ['Cut the budget', 'Request a song']) await press(step)
      await at.message(/Not enough credits[\s\S]*Nothing was charged/).waitFor()
      await press('Raise it again')
      await tour.getByText('4 of 5').waitFor()
      await press('Skip')
      await press('See what happened')
      await room.open.page.getByRole('complementary', { name: 'What happened' }).waitFor()
      await room.open.page.getByRole('button', { name: 'Close' }).last().click()
      expect(await tour.count()).toBe(0)
    },
    waitMs,
  )

  test(
    'a file that is dropped and sent is remixed by the menu of its message',
    async () => {
      const bytes = await hum()
      await at.drop({ name: 'humming.mp3', type: 'audio/mpeg', bytes })
      await at.send()
      await at.pick(hummed, 'Remix this clip')
      await at.form.getByLabel('Prompt').fill('slow jazz with brushes')
      await room.open.shoot(`${platform}-form`)
      expect(await room.open.barriers()).toEqual([])
      await at.form.getByRole('button', { name: 'Send' }).click()
      await at.message(/slow jazz with brushes[\s\S]*Made with AI/).waitFor()
    },
    waitMs,
  )

  test.runIf(isLong)(
    'who has no credits left is told, and gets a song once an admin has raised the budget',
    async () => {
      await at.become('Ada (admin)')
      await at.use('budget limit', { credits: '0.05' })
      await at
        .message(/Nothing has changed yet/)
        .getByRole('button', { name: 'Apply' })
        .click()
      await at.message(/Budget set: 0\.05 credits/).waitFor()
      await at.become('Max')
      await at.use('music', { prompt: 'a song that is too dear' })
      await at.message(/Not enough credits/).waitFor()
      await room.open.shoot(`${platform}-refused`)
      await at.become('Ada (admin)')
      await at.use('budget limit', { credits: '6' })
      await at.message(/Budget set: 6 credits/).waitFor()
      await at.become('Max')
      await at.use('music', { prompt: 'a song that is paid for' })
      await at.message(/a song that is paid for[\s\S]*Made with AI/).waitFor()
    },
    waitMs,
  )

  test.runIf(isLong)(
    'a song that is cancelled while it waits costs nothing',
    async () => {
      await room.open.page.getByRole('button', { name: 'What happened' }).click()
      await room.open.page.getByRole('button', { name: 'The service is down' }).click()
      await room.open.page.getByText('The service is down: done.').waitFor()
      const wireTimes = room.open.page
        .getByRole('complementary', { name: 'What happened' })
        .locator('.entries time')
      expect(await wireTimes.last().textContent()).toMatch(/^\d\d:\d\d:\d\d$/)
      await at.use('music', { prompt: 'a song that nobody waits for' })
      await at.press(/a song that nobody waits for/, 'Cancel')
      await at.message(/was cancelled\. Nothing was charged/).waitFor()
      await at.pick(/was cancelled\. Nothing was charged/, 'What happened here')
      const ledger = room.open.page.getByRole('region', { name: /^Job / }).getByRole('row')
      await ledger.filter({ hasText: 'void' }).waitFor()
      expect(await wireTimes.last().textContent()).toBe('+0.00 s')
      expect(await ledger.filter({ hasText: 'hold' }).count()).toBe(1)
      expect(await ledger.filter({ hasText: 'settle' }).count()).toBe(0)
      await room.open.page.getByRole('button', { name: 'Fix everything' }).click()
      await room.open.page.getByText('Fix everything: done.').waitFor()
      await room.open.page.getByRole('button', { name: 'Close' }).last().click()
    },
    waitMs,
  )

  test.runIf(isLong)(
    'a bot that is killed in mid-job and started again brings one song and charges it once',
    async () => {
      const { page } = room.open
      await studio.plan({ delayMs: longMs })
      await page.getByRole('button', { name: 'What happened' }).click()
      const jobs = page.getByRole('region', { name: /^Job / })
      await at.use('music', { prompt: 'a ballad of the switch' })
      await at.message(/Working on your song[\s\S]*a ballad of the switch/).waitFor()
      // Slack tells every message; a killed bot cannot say that it has heard of the last one.
      excuseRefusals(/^event message\.\w+: not acknowledged/)
      await page.getByRole('button', { name: 'Kill the bot' }).click()
      await page.getByText('Kill the bot: done.').waitFor()
      // A switch stays thrown, also while the drawer is shut.
      await page.getByRole('button', { name: 'Close' }).last().click()
      await page.getByRole('button', { name: 'What happened' }).click()
      await page.getByRole('button', { name: 'Start the bot' }).click()
      await page.getByText('Start the bot: done.').waitFor()
      await page.getByRole('button', { name: 'Kill the bot' }).waitFor()
      await studio.passTime(longMs)
      await at.message(/a ballad of the switch[\s\S]*Made with AI/).waitFor()
      await at.pick(/a ballad of the switch[\s\S]*Made with AI/, 'What happened here')
      const ledger = jobs.first().getByRole('row')
      expect(await ledger.filter({ hasText: 'hold' }).count()).toBe(1)
      await ledger.filter({ hasText: 'settle' }).waitFor()
      expect(await ledger.filter({ hasText: 'settle' }).count()).toBe(1)
      expect(await at.count(/a ballad of the switch[\s\S]*Made with AI/)).toBe(1)
      if (platform === 'slack') {
        await at.pick(/Take 1: “/, 'What happened here') // the players stand in a message of their own
        await jobs.first().getByText('posted').waitFor()
      }
      await room.open.shoot(`${platform}-drawer`)
      await room.open.page.getByRole('button', { name: 'Close' }).last().click()
    },
    waitMs,
  )

  test.runIf(platform === 'slack')(
    'the Home tab has what the member has, and a song that is made there comes to their messages',
    async () => {
      await at.go('Tunesmith')
      const press = (name: string) => at.chat.getByRole('button', { name, exact: true }).click()
      await press('Home')
      const home = at.chat.getByRole('region', { name: 'Home' })
      await home.getByText('Your credits', { exact: true }).waitFor()
      expect(await at.words.count()).toBe(0)
      expect(await room.open.barriers()).toEqual([])
      await room.open.shoot(`${platform}-home`)
      await press('Make a song')
      await at.form.getByLabel('Prompt').fill('a song from home')
      await at.form.getByRole('button', { name: 'Send' }).click()
      await press('Messages')
      await at.message('a song from home').locator('audio').first().waitFor()
      await at.go('general')
    },
    waitMs,
  )

  test(
    'a form with a mistake says what is wrong and keeps what was typed',
    async () => {
      await at.pick(hummed, 'Trim this clip')
      await at.form.getByLabel('Start').fill('soon')
      await at.form.getByLabel('End').fill('0:05')
      await at.form.getByRole('button', { name: 'Send' }).click()
      if (platform === 'discord') await at.press('Start must be', 'Edit')
      else await at.form.getByRole('alert').waitFor()
      if (platform === 'slack') {
        const wrong = at.form.getByLabel('Start')
        expect(await wrong.getAttribute('aria-invalid')).toBe('true')
        expect(await wrong.evaluate((box) => box.matches(':focus'))).toBe(true)
      }
      expect(await at.form.getByLabel('Start').inputValue()).toBe('soon')
      expect(await at.form.getByLabel('End').inputValue()).toBe('0:05')
      await room.open.shoot(`${platform}-mistake`)
      expect(await room.open.barriers()).toEqual([])
      await at.form.getByRole('button', { name: 'Cancel' }).click()
      expect(await room.open.barriers(), 'in all that was said').toEqual([])
    },
    waitMs,
  )
}
