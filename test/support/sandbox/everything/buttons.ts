import { expect } from 'vitest'
import { moreName } from '../../../../src/bots/discord/forms/form-parts.ts'
import { clipFeaturesOf } from '../../../../src/core/command/message-actions.ts'
import { opensInTheEnd } from '../forms.ts'
import type { SeenForm, SeenMessage, Sought } from '../people.ts'
import { kindOf } from '../uses/buttons.ts'
import { asksOf, hasForm } from '../uses/wanted.ts'
import { copyRecords } from './old-records.ts'
import { featuresOf, type Stage, shareOf, utilitiesOf } from './stage.ts'

const labelled = ({ buttons, text }: SeenMessage, kind: string): string => {
  const label = buttons.find((button) => kindOf(button.label) === kind)?.label
  if (label === undefined) throw new Error(`there is no "${kind}" below: ${text}`)
  return label
}

const has =
  (kind: string) =>
  ({ buttons }: SeenMessage): boolean =>
    buttons.some(({ label }) => kindOf(label) === kind)

const press = ({ people, member }: Stage, message: SeenMessage, kind: string, as = member) =>
  people.presses(as, message.id, labelled(message, kind), message.channel)

/** Clicks a button and waits for the bot's reply. */
const pressAndSee = async (
  stage: Stage,
  message: SeenMessage,
  kind: string,
  says: Sought,
  as = stage.member,
): Promise<SeenMessage> => {
  const since = await stage.people.latest(as)
  expect((await press(stage, message, kind, as)).refused, kind).toBeUndefined()
  return stage.people.sees(as, says, since)
}

/** Uses a command and waits for the bot's reply. */
const said = async ({ people, member }: Stage, path: string, says: Sought, options = {}, as = member) => {
  const since = await people.latest(as)
  const refused = await people.uses(as, path, options)
  expect(refused, path).toBeUndefined()
  return people.sees(as, says, since)
}

/** Slack needs quotes around text with spaces. */
const quoted = ({ platform }: Stage, text: string): string => (platform === 'slack' ? `“${text}”` : text)

/** The form that a button opens. A failure names the button. */
const opens = (...[stage, message, kind, as]: Parameters<typeof press>): Promise<SeenForm> =>
  opensInTheEnd(() => press(stage, message, kind, as)).catch((error: unknown) => {
    throw new Error(`${kind} on ${stage.platform}`, { cause: error })
  })

/** Every action for a take opens a form for the missing input. */
const pressForTakes = async (stage: Stage, song: SeenMessage): Promise<void> => {
  for (const { takeAction } of clipFeaturesOf(stage.commands))
    if (takeAction !== undefined) await opens(stage, song, takeAction)
  await pressAndSee(stage, song, 'WAV', ({ files }) => files.some(({ name }) => name.endsWith('.wav')))
}

/** Another member has the lyrics sung: the song form opens with them filled in. */
const sing = async (stage: Stage): Promise<void> => {
  const { people, other, platform, studio } = stage
  const theme = quoted(stage, `what ${platform} is to sing`)
  const lyrics = await said(stage, '/lyrics', has('Sing this'), { theme })
  const form = await opens(stage, lyrics, 'Sing this', other)
  const words = form.fields.find(({ label }) => label === 'Lyrics')?.value
  expect(words).toMatch(/\w+/)
  const prompt = `${platform} sings what was written`
  expect(await people.sends(other, form, { Prompt: prompt })).not.toHaveProperty('refused')
  await people.sees(other, ({ text }) => text.includes('Made with AI') && text.includes(prompt))
  const asked = (await studio.requests()).find(({ given }) => given.prompt === prompt)
  expect(asked?.given.lyrics).toBe(String(words).replaceAll('\r\n', '\n'))
}

/** Turns to another page of the same message. */
const turn = async (
  stage: Stage,
  message: SeenMessage,
  kind: string,
  isThere: (page: SeenMessage) => boolean,
): Promise<SeenMessage> => {
  const since = await stage.people.latest(stage.member)
  expect((await press(stage, message, kind)).refused, kind).toBeUndefined()
  const page = await stage.people.sees(stage.member, (seen) => seen.id === message.id && isThere(seen))
  const newer = await stage.people.messages(stage.member, since)
  expect(newer.filter(({ text }) => text === page.text)).toEqual([])
  return page
}

