import { isDeepStrictEqual } from 'node:util'
import { afterEach, describe, expect, test } from 'vitest'
import { actionsOf, mayChange, type ReadyUtility } from '../../../src/core/command/command.ts'
import type { ResultMessage } from '../../../src/core/message/message.ts'
import { allCommands } from '../../support/commands/commands.ts'
import { withoutCharts } from '../../support/commands/surfaces.ts'
import { changes, type Deed, looks, prepared, reads } from '../../support/jobs/every-action.ts'
import { type EveryCommandWorld, openEveryCommandWorld } from '../../support/jobs/every-command-world.ts'
import { loseAt } from '../../support/redis/lossy.ts'
import { dumpWithoutDrafts } from '../../support/redis/store-world.ts'

const utilities = allCommands.filter((command): command is ReadyUtility => command.kind === 'utility')

/** Every action by its full name, and whether it changes nothing whatever its values are. */
const actions = utilities.flatMap((command) => {
  const all = actionsOf(command)
  return all.map(({ name, changesNothing }) => ({
    does: all.length === 1 ? command.name : `${command.name} ${name}`,
    changesNothing,
  }))
})

const namesOf = (some: readonly { does: string }[]) => [...new Set(some.map(({ does }) => does))].sort()

const rulesOf = (isKind: (rule: unknown) => boolean) =>
  namesOf(actions.filter(({ changesNothing }) => isKind(changesNothing)))

describe('every action of a command', () => {
  const both = namesOf(changes).filter((does) => namesOf([...reads, ...looks]).includes(does))

  test('that changes nothing says so, and is among what only reads', () => {
    const readOnly = namesOf([...reads, ...looks]).filter((does) => !both.includes(does))
    expect(rulesOf((rule) => rule === true)).toEqual(readOnly)
  })

  test('that changes nothing with some values is among both', () => {
    expect(rulesOf((rule) => typeof rule === 'function')).toEqual(both)
  })

  test('is among what changes something or what only reads', () => {
    expect(namesOf([...changes, ...reads, ...looks])).toEqual(namesOf(actions))
  })

  test.each([
    ...changes.map((deed) => ({ ...deed, changes: true })),
    ...[...reads, ...looks].map((deed) => ({ ...deed, changes: false })),
  ])('may change something, as far as it says: $does $values ($changes)', ({ does, values, ...deed }) => {
    const [name = '', action] = does.split(' ')
    const command = utilities.find((one) => one.name === name)
    expect(mayChange(command, action, values)).toBe(deed.changes)
  })
})

let world: EveryCommandWorld | undefined
afterEach(() => world?.close())

type Lost = Parameters<typeof loseAt>[2]

const doubt = /may have been made|don't know whether/

/** What is told of a deed if the connection is lost in it, and after that if an answer takes longer. */
const told = async (
  { dispatch }: EveryCommandWorld,
  asked: Parameters<EveryCommandWorld['dispatch']['answer']>[0],
): Promise<ResultMessage> => {
  const answer = await dispatch.answer(asked)
  return (answer.kind === 'message' && (await answer.whole?.(withoutCharts))) || answer.message
}

/** What is told if the connection is lost at a change, and whether anything is different then; undefined if there is no such change. */
const losing = async (deed: Deed, index: number, from: Lost) => {
  world?.close()
  world = await openEveryCommandWorld()
  const asked = await prepared(world, deed)
  const before = await dumpWithoutDrafts(world)
  const connection = loseAt(world.redis, index, from)
  const { tone, text } = await told(world, asked)
  if (!connection.heal()) return undefined
  return { tone, text, isChanged: !isDeepStrictEqual(before, await dumpWithoutDrafts(world)) }
}

describe.each(changes)('$does $values, when Redis is lost in the middle', (deed) => {
  test.each(['its reply', 'what follows'] as const)(
    'of any change (%s is lost), never says that nothing happened if something did',
    async (from) => {
      const texts: string[] = []
      for (let index = 0; ; index += 1) {
        const end = await losing(deed, index, from)
        if (end === undefined) break
        if (end.tone === 'failed' && end.isChanged) texts.push(end.text)
      }
      for (const text of texts) expect(text).not.toMatch(/nothing was/i)
      if (from === 'its reply') expect(texts.join()).toMatch(doubt)
    },
  )
})

/** All that is told of a deed that only reads, wherever in it the connection is lost. */
const tellings = async (deed: Deed): Promise<readonly string[]> => {
  world = await openEveryCommandWorld()
  const asked = await prepared(world, deed)
  const texts: string[] = []
  for (let index = 0; ; index += 1) {
    const connection = loseAt(world.redis, index, 'its reply', 'everything')
    const { text } = await told(world, { ...asked, eventId: `deed-${index}` })
    if (!connection.heal()) return texts
    texts.push(text)
    world.clock.advance(60 * 60_000) // an export is made so often, and no oftener
  }
}

test.each(reads)(
  '$does $values, when Redis is lost anywhere in it, says that it failed and never that a change may have been made',
  async (deed) => {
    const texts = await tellings(deed)
    for (const text of texts) expect(text).not.toMatch(doubt)
    expect(texts).toContain(
      "I can't reach my database right now. Try again in a minute. Nothing was charged.",
    )
  },
)

test.each(looks)('$does $values never says that a change may have been made', async (deed) => {
  for (const text of await tellings(deed)) expect(text).not.toMatch(doubt)
})
