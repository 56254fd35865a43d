import { describe, expect, test } from 'vitest'
import { actionsOf, type Command } from '../../src/core/command.ts'
import type { Field } from '../../src/core/field.ts'
import { allCommands } from '../support/commands.ts'
import { invocation } from '../support/invocation.ts'

const fieldsOf = (command: Command): [string, Field][] =>
  command.kind === 'feature'
    ? Object.entries(command.fields)
    : actionsOf(command).flatMap((action) => Object.entries(action.fields))

const fields = allCommands.flatMap((command) =>
  fieldsOf(command).map(([name, field]) => [`/${command.name} ${name}`, field] as const),
)

test('no two commands have one name', () => {
  const names = allCommands.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})

test.each(allCommands.map((command) => [command.name, command] as const))(
  '/%s says what it does in one line without a full stop',
  (_, command) => {
    const summaries = command.kind === 'feature' ? [] : actionsOf(command).map(({ summary }) => summary)
    for (const summary of [command.summary, ...summaries]) expect(summary).toMatch(/^[A-Z][^\n]*[^.\n]$/)
  },
)

// A problem with a field is told as "<label> is ...; <help>." and on every platform beside its name.
test.each(fields)('%s has a label and a help that fit into sentences', (_, { label, help }) => {
  expect(label).toMatch(/^[A-Z][a-z ]+$/)
  expect(help).toMatch(/^[A-Z][^\n]*[^.\n]$/)
})

describe('/help', () => {
  const help = async (isAdmin: boolean) => {
    const command = allCommands.find(({ name }) => name === 'help')
    if (command?.kind !== 'utility') throw new Error('no /help')
    const answer = await actionsOf(command)[0]?.run(invocation({ isAdmin }))
    return answer?.kind === 'message' ? answer : undefined
  }
  const labels = async (isAdmin: boolean) =>
    (await help(isAdmin))?.message.blocks.flatMap((block) =>
      block.kind === 'facts' ? block.facts.map(({ label }) => label) : [],
    )

  test('lists to members what they can use', async () => {
    expect(await labels(false)).toEqual(['/music', '/tts', '/remix'])
  })

  test('lists to admins everything, each action on its own', async () => {
    expect(await labels(true)).toEqual(['/music', '/tts', '/remix', '/budget show', '/budget limit'])
  })

  test('is seen by the member alone', async () => {
    expect(await help(false)).toMatchObject({ kind: 'message', seenBy: 'member' })
  })
})
