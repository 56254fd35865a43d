import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type ChatPlatform, chatPlatforms } from '../../sandbox/world/addresses.ts'
import type { World } from '../../sandbox/world/world.ts'
import { forgetPrices } from '../support/sandbox/forget-prices.ts'
import { createPeople, type People, type SeenForm, type SeenMessage } from '../support/sandbox/people.ts'
import { startStrictWorld } from '../support/sandbox/strict-world.ts'

let world: World

beforeAll(async () => {
  world = await startStrictWorld({ bot: { callbacks: true } })
})
afterAll(() => world.stop())

const opened = ({
  form,
  refused,
}: {
  form?: SeenForm | undefined
  refused?: string | undefined
}): SeenForm => {
  if (form === undefined) throw new Error(`no form opened: ${refused ?? 'nothing came'}`)
  return form
}
/** Whether a menu of a message shows this entry as what is chosen. */
const hasChosen =
  (entry: string) =>
  ({ buttons }: SeenMessage): boolean =>
    buttons.some(({ label, isChosen }) => label === entry && isChosen)
const isFillIn = ({ label }: { label: string }): boolean => label === 'Fill in'
const shownIn = ({ fields }: SeenForm) => Object.fromEntries(fields.map(({ label, value }) => [label, value]))

describe.each<ChatPlatform>(chatPlatforms)('on %s', (platform) => {
  let people: People
  let member: string
  let admin: string

  beforeAll(async () => {
    await forgetPrices(world.addresses.redis.url)
    people = createPeople(world.addresses, platform)
    member = world.addresses[platform].memberId
    admin = world.addresses[platform].adminId
  })

  const typed = { Prompt: 'a march of ants', Lyrics: 'left, right', Title: 'Six legs' }

  const oneTake = 'One take (0.10 credits)'
  const quoted = (text: string): string => (platform === 'slack' ? `“${text}”` : text)

  /** A request that the budget refuses. */
  const refused = async (since: string, { Prompt, Lyrics, Title } = typed) => {
    const values = { prompt: quoted(Prompt), lyrics: quoted(Lyrics), title: quoted(Title) }
    await people.uses(member, '/music', values)
    return people.sees(member, 'Not enough credits: this needs up to', since)
  }

  test('what no budget covers keeps all that was typed, and takes nothing', async () => {
    await people.allows(admin, 0.15)
    const { id, text, buttons } = await refused(await people.latest(member))
    expect(text).toMatch(platform === 'slack' ? /Resets: / : /Resets: <t:/)
    expect(buttons.map(({ label }) => label)).toEqual([oneTake, 'Ask an admin', 'Edit'])
    const form = opened(await people.presses(member, id, 'Edit'))
    const shown = form.fields.filter(({ label }) => label in typed)
    expect(shown.map(({ label }) => label)).toContain('Prompt')
    for (const { label, value } of shown) expect(value).toBe(typed[label as keyof typeof typed])
    const since = await people.latest(member)
    await people.uses(member, '/credits')
    expect((await people.sees(member, /credits left here/, since)).text).toMatch(/0\.15 credits left here/)
  })

  test('one take is a click away, and is made once for what the button says, however often it is pressed', async () => {
    const since = await people.latest(member)
    const { id } = await refused(since, { ...typed, Title: 'Eight legs' })
    await Promise.all([people.presses(member, id, oneTake), people.presses(member, id, oneTake)])
    const isReady = ({ text }: { text: string }) => /Eight legs.*Made with AI/s.test(text)
    const { files } = await people.sees(member, isReady, since)
    expect(files.filter(({ name }) => name.endsWith('.mp3')).length).toBeLessThan(2)
    await people.presses(member, id, oneTake)
    await people.sees(member, /You already requested your song|Your earlier request for your song/, since)
    expect((await people.messages(member, since)).filter(isReady)).toHaveLength(1)
    await people.uses(member, '/credits')
    expect((await people.sees(member, /credits left here/, since)).text).toMatch(/0\.10 credits left here/)
  })

  test.runIf(platform === 'slack')(
    'a form that the budget refuses has every way below its refusal, and keeps all that was typed',
    async () => {
      await people.allows(admin, 0.2)
      const since = await people.latest(member)
      // Slack limits how often an app may open forms.
      const form = await vi.waitFor(async () => opened(await people.asks(member, '/music')), {
        timeout: 20_000,
        interval: 1_000,
      })
      await people.sends(member, form, { ...typed, Title: 'Ten legs' })
      const { id, buttons } = await people.sees(member, 'Not enough credits: this needs up to', since)
      expect(buttons.map(({ label }) => label)).toEqual([oneTake, 'Ask an admin', 'Edit'])
      const again = opened(await people.presses(member, id, 'Edit'))
      expect(shownIn(again)).toMatchObject({ Prompt: typed.Prompt, Title: 'Ten legs' })
      await people.closes(member, again)
      await people.presses(member, id, oneTake)
      await people.sees(member, /Ten legs.*Made with AI/s, since)
    },
  )

  test.each(['/budget member', '/budget channel'])(
    '%s asks in a form as it is picked, and scolds nobody',
    async (command) => {
      const form = opened(await people.asks(admin, command))
      expect(form.fields.slice(0, 2).map(({ label }) => label)).toEqual([
        command === '/budget member' ? 'Member' : 'Channel',
        'Credits',
      ])
    },
  )

  test('/settings where says where, and its form is a button away', async () => {
    const since = await people.latest(admin)
    await people.uses(admin, '/settings where')
    const { id } = await people.sees(admin, 'Allowed: everywhere', since)
    const form = opened(await people.presses(admin, id, 'Fill in'))
    expect(form.fields.slice(0, 2).map(({ label }) => label)).toEqual(['Rule', 'Channel'])
  })

  test('a mention in plain words is told what to write, and the form of a song with these words is a press away', async () => {
    const words = 'make me a song about rain: 50% sad, <b>soft</b> & slow'
    const since = await people.says(member, `@Tunesmith ${words}`)
    const { id, text } = await people.sees(
      member,
      'Mention me and start with a command, for example: music',
      since,
    )
    expect(text).toContain('"make" isn\'t a command')
    const form = opened(await people.presses(member, id, 'Make it a song'))
    expect(form.title).toMatch(/^Make a song/)
    expect(form.fields.find(({ label }) => label === 'Prompt')?.value).toBe(words)
  })

  test('an empty form offers a surprise and presets, and its answer says which song it became', async () => {
    await people.allows(admin, 5)
    const since = await people.says(member, '@Tunesmith music')
    const { id } = await people.sees(member, ({ buttons }) => buttons.some(isFillIn), since)
    const form = opened(await people.presses(member, id, 'Fill in'))
    const offered = form.fields.find(({ label }) => label === 'Preset')?.choices ?? []
    expect(offered.map(({ name }) => name).slice(0, 2)).toEqual(['Surprise me', 'Sea shanty'])
    await people.sends(member, form, { Preset: 'Surprise me' })
    const { text } = await people.sees(member, 'song', since)
    expect(text).toMatch(/“.+”/)
  })

  test('help has three things to try, each a press away from its form, and explains commands in place', async () => {
    const since = await people.latest(member)
    await people.uses(member, '/help')
    const { id, buttons } = await people.sees(member, 'I make songs', since)
    expect(buttons.slice(0, 3).map(({ label }) => label)).toEqual([
      'Make music',
      'Read aloud',
      'Remix a clip',
    ])
    const song = opened(await people.presses(member, id, 'Make music'))
    expect(song.title).toMatch(/^Make a song/)
    expect(shownIn(song)).toMatchObject({ Prompt: 'a sea shanty about compilers' })
    expect(opened(await people.presses(member, id, 'Remix a clip')).title).toMatch(/^Remix this clip/)

    await people.presses(member, id, '/tts: Read text aloud')
    const price = 'Up to 0.07 credits per 100 words.'
    await people.sees(member, (seen) => seen.id === id && seen.text.includes(price))
    const speech = opened(await people.presses(member, id, 'Try it'))
    expect(shownIn(speech)).toMatchObject({ Text: 'Doors open at eight. The band plays at nine.' })
    await people.presses(member, id, 'All commands')
    await people.sees(member, (seen) => seen.id === id && seen.text.includes('I make songs'))
  })

  test('a command alone shows the obvious thing, and a button leads to the rest', async () => {
    await people.allows(admin, 2)
    let since = await people.says(admin, '@Tunesmith budget')
    const budget = await people.sees(admin, /credits left here/, since)
    const form = opened(await people.presses(admin, budget.id, 'Set budget'))
    expect(shownIn(form)).toMatchObject({ Credits: '2' })
    since = await people.says(admin, '@Tunesmith jobs')
    const jobs = await people.sees(admin, /jobs here/, since)
    expect((await people.presses(admin, jobs.id, "Everyone's jobs")).refused).toBeUndefined()
    since = await people.says(member, '@Tunesmith privacy')
    await people.sees(member, ({ buttons }) => buttons.some(({ label }) => label === 'Export'), since)
    since = await people.says(member, '@Tunesmith budget')
    await people.sees(member, 'Only admins and budget managers can use /budget.', since)
  })

  test('a command with help typed behind it shows its help', async () => {
    const since = await people.says(member, '@Tunesmith music help')
    const { text } = await people.sees(member, 'Type options as name:value', since)
    expect(text).toContain('/music: ')
  })

  test('the form of /budget limit opens with what holds, and sent as it is leaves it so', async () => {
    const calendar = { period: 'week', week_start: 'sunday', zone: 'Europe/Berlin' }
    await people.uses(admin, '/budget limit', { credits: 2.5, ...calendar })
    const preview = await people.sees(admin, 'Nothing has changed yet.')
    expect(preview.text).toContain('This changes the budget from 2 credits a month to 2.50 credits a week.')
    await people.presses(admin, preview.id, 'Apply')
    await people.sees(admin, 'Budget set: 2.50 credits a week.')
    const since = await people.says(admin, '@Tunesmith budget limit')
    const { id } = await people.sees(admin, ({ buttons }) => buttons.some(isFillIn), since)
    const form = opened(await people.presses(admin, id, 'Fill in'))
    expect(shownIn(form)).toMatchObject({
      Credits: '2.50',
      Period: 'week',
      'Week start': 'sunday',
      'Time zone': 'Europe/Berlin',
    })
    await people.sends(admin, form, {})
    const said = await people.sees(admin, 'Budget set: 2.50 credits a week.', since)
    expect(said.text).not.toContain('Usage starts over at zero')
    expect(said.text).toContain('Week start: Sunday')
  })

  test('another period sent in the form says first what it does, and waits for Apply', async () => {
    // Something to count in this period, on whatever day of the month.
    await people.uses(admin, '/budget give', { credits: 1 })
    await people.sees(admin, 'Added 1 credit to the budget.')
    const since = await people.says(admin, '@Tunesmith budget limit')
    const { id } = await people.sees(admin, ({ buttons }) => buttons.some(isFillIn), since)
    const form = opened(await people.presses(admin, id, 'Fill in'))
    const onForm = (await people.sends(admin, form, { Credits: '2', Period: 'month' })).form
    // Slack shows it on top of the form, and Discord below the message.
    if (onForm !== undefined) await people.sends(admin, onForm, {})
    else {
      const preview = await people.sees(admin, 'from 2.50 credits a week to 2 credits a month.', since)
      await people.presses(admin, preview.id, 'Apply')
    }
    await people.sees(admin, 'Budget set: 2 credits a month.', since)
  })

  test('the form of /settings mine opens with what is set, and takes a no for a yes', async () => {
    await people.uses(member, '/settings mine', { model: 'v7', cover: true })
    await people.sees(member, 'Your defaults changed')
    const since = await people.latest(member)
    const form = opened(await people.asks(member, '/settings mine'))
    expect(shownIn(form)).toMatchObject({ Cover: 'true' })
    await people.sends(member, form, { Cover: 'false' })
    const { text } = await people.sees(member, 'Your defaults changed', since)
    expect(text).toContain('Cover: no')
    expect(text).not.toContain('Model')
  })

  test('the form behind Set defaults changes the message that shows the defaults, and says nothing else', async () => {
    const since = await people.latest(member)
    await people.uses(member, '/settings show')
    const before = await people.sees(member, hasChosen('Cover: No'), since)
    const form = opened(await people.presses(member, before.id, 'Set defaults'))
    await people.sends(member, form, { Cover: 'true' })
    const isChanged = hasChosen('Cover: Yes')
    await people.sees(member, (seen) => seen.id === before.id && isChanged(seen), since)
    expect((await people.messages(member, since)).map(({ id }) => id)).toEqual([before.id])
  })

  test('/result asks in a form which job is meant first', async () => {
    const form = opened(await people.asks(member, '/result'))
    expect(form.fields.slice(0, 2).map(({ label }) => label)).toEqual(['Job', 'Take'])
  })
})
