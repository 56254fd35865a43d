import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ChatPlatform } from '../../sandbox/world/addresses.ts'
import type { World } from '../../sandbox/world/world.ts'
import { parseCredits } from '../../src/core/credits.ts'
import { createPeople, type People, type SeenMessage } from '../support/sandbox/people.ts'
import { startStrictWorld } from '../support/sandbox/strict-world.ts'

let world: World

beforeAll(async () => {
  world = await startStrictWorld({ bot: { callbacks: true } })
})

afterAll(() => world.stop())

const hasStatement = ({ files }: SeenMessage): boolean =>
  files.some(({ name }) => name.startsWith('statement-'))

/** The rows of a statement's file, without its heading. */
const rowsOf = async ({ files }: SeenMessage): Promise<readonly (readonly string[])[]> => {
  const [file] = files
  const text = await (await fetch(file?.url ?? '')).text()
  const [heading, ...rows] = text.trim().split('\r\n')
  expect(heading).toBe('period,day,member,feature,job,held,charged')
  return rows.map((row) => row.split(','))
}

describe.each<ChatPlatform>(['discord', 'slack'])('on %s', (platform) => {
  let people: People
  /** The newest message before each test. */
  let since: string

  const admin = 'ada'
  const member = 'max'
  const manager = 'mia'

  /** Speech that is there, and what it says. */
  const speaks = async (who: string, text: string): Promise<void> => {
    await people.uses(who, '/tts', { text })
    await people.sees(who, new RegExp(`${text}[\\s\\S]*Made with AI`))
  }

  beforeAll(async () => {
    people = createPeople(world.addresses, platform)
    await people.allows(admin, 5)
    await speaks(member, 'One of mine.')
    await speaks(member, 'Another one.')
    await speaks(manager, 'One by me.')
  })

  beforeEach(async () => {
    since = await people.latest(admin)
  })

  const sees = (viewer: string, sought: Parameters<People['sees']>[1]) => people.sees(viewer, sought, since)
  const unseenBy = async (viewer: string, { id }: SeenMessage) =>
    expect((await people.messages(viewer)).map((message) => message.id)).not.toContain(id)

  test('an admin learns in three presses who spent most this week, and by feature', async () => {
    await people.uses(admin, '/budget show')
    const shown = await sees(admin, /Top spenders this month/)
    expect(shown.text).toMatch(/@?Max\b.*[:·] 0\.\d\d/)
    await people.presses(admin, shown.id, 'This week')
    const week = await sees(admin, /Top spenders this week/)
    expect(week.text.indexOf('Max')).toBeLessThan(week.text.indexOf('Mia'))
    await people.presses(admin, week.id, 'By feature')
    expect((await sees(admin, /By feature this month/)).text).toMatch(/\/tts(?::| ·) 0\.\d\d/)
    await unseenBy(member, week)
  })

  test('the budget is a picture with words for it, or a chart and a table, for its reader alone', async () => {
    await people.uses(admin, '/budget show')
    const shown = await sees(admin, /Top spenders this month/)
    expect(shown.text).toMatch(/^4\.\d\d credits left here\./)
    if (platform === 'slack') {
      expect(shown.text).toMatch(/By day, [\s\S]*\nCredits\n[\s\S]*: 0\.\d+\n/)
      expect(shown.text).toMatch(/Top spenders this month\nMember · Credits\n@\S+ · 0\.\d\d/)
      expect(shown.files).toEqual([])
    } else {
      expect(shown.files).toMatchObject([
        {
          name: 'budget.png',
          contentType: 'image/png',
          description: expect.stringMatching(
            /^4\.\d\d of 5 credits left.*Top spenders this month: Max 0\.\d\d/,
          ),
        },
      ])
      const picture = await (await fetch(shown.files[0]?.url ?? '')).arrayBuffer()
      expect(Buffer.from(picture).subarray(1, 4).toString()).toBe('PNG')
    }
    await unseenBy(member, shown)
  })

  test('an admin gets a statement that adds up, for nobody else', async () => {
    await people.uses(admin, '/budget statement')
    const statement = await sees(admin, hasStatement)
    const summary = await sees(admin, /credits used from/) // on Slack the file is a message of its own
    const [, total = ''] = /([\d.]+) credits used from/.exec(summary.text) ?? []
    const rows = await rowsOf(statement)
    expect(rows.map(([, , , feature]) => feature)).toEqual(['tts', 'tts', 'tts'])
    const sum = rows.reduce((all, row) => all + (parseCredits(row[6] ?? '') ?? Number.NaN), 0)
    expect(sum).toBe(parseCredits(total))
    for (const message of [statement, summary]) {
      await unseenBy(member, message)
      await unseenBy(manager, message)
    }
  })

  test('a budget manager gets it too, and a member does not', async () => {
    await people.uses(admin, '/budget manager', { member: '@Mia' })
    await sees(admin, 'This member is now a budget manager')
    await people.says(manager, '@Tunesmith budget')
    const shown = await sees(manager, /credits left here/)
    await people.presses(manager, shown.id, 'Get statement')
    const statement = await sees(manager, hasStatement)
    expect(await rowsOf(statement)).toHaveLength(3)
    await unseenBy(member, statement)
    await people.says(member, '@Tunesmith budget statement')
    const refused = await sees(member, 'Only admins and budget managers')
    expect(hasStatement(refused)).toBe(false)
    const later = await people.says(member, '@Tunesmith budget show')
    await people.sees(member, 'Only admins and budget managers', later)
  })

  test('a member sees in /credits what the latest requests cost, and no one else', async () => {
    await people.uses(member, '/credits')
    const shown = await sees(member, /Latest requests/)
    expect(shown.text.match(/\/tts: (?:about )?0\.\d+ credits/g)).toHaveLength(2)
    expect(shown.text).toMatch(/Resets/)
    await unseenBy(manager, shown)
  })

  test('a member gives another what is left of theirs, where an admin allows it', async () => {
    await people.uses(member, '/sponsor', { member: '@Mia', credits: 0.5 })
    await sees(member, /Sponsoring is off here\. .* Nothing was changed\./)
    await people.uses(admin, '/budget sponsoring')
    await sees(admin, /Sponsoring is on\./)
    await people.uses(member, '/sponsor', { member: '@Mia', credits: 0.5 })
    await sees(member, 'You have no personal limit here')
    await people.uses(admin, '/budget member', { credits: 2 })
    await sees(admin, 'Each member can now use 2 credits')
    await people.uses(member, '/sponsor', { member: '@Mia', credits: 90 })
    await sees(member, /You have 1\.\d\d credits left to give\. Nothing was changed\./)
    await people.uses(member, '/sponsor', { member: '@Max', credits: 0.5 })
    await sees(member, "You can't give credits to yourself")
    await people.uses(member, '/sponsor', { member: '@Tunesmith', credits: 0.5 })
    await sees(member, "You can't give credits to a bot")
    await people.uses(member, '/sponsor', { member: '@Mia', credits: 0.5 })
    const told = await sees(manager, 'You got 0.50 credits.')
    expect(told.seenBy).toBe('all')
    await people.uses(manager, '/credits')
    await sees(manager, /2 credits a month, plus 0\.50 bonus/)
    await people.uses(admin, '/budget log')
    await sees(admin, /gave 0\.50 credits of their own to/)
    await people.uses(admin, '/budget member', { lift: true })
    await sees(admin, 'Per-member limit removed')
  })

  test('in a direct message there is no budget to see', async () => {
    for (const action of ['show', 'statement']) {
      const later = await people.says(admin, `budget ${action}`, { channel: '@tunesmith' })
      const answer = await people.sees(admin, ({ authorId, id }) => authorId !== admin && id !== later, later)
      expect(hasStatement(answer)).toBe(false)
      expect(answer.text).not.toMatch(/Top spenders|Max/)
    }
    const later = await people.says(admin, 'credits', { channel: '@tunesmith' })
    await people.sees(admin, /You have no credits of your own/, later)
  })
})
