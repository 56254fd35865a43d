import type { Locator, Page } from 'playwright-core'
import { expect, vi } from 'vitest'
import type { ChatPlatform } from '../../../sandbox/world/addresses.ts'

const names = { discord: 'Discord', slack: 'Slack' } as const satisfies Record<ChatPlatform, string>

/** https://developer.mozilla.org/docs/Web/API/HTMLMediaElement */
interface Playing {
  /** In seconds. */
  currentTime: number
}

const patienceMs = 60_000

/** A file as a person has it on their machine. */
export interface OwnFile {
  name: string
  type: string
  bytes: Uint8Array
}

/** What a browser has and Node has not. */
interface BrowserGlobals {
  DataTransfer: new () => { items: { add(file: File): void } }
}

/** Drags a file over an element and lets it go there, as far as a page can tell. */
const drop = async (page: Page, onto: Locator, { name, type, bytes }: OwnFile): Promise<void> => {
  const base64 = Buffer.from(bytes).toString('base64')
  const dataTransfer = await page.evaluateHandle(
    (file) => {
      const { DataTransfer } = globalThis as unknown as BrowserGlobals
      const content = Uint8Array.from(atob(file.base64), (letter) => letter.charCodeAt(0))
      const transfer = new DataTransfer()
      transfer.items.add(new File([content], file.name, { type: file.type }))
      return transfer
    },
    { name, type, base64 },
  )
  await onto.dispatchEvent('dragover', { dataTransfer })
  await onto.dispatchEvent('drop', { dataTransfer })
}

/** One of the room's chats, in the hands of a person: by what stands on the page and nothing else. */
export const createChatPage = (page: Page, platform: ChatPlatform) => {
  const chat = page.getByRole('region', { name: names[platform], exact: true })
  const words = chat.getByRole('combobox', { name: 'Message' })
  const form = page.getByRole('dialog')
  const message = (text: string | RegExp): Locator =>
    chat.getByRole('article').filter({ hasText: text }).last()

  const fillBoxes = async (options: Readonly<Record<string, string>>): Promise<void> => {
    for (const [option, value] of Object.entries(options))
      await chat.getByRole('form').getByLabel(option, { exact: true }).fill(value)
    await chat.getByRole('button', { name: 'Send' }).click()
  }

  return {
    chat,
    words,
    form,
    message,
    /** The message of this id, wherever it stands: others may arrive at any time. */
    posted: (id: string): Locator => chat.locator(`article[data-id="${id}"]`),
    /** Becomes somebody else. */
    become: async (name: string): Promise<void> => {
      await chat.getByLabel('You are').selectOption({ label: name })
    },
    go: (place: string) => chat.getByRole('navigation').getByRole('button', { name: place }).click(),
    /** Uses a command with what it needs: Discord has boxes, on Slack all is typed in one line. */
    use: async (command: string, options: Readonly<Record<string, string>>): Promise<void> => {
      if (platform === 'discord') {
        await words.fill(`/${command}`)
        await chat
          .getByRole('listbox') // other than the menus of messages
          .getByRole('option', { name: `/${command} `, exact: false })
          .first()
          .waitFor()
        await words.press('Enter')
        return fillBoxes(options)
      }
      await words.fill(
        [`/${command}`, ...Object.entries(options).map(([name, value]) => `${name}:${value}`)].join(' '),
      )
      await words.press('Enter')
    },
    /** Resolves once the first sound of the chat is being played. */
    untilHeard: (): Promise<void> =>
      vi.waitFor(
        async () => {
          const audio = chat.locator('audio').first()
          expect(
            await audio.evaluate((element: unknown) => (element as Playing).currentTime),
          ).toBeGreaterThan(0)
        },
        { timeout: patienceMs },
      ),
    drop: (file: OwnFile) => drop(page, chat.getByRole('log'), file),
    send: () => chat.getByRole('button', { name: 'Send' }).click(),
    /** Chooses an entry of a message's own menu. */
    pick: async (text: string | RegExp, entry: string): Promise<void> => {
      await message(text).getByRole('button', { name: 'Menu of this message' }).click()
      await chat.getByRole('button', { name: entry }).click()
    },
    press: (text: string | RegExp, button: string) =>
      message(text).getByRole('button', { name: button, exact: true }).click(),
    /** How many messages say this. */
    count: (text: string | RegExp) => chat.getByRole('article').filter({ hasText: text }).count(),
  }
}

export type ChatPage = ReturnType<typeof createChatPage>
