import { afterEach, describe, expect, test } from 'vitest'
import { authorsWorkspace, workspaceToldFor } from '../../../../src/bots/slack/incoming/routing.ts'
import { plainMessage } from '../../../../src/core/message/message.ts'
import { type InstalledStage, openInstalledStage } from '../installed-stage.ts'
import { signedHeaders } from '../signed-headers.ts'

describe('the workspace that Slack sends a payload for', () => {
  test.each([
    ['an event', { team_id: 'T2', authorizations: [{ team_id: 'T1' }], event: { team: 'T3' } }, 'T1'],
    ['an event without authorizations', { team_id: 'T1', event: { team: 'T3' } }, 'T1'],
    ['a whole organization’s event', { team_id: 'T1', authorizations: [{ team_id: null }] }, 'T1'],
    ['a command', { command: '/music', team_id: 'T1' }, 'T1'],
    ['a button', { team: { id: 'T1' }, user: { team_id: 'T3' } }, 'T1'],
    ['a form in a shared channel', { view: { app_installed_team_id: 'T1' }, team: { id: 'T3' } }, 'T1'],
    ['a form', { view: { id: 'V1' }, team: { id: 'T1' } }, 'T1'],
    ['a button without a team', { team: null, user: { team_id: 'T1' } }, 'T1'],
    ['nothing, if none is named', { type: 'x', team: 7, user: [] }, undefined],
  ])('is found in %s', (_, body, workspace) => {
    expect(workspaceToldFor(body)).toBe(workspace)
  })
})

describe('the workspace of an author', () => {
  test.each([
    ['a mention', { type: 'app_mention', user_team: 'T1', text: '<@U1> hi <@U2|bot>' }, ['U1', 'U2']],
    ['a message', { type: 'message', team: 'T1', text: '<@U1>' }, ['U1']],
  ])('counts for %s', (_, event, mentioned) => {
    expect(authorsWorkspace({ event })).toEqual({ workspace: 'T1', mentioned })
  })

  test.each([
    ['mentions nobody', { type: 'message', team: 'T1', text: 'hi' }],
    ['does not name the author’s workspace', { type: 'message', text: '<@U1>' }],
    ['is not a message', { type: 'app_home_opened', team: 'T1', text: '<@U1>' }],
  ])('does not count where the event %s', (_, event) => {
    expect(authorsWorkspace({ event })).toBeUndefined()
  })
})

describe('in a channel shared by two workspaces with the app', () => {
  let stage: InstalledStage
  afterEach(() => stage.close())

  /** What Slack sends when a member of the first workspace mentions a bot, on behalf of the second. */
  const mention = async (botUser: string): Promise<void> => {
    const [home, second] = stage.teams
    const body = JSON.stringify({
      type: 'event_callback',
      team_id: second.teamId,
      api_app_id: 'A1',
      event_id: 'Ev1',
      event_time: 1,
      authorizations: [{ team_id: second.teamId, user_id: 'U', is_bot: true, enterprise_id: null }],
      event: {
        type: 'app_mention',
        user: home.memberId,
        user_team: home.teamId,
        team: home.teamId,
        text: `<@${botUser}> remix a shanty`,
        channel: home.channelId,
        ts: '1700000000.000100',
        event_ts: '1700000000.000100',
      },
    })
    const timestamp = String(Math.floor(stage.clock.now() / 1000))
    const { signingSecret } = stage.standIn.addresses
    const headers = signedHeaders({ secret: signingSecret, timestamp, body })
    const answer = await fetch(`${stage.publicUrl}/slack/events`, { method: 'POST', headers, body })
    expect(answer.status).toBe(200)
  }

  test('the mentioned bot’s workspace answers and pays, if its own member mentions it', async () => {
    stage = await openInstalledStage('http')
    stage.recorded.answerWith(() => ({ kind: 'message', message: plainMessage('Hello'), seenBy: 'member' }))
    const [home, second] = stage.teams
    for (const team of [home, second]) await stage.install(team)
    const found = await stage.installations.find(home.teamId)
    await mention(found?.status === 'open' ? found.installation.userId : '')
    expect(stage.recorded.invocations.map(({ target }) => target.server)).toEqual([home.teamId])
  })
})