const isFirst = ({ buttons }: SeenMessage): boolean =>
  !buttons.some(({ label }) => ['Previous', 'Newer'].includes(label))

/** A job of a list, and its way back to the list of everyone's jobs and one's own. */
const pressInJobs = async (stage: Stage): Promise<void> => {
  const { admin } = stage
  const mine = await said(stage, '/jobs mine', /Your jobs here/)
  await pressAndSee(stage, mine, 'Job', /Job \w{8}, \/\w+: /)
  const none = await said(stage, '/jobs mine', has("Everyone's jobs"), {}, admin)
  const all = await pressAndSee(stage, none, "Everyone's jobs", has('My jobs'), admin)
  await pressAndSee(stage, all, 'My jobs', has("Everyone's jobs"), admin)
}

/** The budget alone shows what is left; its buttons do the rest. */
const pressForBudget = async (stage: Stage): Promise<void> => {
  const { admin } = stage
  const shown = await said(stage, '/budget show', has('Set budget'), {}, admin)
  for (const kind of [
    ...['Set budget', 'Add credits', 'Take credits', 'Limit member', 'Limit channel', 'Limit group'],
    ...['Limit feature', 'Limit model'],
    ...['Add a manager', 'Block a member', 'Pause', 'Set alerts'],
  ])
    await opens(stage, shown, kind, admin)
  await pressAndSee(stage, shown, 'Audit log', /latest budget changes/, admin)
  await pressAndSee(stage, shown, 'Set approvals', /Admins are asked where/, admin)
  await pressAndSee(stage, shown, 'Get statement', /used (?:from|on|until)/, admin)
  await pressAndSee(stage, shown, 'Allow sponsoring', /Sponsoring is on/, admin)
  await pressAndSee(stage, shown, 'API key', /bot operator's API key pays for requests/, admin)
  await opens(stage, await said(stage, '/budget key', has('Set key'), {}, admin), 'Set key', admin)
  const limited = ['music', 'tts', 'remix', 'voice', 'master', 'cut']
  for (const feature of limited)
    await said(stage, '/budget feature', /Limit for this feature/, { feature, credits: 90 }, admin)
  const first = await said(stage, '/budget show', has('More limits'), {}, admin)
  const turned = async (page: SeenMessage, kind: string, shows: string): Promise<SeenMessage> => {
    expect((await press(stage, page, kind, admin)).refused, kind).toBeUndefined()
    return stage.people.sees(admin, (message) => message.id === first.id && has(shows)(message))
  }
  await turned(await turned(first, 'More limits', 'Earlier limits'), 'Earlier limits', 'More limits')
  for (const feature of limited)
    await said(stage, '/budget feature', /Removed this feature's limit/, { feature, lift: true }, admin)
  for (const [view, says] of [
    ['Today', /spenders today/],
    ['This week', /spenders this week/],
    ['By feature', /By feature this/],
    ['This month', /spenders this month/],
  ] as const) {
    expect((await press(stage, shown, view, admin)).refused, view).toBeUndefined()
    await stage.people.sees(admin, ({ id, text }) => id === shown.id && says.test(text))
  }
  const lower = await said(stage, '/budget limit', has('Apply'), { credits: 99 }, admin)
  await pressAndSee(stage, lower, 'Apply', /Budget set: 99 credits a month/, admin)
  await stage.people.allows(admin, 100)
  const share = await said(stage, '/budget show', has('Set limit'), { member: '@Mia' }, admin)
  await opens(stage, share, 'Set limit', admin)
  const values = { reason: quoted(stage, 'a break'), member: '@Mia' }
  const paused = await said(stage, '/budget pause', has('Resume'), values, admin)
  await pressAndSee(stage, paused, 'Resume', /Paid requests work again/, admin)
}

/** A menu of the defaults changes them where it stands, and so do those of a channel and of everyone. */
const pressForSettings = async (stage: Stage): Promise<void> => {
  const { people, member, admin } = stage
  const shown = await said(stage, '/settings show', has('Set defaults'))
  await opensInTheEnd(() => press(stage, shown, 'Set defaults'))
  const pick = async (on: SeenMessage, entry: RegExp): Promise<SeenMessage> => {
    const label = on.buttons.find((one) => entry.test(one.label))?.label ?? String(entry)
    expect((await people.presses(member, on.id, label, on.channel)).refused, label).toBeUndefined()
    const isPicked = (one: SeenMessage['buttons'][number]) => entry.test(one.label) && one.isChosen === true
    return people.sees(member, ({ id, buttons }) => id === on.id && buttons.some(isPicked))
  }
  await pick(await pick(shown, /^Cover: Yes$/), /^Cover: .*default\)$/)
  const all = await said(stage, '/settings show', has('Everyone'), {}, admin)
  for (const kind of ['This channel', 'Everyone', 'My defaults']) {
    expect((await people.presses(admin, all.id, kind, all.channel)).refused, kind).toBeUndefined()
    await people.sees(admin, (seen) => seen.id === all.id && !has(kind)(seen))
  }
}

const pressInLists = async (stage: Stage): Promise<void> => {
  const voices = await said(stage, '/voices', /page 1 of/)
  const second = await turn(stage, voices, 'Next', ({ text }) => text.includes('page 2 of'))
  await pressAndSee(stage, second, 'Use', /unless a request says otherwise/)
  await pressAndSee(stage, second, 'Hear', /your speech|This is /i)
  await turn(stage, second, 'Previous', isFirst)
  await said(stage, '/settings mine', /default cleared/, { clear: 'voice' })
  const history = await said(stage, '/history', /Results here/)
  await pressAndSee(stage, history, 'Show', /Made with AI/)
  const mine = await said(stage, '/jobs mine', /Your jobs here/)
  for (const list of [history, mine])
    await turn(stage, await turn(stage, list, 'Older', has('Newer')), 'Newer', isFirst)
}

/** What help offers to try opens its form, and a command is explained in place. */
const pressForHelp = async (stage: Stage): Promise<void> => {
  const help = await said(stage, '/help', has('Make music'))
  for (const kind of ['Make music', 'Read aloud', 'Remix a clip']) await opens(stage, help, kind)
  const explained = await turn(stage, help, 'Explain', has('Try it'))
  await opens(stage, explained, 'Try it')
  await turn(stage, explained, 'All commands', has('Make music'))
}

/** More than one click can delete. */
const recordsMany = 300

const pressForPrivacy = async (stage: Stage): Promise<void> => {
  const { other } = stage
  const unsaid = await said(stage, '/privacy consent', has('Allow'), {}, other)
  const allowed = await pressAndSee(stage, unsaid, 'Allow', has('Forget'), other)
  const declined = await pressAndSee(stage, allowed, 'Decline', /Others can't use your clips/, other)
  await pressAndSee(stage, declined, 'Forget', /haven't said whether/, other)
  const shown = await said(stage, '/privacy show', /What I store about you/, {}, other)
  await pressAndSee(stage, shown, 'Export', /This is all your data here/, other)
  await copyRecords(stage, recordsMany)
  const asked = await pressAndSee(stage, shown, 'Delete my data', /can't be undone/, other)
  const more = await pressAndSee(stage, asked, 'Delete it all', has('Delete the rest'), other)
  const rest = await pressAndSee(stage, more, 'Delete the rest', /records? (?:was|were) deleted/, other)
  expect(rest.buttons).toEqual([])
}

/** Each action of a command with several has a button: it runs at once or opens a form. */
const pressActions = async (stage: Stage): Promise<void> => {
  const { people, admin } = stage
  for (const utility of shareOf(stage, utilitiesOf(stage))) {
    const { name } = utility
    const asks = asksOf([utility])
    if (asks.length === 1) continue
    const since = await people.says(admin, `@Tunesmith ${name} something`)
    const which = await people.sees(admin, /can do several things/, since)
    for (const ask of asks)
      if (hasForm(ask)) await opens(stage, which, ask.path, admin)
      else await pressAndSee(stage, which, ask.path, ({ authorId }) => authorId === stage.bot, admin)
  }
}

/** A button changes a refused request and sends it again, once; nobody else can see it. */
const pressRemedy = async (stage: Stage): Promise<void> => {
  const { people, member, other, platform } = stage
  const prompt = quoted(stage, `what ${platform} does not sing`)
  const lyrics = quoted(stage, 'la la')
  const since = await people.latest(member)
  const mixed = await said(stage, '/music', has('Remedy'), { prompt, lyrics, instrumental: true })
  await press(stage, mixed, 'Remedy')
  const isMade = ({ text }: SeenMessage) => text.includes('Made with AI') && text.includes('does not sing')
  await people.sees(member, isMade, since)
  expect((await press(stage, mixed, 'Remedy')).refused).toBeUndefined()
  await people.sees(member, /You already requested|Your earlier request/, since)
  expect((await people.messages(other, since)).filter(isMade)).toHaveLength(1)
}

/** Buttons offered when no form could open or the input was invalid, and for a half-sent form. */
const pressForForms = async (stage: Stage): Promise<void> => {
  const { people, member, platform } = stage
  const lacking = await (async () => {
    const since = await people.says(member, '@Tunesmith music')
    return people.sees(member, has('Fill in'), since)
  })()
  const form = await opens(stage, lacking, 'Fill in')
  const wrong = await said(stage, '/music', (seen) => has('Edit')(seen) && !has('Again')(seen), {
    prompt: platform === 'slack' ? '"  "' : '\u200b',
  })
  await opens(stage, wrong, 'Edit')
  await pressRemedy(stage)
  if (platform === 'slack') return
  const prompt = `${platform} sends what stands there`
  const since = await people.latest(member)
  await people.sends(member, form, { Prompt: prompt, [moreName]: [moreName] })
  const half = await people.sees(member, has('Send'), since)
  await opens(stage, half, 'More options')
  await press(stage, half, 'Send')
  await people.sees(member, ({ text }) => text.includes('Made with AI') && text.includes(prompt), since)
}

/**
 * Only the requester can delete a result. The oldest reading is deleted, because the bot may still edit a newer
 * one.
 */
const deletes = async (stage: Stage): Promise<void> => {
  const { people, member, platform, world } = stage
  const isReading = ({ channel, text }: SeenMessage): boolean =>
    channel === world.addresses[platform].channelId && text.includes('Made with AI')
  const result = (await people.messages(member)).find(
    (message) => isReading(message) && has('Delete')(message),
  )
  if (result === undefined) throw new Error('there is no reading')
  await pressAndSee(stage, result, 'Delete', /someone else's/, stage.other)
  const gone = await pressAndSee(stage, result, 'Delete', has('Show it again'))
  await stage.people.sees(stage.member, ({ id, state }) => id === result.id && state === 'deleted')
  await pressAndSee(stage, gone, 'Show it again', /Made with AI/)
}

const pressBelowSong = async (stage: Stage): Promise<void> => {
  const prompt = quoted(stage, 'a song with every button')
  const song = await said(stage, '/music', has('Lyrics'), { prompt })
  await pressAndSee(stage, song, 'Lyrics', /Lyrics for “/, stage.other)
  await pressAndSee(stage, song, 'Like', /You liked take 1/, stage.other)
  await pressAndSee(stage, song, 'Dislike', /You disliked take 1/, stage.other)
  await opens(stage, song, 'Edit')
  await pressForTakes(stage, song)
  const form = await opens(stage, song, 'Remix')
  const since = await stage.people.latest(stage.member)
  expect(await stage.people.sends(stage.member, form, { Prompt: 'as bossa nova' })).not.toHaveProperty(
    'refused',
  )
  const remixed = await stage.people.sees(stage.member, has('Lineage'), since)
  await pressAndSee(stage, remixed, 'Lineage', /was made from[\s\S]*\/music[\s\S]*\/remix/, stage.other)
}

const pressBelowReading = async (stage: Stage): Promise<void> => {
  const text = quoted(stage, 'Once, and then again.')
  const reading = await said(stage, '/tts', has('Again'), { text })
  await pressAndSee(stage, reading, 'Again', has('Again'))
  await deletes(stage)
}

/**
 * Clicks every kind of button below results and in replies. In the short form each on one platform; those of a
 * half-sent form on Discord, which alone has them.
 */
export const pressEveryKind = async (stage: Stage): Promise<void> => {
  const deeds = [
    ...[pressBelowSong, sing, pressForForms, pressBelowReading],
    ...[pressInLists, pressInJobs, pressForPrivacy, pressForHelp, pressForBudget, pressForSettings],
  ]
  for (const deed of shareOf(stage, deeds)) await deed(stage)
  await pressActions(stage)
}

/** A take whose files have expired cannot be used, but its song can be made again. */
const pressWhereFilesAreGone = async (stage: Stage): Promise<void> => {
  const { studio, platform, commands } = stage
  const remix = featuresOf(stage).find(({ takeAction }) => takeAction !== undefined)?.takeAction
  if (remix === undefined) throw new Error(`none of ${commands.length} commands takes a take`)
  const prompt = quoted(stage, `a song that ${platform} loses`)
  const song = await said(stage, '/music', has('Lyrics'), { prompt })
  await studio.fail({ file: { answer: 'http 404', times: 100 } })
  const gone = await pressAndSee(stage, song, remix, has('Make it again'))
  await studio.mend()
  const isAnother = (message: SeenMessage): boolean => message.id !== song.id && has('Lyrics')(message)
  await pressAndSee(stage, gone, 'Make it again', isAnother)
}

const makingMs = 10 * 60_000

/** A running job's result is hidden and shown later, by its requester only. */
const pressWhileItRuns = async (stage: Stage): Promise<void> => {
  const { people, member, other, studio } = stage
  await studio.plan({ delayMs: makingMs })
  const hide = 'Hide result'
  const running = await said(stage, '/tts', has(hide), { text: quoted(stage, 'This takes its time.') })
  await pressAndSee(stage, running, hide, /someone else's/, other)
  await pressAndSee(stage, running, hide, /Too late to cancel, so it's still billed/)
  await studio.passTime(makingMs)
  const isIts = ({ id }: SeenMessage): boolean => id === running.id
  const kept = await people.sees(member, (message) => isIts(message) && has('Show it anyway')(message))
  await pressAndSee(stage, kept, 'Show it anyway', /someone else's/, other)
  await pressAndSee(stage, kept, 'Show it anyway', /will appear where it was requested/)
  // On Slack a message with its files takes the place of the one that hid it.
  await people.sees(member, /This takes its time[\s\S]*Made with AI/)
}

/**
 * A queued job is cancelled free of charge, by its requester only. While it is being sent it cannot be, so the
 * click is repeated.
 */
export const pressWhileItWaits = async (stage: Stage): Promise<void> => {
  const waiting = await said(stage, '/tts', has('Cancel'), { text: quoted(stage, 'This has to wait.') })
  await pressAndSee(stage, waiting, 'Cancel', /someone else's/, stage.other)
  const answers = /Cancelled\. Nothing was charged|already being sent/
  let answer = await pressAndSee(stage, waiting, 'Cancel', answers)
  while (answer.text.includes('already being sent'))
    answer = await pressAndSee(stage, waiting, 'Cancel', answers)
}

/** If the service may have accepted a job, the bot says so; only its requester can cancel it. */
const pressWhileUncertain = async (stage: Stage): Promise<void> => {
  const { studio, other } = stage
  await studio.plan({ delayMs: makingMs })
  await studio.fail({ respond: { path: '/v1/TextToSpeech', answer: 'lost', after: 'acting' } })
  const hide = 'Hide result'
  const unsure = await said(stage, '/tts', has(hide), { text: quoted(stage, 'Who knows of this?') })
  await pressAndSee(stage, unsure, hide, /someone else's/, other)
  await pressAndSee(stage, unsure, hide, /It may be too late to cancel/)
  await studio.passTime(makingMs)
}

/** Clicks buttons during failures. Nothing else may run: the next task is slow or lost, and all files are gone. */
export const pressInTrouble = async (stage: Stage): Promise<void> => {
  for (const deed of shareOf(stage, [pressWhileItRuns, pressWhileUncertain, pressWhereFilesAreGone]))
    await deed(stage)
}
