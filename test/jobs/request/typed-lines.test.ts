import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { render as renderForDiscord } from '../../../src/bots/discord/render/render.ts'
import { render as renderForSlack } from '../../../src/bots/slack/render/render.ts'
import type { Answer } from '../../../src/core/command/answer.ts'
import { actionsOf } from '../../../src/core/command/command.ts'
import type { Invocation } from '../../../src/core/command/invocation.ts'
import { typedFormMessage } from '../../../src/core/command/typed-form.ts'
import type { Fields } from '../../../src/core/fields/field.ts'
import { allCommands } from '../../support/commands/commands.ts'
import { invocation, target } from '../../support/commands/invocation.ts'
import { type EveryCommandWorld, openEveryCommandWorld } from '../../support/jobs/every-command-world.ts'
import { doneJob } from '../../support/jobs/job-stages.ts'
import { forgedLinesIn, forging, lineBreaks } from '../../support/texts/forged-lines.ts'

let world: EveryCommandWorld
beforeEach(async () => {
  world = await openEveryCommandWorld()
})
afterEach(() => world.close())

const admin = { target: target({ member: 'admin-1' }), isAdmin: true } as const
/** In every typed value, behind each kind of line break. */
const allBreaks = lineBreaks.map(forging).join(' ')

const forgedLines = (answer: Answer): readonly string[] => {
  const message = typedFormMessage(answer)
  const { content, below, embeds } = renderForDiscord(message)
  const { text, blocks } = renderForSlack(message)
  return forgedLinesIn(content, below, embeds, text, blocks)
}

let events = 0
const ask = (asked: Partial<Invocation>): Promise<Answer> => {
  events += 1
  return world.dispatch.answer(invocation({ eventId: `typed-${events}`, ...admin, ...asked }))
}

interface Way {
  command: string
  action: string | undefined
  fields: Fields
}

const ways = allCommands.flatMap((command): readonly Way[] =>
  command.kind === 'feature'
    ? [{ command: command.name, action: undefined, fields: command.fields }]
    : actionsOf(command).map(({ name, fields }) => ({ command: command.name, action: name, fields })),
)

const hostileIn = (fields: Fields, names: readonly string[]) =>
  Object.fromEntries(
    names.flatMap((name) => (fields[name] === undefined ? [] : [[name, allBreaks.slice(0, 300)]])),
  )

describe('no line of an answer is what a member typed', () => {
  test.each(ways)('into an option of /$command $action, or into all of them', async (way) => {
    const { command, action, fields } = way
    const names = Object.keys(fields)
    const given = [...names.map((name) => [name]), names, names.filter((name) => fields[name]?.required)]
    for (const some of given)
      expect(
        forgedLines(await ask({ command, action, values: hostileIn(fields, some) })),
        some.join(),
      ).toEqual([])
  })

  test.each(ways)('into /$command $action as the name of an option or in place of one', async (way) => {
    const { command, action } = way
    const values = { [allBreaks]: 'x' }
    for (const asked of [{ values }, { unread: allBreaks }])
      expect(forgedLines(await ask({ command, action, ...asked }))).toEqual([])
    expect(forgedLines(await ask({ command, action: allBreaks }))).toEqual([])
  })

  const reason = allBreaks.slice(0, 180)
  test.each([
    {
      as: 'reason of a limit',
      does: 'limit',
      values: { credits: '5', reason },
      seenIn: ['budget log', 'budget show'],
    },
    { as: 'reason of a gift', does: 'give', values: { credits: '5', reason }, seenIn: ['budget log'] },
    {
      as: 'reason of a pause',
      does: 'pause',
      values: { reason },
      seenIn: ['budget log', 'budget show', 'credits', 'doctor', 'music'],
    },
    { as: 'reason of a block', does: 'block', values: { member: 'member2', reason }, seenIn: ['budget log'] },
  ])('as the $as', async ({ does, values, seenIn }) => {
    expect(forgedLines(await ask({ command: 'budget', action: does, values }))).toEqual([])
    for (const seen of seenIn) {
      const [command = '', action] = seen.split(' ')
      const answer = await ask({ command, action, values: command === 'music' ? { prompt: 'a shanty' } : {} })
      expect(JSON.stringify([seen, forgedLines(answer)])).toBe(JSON.stringify([seen, []]))
    }
  })

  test('as the title or prompt of a song, wherever it is listed later', async () => {
    await ask({ command: 'budget', action: 'limit', values: { credits: '50' } })
    const job = await doneJob(world, {
      ...admin,
      values: { prompt: forging('\n'), title: forging('\u2028') },
    })
    for (const seen of [
      'jobs mine',
      'jobs show',
      'jobs lineage',
      'jobs server',
      'history',
      'jobs cancel',
      'jobs delete',
    ]) {
      const [command = '', action] = seen.split(' ')
      expect(
        forgedLines(
          await ask({ command, action, values: action === 'mine' || command === 'history' ? {} : { job } }),
        ),
      ).toEqual([])
    }
    const lines = world.platform.messages.flatMap(({ message }) =>
      forgedLines({ kind: 'message', message, seenBy: 'all' }),
    )
    expect(lines).toEqual([])
  })

  test('as a word that is refused', async () => {
    const answer = await ask({ command: 'settings', action: 'words', values: { words: forging('\u2028') } })
    expect(forgedLines(answer)).toEqual([])
    expect(forgedLines(await ask({ command: 'settings', action: 'show' }))).toEqual([])
  })
})
