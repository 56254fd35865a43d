import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createUserGroups } from '../../../../src/bots/slack/incoming/user-groups.ts'
import { createWeb } from '../../../../src/bots/slack/outgoing/web.ts'
import { createRecordingLog } from '../../../support/recording-log.ts'
import {
  answers,
  breaks,
  type ScriptedServer,
  startScriptedServer,
} from '../../../support/service/scripted-server.ts'

// https://docs.slack.dev/reference/methods/usergroups.list

let server: ScriptedServer
let log: ReturnType<typeof createRecordingLog>
let nowMs: number
let work: Promise<void>[]
beforeEach(async () => {
  server = await startScriptedServer()
  log = createRecordingLog()
  nowMs = 1_700_000_000_000
  work = []
})
afterEach(() => server.close())

const minutes = (count: number): number => count * 60_000
const groupsHere = () =>
  createUserGroups({
    web: createWeb({ token: 'xoxb-1', apiUrl: `${server.url}/api/` }),
    log,
    now: () => nowMs,
    track: (begun) => work.push(begun),
  })
const says = (body: object): void => server.answer(answers(200, body))
const hasGroups = (...usergroups: readonly object[]): void => says({ ok: true, usergroups })
const band = { id: 'S1', handle: 'band', users: ['U1', 'U2'] }
const crew = { id: 'S2', handle: 'crew', users: ['U1'] }

describe('the user groups of a member', () => {
  test('are those that Slack names, asked for once', async () => {
    hasGroups(band, crew, { id: 'S3', handle: 'nobody' })
    const groups = groupsHere()
    const both = [groups.of('U1'), groups.of('U2')]
    expect(await Promise.all(both)).toEqual([['S1', 'S2'], ['S1']])
    expect(await groups.of('U9')).toEqual([])
    expect(server.requests).toMatchObject([{ body: expect.stringContaining('include_users=true') }])
  })

  test('are called by their handles', async () => {
    hasGroups(band, crew)
    const groups = groupsHere()
    expect(await Promise.all(['S2', 'S9'].map((id) => groups.nameOf(id)))).toEqual(['crew', undefined])
  })

  test('are known at once where they were requested before', async () => {
    hasGroups(band)
    const groups = groupsHere()
    groups.refresh()
    await Promise.all(work)
    server.answer(breaks)
    expect(await groups.of('U1')).toEqual(['S1'])
    expect(server.requests).toHaveLength(1)
  })

  test('are asked for again in the background after three minutes', async () => {
    hasGroups(band)
    const groups = groupsHere()
    await groups.of('U1')
    hasGroups(crew)
    nowMs += minutes(3) - 1
    expect(await groups.of('U1')).toEqual(['S1'])
    expect(server.requests).toHaveLength(1)
    nowMs += 1
    expect(await groups.of('U1')).toEqual(['S1'])
    await Promise.all(work)
    expect(await groups.of('U1')).toEqual(['S2'])
    expect(server.requests).toHaveLength(2)
  })

  test('are not told any more when they are a quarter of an hour old', async () => {
    hasGroups(band)
    const groups = groupsHere()
    await groups.of('U1')
    server.answer(breaks)
    nowMs += minutes(15) - 1
    expect(await groups.of('U1')).toEqual(['S1'])
    await Promise.all(work)
    nowMs += minutes(1)
    expect(await groups.of('U1')).toBeUndefined()
  })

  test('are unknown while Slack keeps quiet, and an answer does not wait for it', async () => {
    const reached = new Promise<() => void>((resolve) =>
      server.answer((...request) =>
        resolve(() => answers(200, { ok: true, usergroups: [band] })(...request)),
      ),
    )
    const groups = groupsHere()
    expect(await groups.of('U1')).toBeUndefined()
    const speak = await reached
    speak()
    await Promise.all(work)
    expect(await groups.of('U1')).toEqual(['S1'])
    expect(server.requests).toHaveLength(1)
  })

  test('are none where the workspace may have no groups', async () => {
    says({ ok: false, error: 'plan_upgrade_required' })
    expect(await groupsHere().of('U1')).toEqual([])
    expect(log.warnings()).toEqual([])
  })

  test('are unknown without the right to read them, which is said once', async () => {
    says({ ok: false, error: 'missing_scope' })
    const groups = groupsHere()
    expect(await groups.of('U1')).toBeUndefined()
    nowMs += minutes(2)
    expect(await groups.of('U1')).toBeUndefined()
    expect(server.requests).toHaveLength(2)
    expect(log.warnings()).toEqual([expect.stringContaining('usergroups:read')])
  })

  test('are asked for again a minute after Slack did not tell', async () => {
    server.answer(breaks)
    const groups = groupsHere()
    expect(await groups.of('U1')).toBeUndefined()
    hasGroups(band)
    nowMs += minutes(1) - 1
    expect(await groups.of('U1')).toBeUndefined()
    expect(server.requests).toHaveLength(1)
    nowMs += 1
    expect(await groups.of('U1')).toEqual(['S1'])
    expect(log.warnings()).toHaveLength(1)
  })
})

describe('the choices of groups', () => {
  test.each([
    ['', ['S1', 'S2']],
    ['CR', ['S2']],
    ['@ban', ['S1']],
    ['x', []],
  ])('for %j are %j', async (typed, ids) => {
    hasGroups(band, crew)
    expect((await groupsHere().matching(typed)).map(({ value }) => value)).toEqual(ids)
  })

  test('say what the groups are called', async () => {
    hasGroups(band)
    expect(await groupsHere().matching('')).toEqual([{ value: 'S1', label: '@band' }])
  })
})
