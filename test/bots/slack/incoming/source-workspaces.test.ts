import { describe, expect, test } from 'vitest'
import type { Person } from '../../../../src/bots/slack/incoming/members.ts'
import {
  type SourceWorkspaces,
  whyNotServed,
  workspacesOfCommand,
  workspacesOfMessage,
  workspacesOfUse,
} from '../../../../src/bots/slack/incoming/source-workspaces.ts'

// Who may ask for anything: people of the workspace whose token we have. T1 is ours,
// T2 is not, E1 is an organisation.

const ours: Person = {
  workspaces: ['T2', 'T1'],
  isGuest: false,
  isAdmin: false,
  isBot: false,
  name: undefined,
}
const stranger: Person = { ...ours, workspaces: ['T2'] }

/** What Slack brings, and what it says where it is asked: nothing, where it may not be asked at all. */
const decide = (sourceWorkspaces: SourceWorkspaces, known?: { person: Person | undefined }) =>
  whyNotServed(
    {
      identity: { server: 'T1' },
      members: {
        lookUp: (member) => {
          if (known === undefined) throw new Error(`Slack is asked who ${member} is`)
          return Promise.resolve(known.person)
        },
      },
    },
    sourceWorkspaces,
    'U1',
  )

const own = { id: 'T1' }
const authorised = (team: string | null) => ({ team_id: 'T1', authorizations: [{ team_id: team }] })

describe('what Slack brings', () => {
  test.each<[string, SourceWorkspaces]>([
    ['a press', workspacesOfUse({ team: own, user: { team_id: 'T1' } })],
    [
      'a use of an app that an organisation installed',
      workspacesOfUse({ team: null, user: { team_id: 'T1' } }),
    ],
    ['a command', workspacesOfCommand({ team_id: 'T1' })],
    ['a message', workspacesOfMessage(authorised('T1'), { team: 'T1' })],
    [
      'a message that says it in full',
      workspacesOfMessage(authorised('T1'), { team: 'T1', user_team: 'T1', source_team: 'T1' }),
    ],
  ])('is believed where it names our workspace alone: %s', async (_, sourceWorkspaces) => {
    expect(await decide(sourceWorkspaces)).toBeUndefined()
  })

  test.each<[string, SourceWorkspaces]>([
    ['a command', workspacesOfCommand({ team_id: 'T2' })],
    ['a press', workspacesOfUse({ team: { id: 'T2' }, user: { team_id: 'T1' } })],
    ['a message', workspacesOfMessage(authorised('T2'), { team: 'T1' })],
    ['a message without any authorisation', workspacesOfMessage({ team_id: 'T2' }, {})],
  ])('for another workspace is answered there: %s', async (_, sourceWorkspaces) => {
    expect(await decide(sourceWorkspaces)).toMatch(/^I belong to another workspace, .*\.$/)
  })

  const unsure: [string, SourceWorkspaces][] = [
    ['a press by a guest', workspacesOfUse({ team: own, user: { team_id: 'T2' } })],
    ['a press by somebody of an organisation', workspacesOfUse({ team: own, user: { team_id: 'E1' } })],
    ['a press that does not say it', workspacesOfUse({ team: own, user: {} })],
    [
      'a message of a guest',
      workspacesOfMessage(authorised('T1'), { team: 'T2', user_team: 'T2', source_team: 'T2' }),
    ],
    [
      'a message that contradicts itself',
      workspacesOfMessage(authorised('T1'), { team: 'T1', source_team: 'T2' }),
    ],
    ['a message with files, which names no workspace', workspacesOfMessage({ team_id: 'T1' }, { files: [] })],
  ]
  test.each(unsure)('leaves it to Slack to say who that is: %s', async (_, sourceWorkspaces) => {
    expect(await decide(sourceWorkspaces, { person: ours })).toBeUndefined()
    expect(await decide(sourceWorkspaces, { person: stranger })).toMatch(
      /^I only work for members of my own workspace\. Nothing was charged\.$/,
    )
    expect(await decide(sourceWorkspaces, { person: undefined })).toMatch(
      /Try again in a minute\. Nothing was charged\.$/,
    )
  })
})
