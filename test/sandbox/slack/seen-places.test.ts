import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { button, manifest, type RawApp, startRawApp } from './support.ts'

let app: RawApp

beforeAll(async () => {
  app = await startRawApp({ manifest: manifest({ events: [] }) })
})

afterAll(() => app.stop())

describe('where somebody can be', () => {
  test('is every conversation that they are in, and their messages with the app', () => {
    const { addresses, people } = app.slack
    const { servers, directMessages } = people.places(addresses.memberId)
    expect(servers.map(({ id }) => id)).toEqual([addresses.teamId])
    expect(servers[0]?.channels.map(({ id }) => id)).toEqual(
      expect.arrayContaining(addresses.channelIds.slice(0, 2)),
    )
    expect(directMessages).toEqual([
      {
        id: expect.stringMatching(/^D/),
        name: expect.any(String),
        kind: 'direct message',
        home: { blocks: [] },
      },
    ])
  })

  test('is also the Home tab as the app published it to them, where it has one', async () => {
    const { memberId, adminId } = app.slack.addresses
    const homeOf = (viewer: string) => app.slack.people.places(viewer).directMessages[0]?.home
    const blocks = [{ type: 'divider', block_id: 'line' }]
    const { view } = await app.call('views.publish', { user_id: memberId, view: { type: 'home', blocks } })
    expect(homeOf(memberId)).toEqual({ id: (view as { id: string }).id, blocks })
    expect(homeOf(adminId)).toEqual({ blocks: [] })
    const { features, ...rest } = manifest({ events: [] })
    app.slack.installManifest({ ...rest, features: { ...features, app_home: {} } })
    expect(homeOf(memberId)).toBeUndefined()
  })

  test('tells who is there, who looks after it, and what groups there are', () => {
    const { addresses, people } = app.slack
    const there = people.places(addresses.memberId).servers[0]?.people ?? []
    expect(there.filter(({ isBot }) => isBot)).toHaveLength(1)
    expect(there.filter(({ isAdmin }) => isAdmin).map(({ name }) => name)).toEqual([
      expect.stringContaining('(owner)'),
      expect.stringContaining('(admin)'),
    ])
    expect(there.find(({ id }) => id === addresses.adminId)?.isAdmin).toBe(true)
    const groups = people.places(addresses.memberId).servers[0]?.groups ?? []
    expect(groups.map(({ id }) => id)).toEqual(addresses.userGroupIds)
  })
})

describe('what the client offers', () => {
  test('is every command with its hint, and the shortcuts of messages', () => {
    const { memberId, channelId } = app.slack.addresses
    const { commands, entries } = app.slack.people.offers(memberId, channelId)
    expect(commands).toContainEqual(expect.objectContaining({ name: 'music', options: [] }))
    expect(entries).toEqual(['Remix this clip'])
  })

  test('is no command in a thread', async () => {
    const { memberId, channelId } = app.slack.addresses
    const { event } = await app.act({ say: 'a thread' })
    const { commands, entries } = app.slack.people.offers(memberId, `${channelId}:${event}`)
    expect(commands).toEqual([])
    expect(entries).not.toEqual([])
  })
})

test('a message comes with its blocks as Slack has them, where that is requested', async () => {
  const { memberId, channelId } = app.slack.addresses
  const blocks = [{ type: 'actions', block_id: 'deeds', elements: [button()] }]
  const { ts } = await app.call('chat.postMessage', { channel: channelId, text: 'x', blocks })
  const seen = (original: boolean) =>
    app.slack.people.messages({ viewer: memberId, original }).find(({ id }) => id === ts)
  expect(seen(false)).not.toHaveProperty('original')
  expect(seen(true)?.original).toMatchObject({ ts, blocks: [{ type: 'actions', block_id: 'deeds' }] })
})
