import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Locator } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { type ChatPlatform, chatPlatforms } from '../../sandbox/world/addresses.ts'
import { production } from '../../src/app/serve.ts'
import { type ChatPage, createChatPage } from '../support/browser/chat-page.ts'
import { beyondRightEdge, boxesOf, keptOrNew, layoutText } from '../support/browser/layout.ts'
import { waitMs } from '../support/browser/posting.ts'
import { useRoom } from '../support/browser/room.ts'
import { botInProcess } from '../support/sandbox/bot-in-process.ts'
import { forgetPrices } from '../support/sandbox/forget-prices.ts'
import { createPeople } from '../support/sandbox/people.ts'
import { createStudioClient } from '../support/service/studio-client.ts'

// Pictures of what members see, at each run, in reports/pictures. Where a message is laid out differently than it was, the
// test fails: look at its picture, and if that is better, `npx vitest run test/browser/pictures.test.ts -u`.

/** High enough that no message is cut. */
const modes = {
  light: { colorScheme: 'light', width: 1440, height: 1800 },
  dark: { colorScheme: 'dark', width: 1440, height: 1800 },
  phone: { colorScheme: 'light', width: 390, height: 1800 },
} as const
type Mode = keyof typeof modes

/** Colours have no boxes. */
const comparedModes: readonly Mode[] = ['light', 'phone']

interface Kind {
  name: string
  /** What its message says. */
  says: RegExp
  command: string
  options: Readonly<Record<string, unknown>>
}

const kinds: readonly Kind[] = [
  {
    name: 'song',
    says: /a sea shanty about compilers[\s\S]*Made with AI/,
    command: '/music',
    options: { prompt: 'a sea shanty about compilers', cover: 'yes' },
  },
  {
    name: 'speech',
    says: /The linker sails at dawn\.[\s\S]*Made with AI/,
    command: '/tts',
    options: { text: 'The linker sails at dawn.', gender: 'female' },
  },
  {
    name: 'lyrics',
    says: /Your lyrics are ready/,
    command: '/lyrics',
    options: { theme: 'the linker at sea' },
  },
  { name: 'credits', says: /credits left/, command: '/credits', options: {} },
  { name: 'help', says: /I make songs/, command: '/help', options: {} },
  { name: 'voices', says: /voices/, command: '/voices', options: {} },
  { name: 'settings', says: /A request can override them/, command: '/settings show', options: {} },
  { name: 'privacy', says: /What I store about you/, command: '/privacy show', options: {} },
]

/** How the page comes to what is no message, and leaves it again. */
interface Visit {
  open(at: ChatPage): Promise<void>
  leave(at: ChatPage): Promise<void>
}

const form: Visit = {
  async open(at) {
    await at.press('a sea shanty about compilers', 'Edit')
    await at.form.waitFor()
  },
  leave: (at) => at.form.getByRole('button', { name: 'Cancel' }).click(),
}

const home: Visit = {
  async open(at) {
    await at.go('Tunesmith')
    await at.chat.getByRole('button', { name: 'Home', exact: true }).click()
    await at.chat.getByText('Your defaults', { exact: true }).waitFor()
  },
  leave: (at) => at.go('general'),
}

/**
 * The studio writes other words each time, lists say how old each entry is, requests have names of other widths, and
 * a chart ends today.
 */
const unsteady: readonly string[] = ['lyrics', 'history', 'jobs', 'home', 'approval', 'budget']

/** Those who look, by the names that the page has for them. */
const member = 'Max'
const admin = 'Ada (admin)'

/** "In 10 minutes" for as long as the pictures take. */
const longMs = 600_000

const goldenOf = (platform: ChatPlatform, mode: Mode): string =>
  fileURLToPath(new URL(`golden/${platform}-${mode}.layout`, import.meta.url))

const deadlines = { ...production.deadlines, alertsMs: 500 }
const room = useRoom({ bot: { callbacks: true }, runBot: botInProcess({ ...production, deadlines }) })

beforeAll(async () => {
  const tours = room.open.page.getByRole('complementary', { name: /^Tour of/ })
  for (const platform of ['Discord', 'Slack'])
    await tours
      .and(room.open.page.getByLabel(`Tour of ${platform}`))
      .getByRole('button', { name: 'Close' })
      .click()
})

