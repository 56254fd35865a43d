import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { music } from '../../../src/commands/features/music.ts'
import { createPrivacyCommand } from '../../../src/commands/privacy/privacy.ts'
import type { Answer } from '../../../src/core/command/answer.ts'
import { readyUtility } from '../../../src/core/command/command.ts'
import { createFileMaking } from '../../../src/core/command/file-making.ts'
import type { Invocation } from '../../../src/core/command/invocation.ts'
import { createJournal } from '../../../src/redis/journal.ts'
import { invocation, target } from '../../support/commands/invocation.ts'
import { withoutCharts } from '../../support/commands/surfaces.ts'
import { filesIn } from '../../support/commands/written.ts'
import { dispatchOver } from '../../support/jobs/dispatch-over.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'
import { dump } from '../../support/redis/store-world.ts'

let world: JobWorld

beforeEach(async () => {
  world = await openJobWorld()
})
afterEach(() => world.close())

const ask = (asked: Partial<Invocation>): Promise<Answer> => {
  const { blocks, clips, drafts, clock, settings, ratings, records, deps, log } = world
  const privacy = readyUtility(createPrivacyCommand(createFileMaking()), {
    approvals: world.approvals,
    consents: world.consents,
    pseudonyms: world.pseudonyms,
    records,
    clips,
    drafts,
    settings,
    ratings,
    blocks,
    budgets: world.budgets,
    journal: createJournal(world),
    now: clock.now,
    deadlines: deps.deadlines,
    retentionMs: undefined,
    privacyContact: undefined,
  })
  const dispatch = dispatchOver(world, {
    ...world.requestDeps,
    commands: [music, privacy],
    log,
    isGone: deps.isGone,
  })
  return dispatch.answer(invocation(asked))
}

const place = target()
const direct = target({ server: '@member-1', channel: 'direct-1' })
const mistaken = { prompt: 'a sea shanty', duration: 'nonsense' }
const privacy = (action: string, values: Invocation['values'] = {}, asked: Partial<Invocation> = {}) =>
  ask({ command: 'privacy', action, values, ...asked })

/** Sends a request that is refused, and returns the draft behind **Edit**. */
const inVain = async (asked: Partial<Invocation> = {}): Promise<string> => {
  const answer = await ask({ values: mistaken, ...asked })
  if (answer.kind !== 'problems' || answer.retry === undefined) throw new Error(answer.message.text)
  return answer.retry.draft
}

const tryAgain = (draft: string, asked: Partial<Invocation> = {}) =>
  ask({ values: {}, form: { draft, sent: false }, ...asked })

const wordsLeft = async (): Promise<readonly string[]> =>
  Object.entries(await dump(world)).flatMap(([key, kept]) =>
    JSON.stringify(kept).includes('shanty') ? [key] : [],
  )

describe('/privacy delete', () => {
  test('says that forms go, and that they went', async () => {
    await inVain()
    expect((await privacy('delete')).message.text).toContain(
      'lyrics, forms, ratings, settings and your answer about your clips',
    )
    const said = (await privacy('delete', { sure: 'yes' })).message.text
    expect(said).toMatch(
      /^0 records were deleted\. Your forms and requests to admins were deleted\. Billing records/,
    )
    expect((await privacy('delete', { sure: 'yes' })).message.text).not.toContain('forms')
  })

  test('leaves none of the words and expires the form behind Edit, but not those of others', async () => {
    const draft = await inVain()
    const theirs = { target: target({ member: 'member-2' }) }
    const other = await inVain({ ...theirs, values: { ...mistaken, prompt: 'a lullaby' } })
    expect((await tryAgain(draft)).kind).toBe('form')
    await privacy('delete', { sure: 'yes' })
    expect((await tryAgain(draft)).message.text).toMatch(/^This form has expired\. Run the command again/)
    expect((await tryAgain(other, theirs)).kind).toBe('form')
    expect(await wordsLeft()).toEqual([])
  })

  test.each([
    ['that place', place],
    ['the direct message', direct],
  ])('takes what was asked in a direct message in the name of a place, asked for in %s', async (_, where) => {
    const draft = await inVain({ target: place, askedIn: direct })
    await privacy('delete', { sure: 'yes' }, { target: where })
    expect((await tryAgain(draft, { target: direct })).message.text).toMatch(/^This form has expired/)
    expect(await wordsLeft()).toEqual([])
  })
})

test('/privacy export has what was filled in, and not the clips on offer', async () => {
  await inVain()
  const answer = await privacy('export')
  const whole = answer.kind === 'message' ? await answer.whole?.(withoutCharts) : undefined
  const [file] = filesIn(whole?.blocks)
  expect(JSON.parse(file?.text ?? '')).toMatchObject({
    forms: [
      { command: 'music', filledIn: mistaken },
      { command: 'music', changed: { duration: null } }, // what the remedy would change in it
    ],
  })
})

test('/privacy show says that forms can be deleted', async () => {
  const { message } = await privacy('show')
  const facts = message.blocks.flatMap((block) => (block.kind === 'facts' ? block.facts : []))
  expect(facts.find(({ label }) => label === 'Forms')?.value).toContain(
    'Kept for a day, or until you delete them',
  )
})