describe.each(chatPlatforms)('on %s', (platform) => {
  const drawn: { name: string; viewer: string; part: () => Locator; visit?: Visit }[] = []

  /** Booleans are True on Discord, and words on Slack. */
  const optionsOf = (options: Kind['options']) =>
    platform === 'slack' ? options : { ...options, ...('cover' in options && { cover: true }) }

  test(
    'each kind of message comes',
    async () => {
      const { addresses } = room.open.world
      const { memberId, adminId } = addresses[platform]
      const people = createPeople(addresses, platform)
      const studio = createStudioClient(addresses.studio)
      const at = createChatPage(room.open.page, platform)
      const keep = (name: string, says: RegExp, viewer = member): void => {
        // With what stands above it and in its thread.
        const part = () => at.chat.getByRole('article').filter({ hasText: says }).last().locator('..')
        drawn.push({ name, viewer, part })
      }
      await studio.passTime(longMs) // ends what the platform before left
      await people.uses(memberId, '/music', { prompt: 'a song too early' })
      await people.sees(memberId, /No credits here yet/)
      keep('no-credits', /No credits here yet/)
      await people.allows(adminId, 0.5)
      for (const { name, says, command, options } of kinds) {
        await people.uses(memberId, command, optionsOf(options))
        await people.sees(memberId, says)
        keep(name, says)
      }
      deadlines.noticeAfterMs = 0
      await people.uses(memberId, '/music', { prompt: 'a tide that takes its time' })
      await people.sees(memberId, /Here's your song/)
      keep('notice', /Here's your song/)
      deadlines.noticeAfterMs = production.deadlines.noticeAfterMs
      await forgetPrices(addresses.redis.url)
      await people.uses(memberId, '/settings mine', { confirm_from: '0.05' })
      await people.sees(memberId, /Confirm from: 0\.05 credits/)
      await people.uses(memberId, '/music', { prompt: 'a polka with its price first' })
      await people.sees(memberId, /This uses up to/)
      keep('price-first', /This uses up to/)
      await people.uses(memberId, '/settings mine', { clear: 'confirm_from' })
      await people.sees(memberId, /Confirm from: default cleared/)
      await people.allows(adminId, 0.33)
      await people.uses(adminId, '/budget alerts', { channel: '#general' })
      await people.sees(adminId, /Budget alerts are on/)
      await people.uses(memberId, '/music', { prompt: 'a waltz about budgets' })
      const refused = await people.sees(memberId, /Not enough credits/)
      keep('not-enough', /Not enough credits/)
      await people.presses(memberId, refused.id, 'Ask an admin')
      await people.sees(adminId, /Approve \/music\?/)
      keep('approval', /Approve \/music\?/, admin)
      await people.uses(memberId, '/lyrics', { theme: 'one more line' })
      // So that nothing is in progress any more.
      await people.sees(
        memberId,
        ({ text }) => text.includes('one more line') && text.includes('Made with AI'),
      )
      await people.sees(memberId, /of this month's budget is used/)
      keep('alert', /of this month's budget is used/, admin)
      await people.uses(adminId, '/budget statement')
      await people.sees(adminId, /credits used from/)
      keep('statement', /credits used from/, admin)
      await people.allows(adminId, 5)
      await studio.plan({ delayMs: longMs })
      await people.uses(memberId, '/music', { prompt: 'a ballad that takes its time' })
      await people.sees(memberId, /Working on your song/)
      keep('working', /Working on your song/)
      await people.uses(memberId, '/history')
      await people.sees(memberId, /newest first/)
      keep('history', /newest first/)
      await people.uses(memberId, '/jobs mine')
      await people.sees(memberId, /Your jobs here/)
      keep('jobs', /Your jobs here/)
      keep('budget-set', /Budget set: 5 credits/, admin)
      await people.uses(adminId, '/budget show')
      await people.sees(adminId, /credits left here/)
      keep('budget', /credits left here/, admin)
      drawn.push({ name: 'form', viewer: member, part: () => at.form, visit: form })
      const page = () => at.chat.getByRole('region', { name: 'Home' }).locator('> div')
      if (platform === 'slack') drawn.push({ name: 'home', viewer: member, part: page, visit: home })
    },
    waitMs,
  )

  test.each(Object.keys(modes) as Mode[])(
    'each is drawn as it was, %s',
    async (mode) => {
      const { page } = room.open
      const { colorScheme, ...size } = modes[mode]
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize(size)
      const switchTo = page.getByRole('button', {
        name: platform === 'slack' ? 'Slack' : 'Discord',
        exact: true,
      })
      if (await switchTo.isVisible()) await switchTo.click()
      const at = createChatPage(page, platform)
      const layouts: string[] = []
      const beyond: string[] = []
      for (const { name, viewer, part, visit } of drawn) {
        await at.become(viewer)
        await visit?.open(at)
        await room.open.pictureOf(part(), `${platform}-${name}-${mode}`)
        const boxes = await boxesOf(part())
        beyond.push(...beyondRightEdge(boxes).map((what) => `${name}: ${what}`))
        if (!unsteady.includes(name)) layouts.push(`${name}\n${layoutText(boxes)}\n`)
        await visit?.leave(at)
      }
      expect(await room.open.barriers()).toEqual([])
      if (!comparedModes.includes(mode)) return
      expect(beyond).toEqual([])
      const golden = goldenOf(platform, mode)
      const kept = existsSync(golden) ? await readFile(golden, 'utf8') : ''
      await expect(keptOrNew(kept, layouts.join('\n'))).toMatchFileSnapshot(golden)
    },
    waitMs,
  )
})
